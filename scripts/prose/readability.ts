import { Content } from '../../src/markdown/content.ts'
import { readMarkdown } from '../../src/markdown/read-page.ts'

/** Sentences of a page: its paragraphs and list items. Headings, tables and code aren't read as sentences. */
export function proseOf(markdown: string): string {
  const page = readMarkdown(markdown, 'md')
  return page.blocks
    .filter(({ kind }) => kind === 'paragraph')
    .map((block) => toWords(new Content(page.text, block.pieces).text))
    .filter((text) => /[.?:]\s*$/.test(text))
    .join('\n')
}

/** A name in code is one word, however it is spelled; of a link its text is read. */
function toWords(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/[*_]/g, '')
    .replaceAll(/\s+/g, ' ')
}

/** The Flesch–Kincaid grade: years of school in the United States that a reader needs. */
export function gradeOf(text: string): number {
  const sentences = text.split(/[.?!](?:\s|$)+/).filter((sentence) => /\w/.test(sentence)).length
  const words = text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []
  if (sentences === 0 || words.length === 0) return 0
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
}

/** Groups of vowels, without a silent e at the end: right for nine words of ten, which is enough for an average. */
function syllablesOf(word: string): number {
  const plain = word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/(?:[^laeiouysgcxz]es|[^aeioutd]ed|[^laeiouy]e)$/, '')
  return Math.max(1, plain.match(/[aeiouy]+/g)?.length ?? 1)
}
