export interface DiffLine {
  kind: 'add' | 'remove' | 'same' | 'hunk' | 'note'
  before: number | null
  after: number | null
  text: string
}

export interface FileDiff {
  path: string
  /** Where it was, when it moved. */
  from: string | null
  lines: DiffLine[]
  additions: number
  deletions: number
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/

/** Reads the unified diff of the service, as git writes it. What a file's lines are is told by the counts of its hunks alone. */
export function parseDiff(diff: string): FileDiff[] {
  const files: FileDiff[] = []
  let file: FileDiff | null = null
  let [before, after, beforeLeft, afterLeft] = [0, 0, 0, 0]
  for (const line of diff.split('\n')) {
    if (file && (beforeLeft > 0 || afterLeft > 0)) {
      const text = line.slice(1)
      if (line.startsWith('+')) {
        file.lines.push({ kind: 'add', before: null, after: after++, text })
        file.additions++
        afterLeft--
      } else if (line.startsWith('-')) {
        file.lines.push({ kind: 'remove', before: before++, after: null, text })
        file.deletions++
        beforeLeft--
      } else if (!line.startsWith('\\')) {
        file.lines.push({ kind: 'same', before: before++, after: after++, text })
        beforeLeft--
        afterLeft--
      }
      continue
    }
    if (line.startsWith('diff --git ')) {
      file = { path: pathOfHeader(line), from: null, lines: [], additions: 0, deletions: 0 }
      files.push(file)
      continue
    }
    if (!file) continue
    const hunk = HUNK.exec(line)
    if (hunk) {
      ;[before, beforeLeft, after, afterLeft] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3]), Number(hunk[4] ?? 1)]
      file.lines.push({ kind: 'hunk', before: null, after: null, text: hunk[5]!.trim() })
    } else if (line.startsWith('+++ ') && line !== '+++ /dev/null') file.path = cleanPath(line.slice(4))
    else if (line.startsWith('--- ') && line !== '--- /dev/null') file.path = cleanPath(line.slice(4))
    else if (line.startsWith('rename from ')) file.from = unquote(line.slice(12))
    else if (line.startsWith('rename to ')) file.path = unquote(line.slice(10))
    else if (line.startsWith('Binary files '))
      file.lines.push({ kind: 'note', before: null, after: null, text: 'A binary file.' })
  }
  return files
}

/** A file without lines has no other place that names it; both names are the same then. */
function pathOfHeader(line: string): string {
  const names = line.slice('diff --git '.length)
  return cleanPath(names.slice(Math.ceil(names.length / 2)))
}

function cleanPath(name: string): string {
  return unquote(name.replace(/\t$/, '')).replace(/^[ab]\//, '')
}

/** Git puts names with odd characters in quotes, bytes beyond ASCII in octal. */
function unquote(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name
  const bytes: number[] = []
  const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }
  for (const [part] of name.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/gs)) {
    if (/^\\[0-7]{3}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 8))
    else bytes.push(...new TextEncoder().encode(part.startsWith('\\') ? (escapes[part[1]!] ?? part[1]!) : part))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}
