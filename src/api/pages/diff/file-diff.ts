import type { ChangedFile, Patch } from '../../../git/diff.ts'

export interface DiffLine {
  kind: 'add' | 'remove' | 'same' | 'hunk'
  before: number | null
  after: number | null
  text: string
  /** True for the last line of a file that does not end with a line end. */
  isUnended: boolean
}

export interface FileDiff {
  file: ChangedFile
  lines: DiffLine[]
  /** `cut`: the end is missing; `missing`: the whole is. The diff was too large to read. */
  extent: 'whole' | 'cut' | 'missing'
}

const HEADER = 'diff --git '
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Puts the lines of a patch to their files. Both have the same order; names in a patch are quoted in ways that are best not read. */
export function toFileDiffs(files: readonly ChangedFile[], patch: Patch): FileDiff[] {
  const sections = splitPatch(patch.text)
  let next = 0
  return files.map((file) => {
    // What changed its type is shown as deleted and made anew.
    const own = sections.slice(next, next + (file.change === 'retyped' ? 2 : 1))
    next += file.change === 'retyped' ? 2 : 1
    const isLast = patch.isCut && next >= sections.length
    return { file, lines: own.flatMap(readLines), extent: own.length === 0 ? 'missing' : isLast ? 'cut' : 'whole' }
  })
}

/** Inside a hunk every line has a sign in front, so a line that starts like a header is one. */
function splitPatch(text: string): string[] {
  if (!text.startsWith(HEADER)) return []
  const sections: string[] = []
  let start = 0
  while (start >= 0) {
    const end = text.indexOf(`\n${HEADER}`, start)
    sections.push(text.slice(start, end < 0 ? undefined : end))
    start = end < 0 ? -1 : end + 1
  }
  return sections
}

/** Lines before the first hunk are about the file; the list of files says the same. */
function readLines(section: string): DiffLine[] {
  const lines: DiffLine[] = []
  const start = section.indexOf('\n@@ ')
  if (start < 0) return lines
  let before = 0
  let after = 0
  for (const line of section.slice(start + 1).split('\n')) {
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
