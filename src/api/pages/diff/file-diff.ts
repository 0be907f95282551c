import { type DiffLine, parseDiff } from '../../../../client/parse-diff.ts'
import type { ChangedFile, Patch } from '../../../git/diff.ts'

export interface FileDiff {
  file: ChangedFile
  lines: DiffLine[]
  /** `cut`: the end is missing; `missing`: the whole is. The diff was too large to read. */
  extent: 'whole' | 'cut' | 'missing'
}

/** Puts the lines of a patch to their files. Both have the same order; names in a patch are quoted in ways that are best not read. */
export function toFileDiffs(files: readonly ChangedFile[], patch: Patch): FileDiff[] {
  const sections = parseDiff(patch.text)
  let next = 0
  return files.map((file) => {
    // What changed its type is shown as deleted and made anew.
    const own = sections.slice(next, next + (file.change === 'retyped' ? 2 : 1))
    next += file.change === 'retyped' ? 2 : 1
    const isLast = patch.isCut && next >= sections.length
    return { file, lines: own.flatMap(({ lines }) => lines), extent: own.length === 0 ? 'missing' : isLast ? 'cut' : 'whole' }
  })
}
