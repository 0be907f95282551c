import { findFrontMatter } from '../../../markdown/front-matter.ts'
import { unwrapMdxBlocks } from '../../read/mdx-blocks.ts'

/**
 * The page as the compiler of MDX gets it from documentation generators: without front matter, and with all that they take out or
 * read themselves made plain. Lines stay where they are.
 */
export function mdxSource(text: string): string {
  const matter = findFrontMatter(text)
  const body = matter ? blank(text.slice(0, matter.end)) + text.slice(matter.end) : text
  return withoutMath(withoutComments(plainLines(unwrapMdxBlocks(body))))
}

/** Ids of headings, formulas, and directives with their titles and attributes: plug-ins read them before anything sees their braces. */
function plainLines(text: string): string {
  let isFormula = false
  return text
    .split('\n')
    .map((line) => {
      const isMark = /^\s*\$\$\s*$/.test(line)
      if (isMark) isFormula = !isFormula
      if (isMark || isFormula || /^\s*:{2,}/.test(line)) return blank(line)
      return /^#{1,6}\s/.test(line) ? line.replace(/\\?\{[ \t]*#[^{}]*\}[ \t\r]*$/, '') : line
    })
    .join('\n')
}

/** `<!-- … -->`, which MDX itself does not know. */
function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start)
    if (end === -1) break
    parts.push(text.slice(at, start), blank(text.slice(start, end + 3)))
    at = end + 3
  }
  return parts.join('') + text.slice(at)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Formulas within a line: what is between two dollar signs, and says something that only a formula does. */
function withoutMath(text: string): string {
  return text.replace(/\$[^$\n`]{0,300}[\\^_][^$\n`]{0,300}\$/g, blank)
}

/**
 * What is left of a page when prose is taken out. Two pages with the same outline compile both or not at all, so that a change of
 * wording on a thousand pages need not compile any.
 */
export function mdxOutline(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      /[<{}]|^\s*(?:import|export)\b/.test(line)
        ? line.replace(/="[\p{L}\p{N} .,!?'-]*"/gu, '=""')
        : line.replace(/\p{L}[\p{L} ]*/gu, 'a'),
    )
    .join('\n')
}
