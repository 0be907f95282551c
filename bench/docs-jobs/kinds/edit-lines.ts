import { type Files, shuffled } from '../clean-site.ts'
import type { KindOptions } from './kind.ts'

/** A line of a page that is prose or markup, and neither code nor front matter. */
export interface Line {
  path: string
  /** Counts from 0. */
  index: number
  text: string
}

export function bodyLines(files: Files): Line[] {
  return Object.keys(files)
    .filter((path) => path.endsWith('.mdx'))
    .flatMap((path) => linesOf(path, files[path]!))
}

function linesOf(path: string, page: string): Line[] {
  const lines: Line[] = []
  let isFrontMatter = false
  let isCode = false
  for (const [index, text] of page.split('\n').entries()) {
    if (text === '---' && (index === 0 || isFrontMatter)) isFrontMatter = index === 0
    else if (text.startsWith('```')) isCode = !isCode
    else if (!isFrontMatter && !isCode) lines.push({ path, index, text })
  }
  return lines
}

/** Puts other texts in the place of lines. */
export function withLines(files: Files, edits: readonly Line[]): Files {
  const changed: Record<string, string> = { ...files }
  for (const { path, index, text } of edits) {
    const lines = changed[path]!.split('\n')
    lines[index] = text
    changed[path] = lines.join('\n')
  }
  return changed
}

/** Spoils randomly chosen lines until there are enough. A line that cannot be spoiled is left alone. */
export function spoilLines(
  { random, faults }: KindOptions,
  lines: readonly Line[],
  spoil: (line: Line) => string | null,
): Line[] {
  const edits: Line[] = []
  for (const line of shuffled(random, lines)) {
    if (edits.length >= faults) break
    const text = spoil(line)
    if (text !== null && text !== line.text) edits.push({ ...line, text })
  }
  return edits
}
