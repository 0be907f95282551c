export interface DiffLine {
  kind: 'add' | 'remove' | 'same' | 'hunk'
  before: number | null
  after: number | null
  /** Without its sign; of a hunk the whole line. */
  text: string
  /** True for the last line of a file that does not end with a line end. */
  isUnended: boolean
}

export interface FileDiff {
  path: string
  /** Where it was, when it moved. */
  from: string | null
  isBinary: boolean
  lines: DiffLine[]
  additions: number
  deletions: number
}

const HEADER = 'diff --git '
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Reads a unified diff as git writes it, such as that of a job. One that was cut off is read as far as it goes. */
export function parseDiff(diff: string): FileDiff[] {
  if (!diff.startsWith(HEADER)) return []
  const files: FileDiff[] = []
  // Inside a hunk every line has a sign in front, so a line that starts like a header is one.
  for (let start = 0; start >= 0;) {
    const end = diff.indexOf(`\n${HEADER}`, start)
    files.push(readSection(diff.slice(start, end < 0 ? undefined : end)))
    start = end < 0 ? -1 : end + 1
  }
  return files
}

function readSection(section: string): FileDiff {
  const hunks = section.indexOf('\n@@ ')
  const lines = hunks < 0 ? [] : readLines(section.slice(hunks + 1))
  const count = (kind: DiffLine['kind']) => lines.reduce((sum, line) => sum + (line.kind === kind ? 1 : 0), 0)
  return {
    ...readHead((hunks < 0 ? section : section.slice(0, hunks)).split('\n')),
    lines,
    additions: count('add'),
    deletions: count('remove'),
  }
}

function readHead([header = '', ...lines]: string[]): Pick<FileDiff, 'path' | 'from' | 'isBinary'> {
  const after = (word: string) =>
    lines.find((line) => line.startsWith(`${word} `) && line !== `${word} /dev/null`)?.slice(word.length + 1)
  const [from, to, path] = [after('rename from'), after('rename to'), after('+++') ?? after('---')]
  return {
    path: to !== undefined ? unquote(to) : path !== undefined ? cleanPath(path) : pathOfHeader(header),
    from: from === undefined ? null : unquote(from),
    isBinary: lines.some((line) => line.startsWith('Binary files ')),
  }
}

function readLines(hunks: string): DiffLine[] {
  const lines: DiffLine[] = []
  let before = 0
  let after = 0
  for (const line of hunks.split('\n')) {
    const text = line.slice(1)
    switch (line[0]) {
      case '+':
        lines.push({ kind: 'add', before: null, after: after++, text, isUnended: false })
        break
      case '-':
        lines.push({ kind: 'remove', before: before++, after: null, text, isUnended: false })
        break
      case ' ':
        lines.push({ kind: 'same', before: before++, after: after++, text, isUnended: false })
        break
      case '\\': {
        const last = lines.at(-1)
        if (last) last.isUnended = true
        break
      }
      case '@': {
        const hunk = HUNK.exec(line)
        before = Number(hunk?.[1] ?? 0)
        after = Number(hunk?.[2] ?? 0)
        lines.push({ kind: 'hunk', before: null, after: null, text: line, isUnended: false })
      }
    }
  }
  return lines
}

/** A file without lines has no other place that names it; both names are the same then. */
function pathOfHeader(header: string): string {
  const names = header.slice(HEADER.length)
  return cleanPath(names.slice(Math.ceil(names.length / 2)))
}

function cleanPath(name: string): string {
  return unquote(name.replace(/\t$/, '')).replace(/^[ab]\//, '')
}

const ESCAPES = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' }))

/** Git puts names with odd characters in quotes, bytes beyond ASCII in octal. */
function unquote(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name
  return name.slice(1, -1).replaceAll(/((?:\\[0-7]{3})+)|\\(.)/gs, (_, octal: string | undefined, character: string) => {
    if (octal === undefined) return ESCAPES.get(character) ?? character
    const bytes = octal.slice(1).split('\\')
    return new TextDecoder().decode(Uint8Array.from(bytes, (digits) => Number.parseInt(digits, 8)))
  })
}
