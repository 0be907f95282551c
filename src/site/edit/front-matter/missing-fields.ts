import { plainText } from '../../../markdown/plain-text.ts'
import { scanPage } from '../../read/scan-page.ts'
import { readPageLines } from '../../read/regions/page-lines.ts'
import type { PageRule } from '../page-rules.ts'
import { readFields, splitFrontMatter, withField } from './front-matter-fields.ts'

/** Search engines show about this much of a description. */
const DESCRIPTION_CHARACTERS_MAX = 160
const DESCRIPTION_CHARACTERS_MIN = 20
/** The first sentence has to end well before. */
const PARAGRAPH_CHARACTERS_MAX = 1000

/** Files that are read on the code host, and parts that other pages include: neither has a place for metadata. */
const NOT_A_SITE_PAGE =
  /^(?:readme|changelog|changes|history|contributing|security|code[_-]of[_-]conduct|agents|claude|support|governance|authors|todo)\.\w+$|(?:^|\/)_[^/]*$|(?:^|\/)(?:snippets|partials|includes|_includes)\//iu

export const addMissingTitle: PageRule = (page, { path }) => {
  if (NOT_A_SITE_PAGE.test(path) || hasField(page, 'title')) return { page, changes: [] }
  const heading = scanPage(path, page).headings.find(({ level }) => level === 1)?.text
  const title = heading ?? titleFromPath(path)
  const written = title === '' ? null : withField(page, 'title', title)
  if (written === null)
    return { page, changes: [], left: [{ what: 'no title, and its front matter cannot be extended with certainty' }] }
  return { page: written, changes: [`title "${title}" from ${heading === undefined ? 'the file name' : 'the first heading'}`] }
}

export const addMissingDescription: PageRule = (page, { path, dialect }) => {
  if (NOT_A_SITE_PAGE.test(path) || hasField(page, 'description')) return { page, changes: [] }
  const sentence = firstSentence(page, dialect)
  const written = sentence === null ? null : withField(page, 'description', sentence)
  if (sentence === null || written === null) {
    return {
      page,
      changes: [],
      left: [
        {
          what: `no description, and ${sentence === null ? 'no first sentence of a fitting length' : 'its front matter cannot be extended with certainty'}`,
        },
      ],
    }
  }
  return { page: written, changes: ['description generated from the first sentence'] }
}

function hasField(page: string, name: string): boolean {
  const { matter } = splitFrontMatter(page)
  const fields = matter === null ? null : readFields(matter)
  const value = fields?.get(name)
  return value !== undefined && value !== null && value !== ''
}

export function titleFromPath(path: string): string {
  const parts = path.replace(/\.\w+$/u, '').split('/')
  const name = /^(?:index|readme)$/iu.test(parts.at(-1) ?? '') ? (parts.at(-2) ?? parts.at(-1)) : parts.at(-1)
  const words = (name ?? '')
    .replace(/^\d+[-_.]/u, '')
    .replaceAll(/[-_]+/gu, ' ')
    .trim()
  return words === '' ? '' : words[0]?.toUpperCase() + words.slice(1)
}

/** The first sentence of the first paragraph, as plain text; null when there is none that can stand alone. */
function firstSentence(page: string, dialect: 'md' | 'mdx'): string | null {
  const lines = readPageLines(page, dialect)
  const isParagraph = (text: string) => !/^\s*(?:#|>|[-*+]\s|\d+[.)]\s|\||!|<|:::|\{|\[[^\]]*\]:|!!!|=+\s*$)/u.test(text)
  const start = lines.findIndex(
    (line, index) => line.kind === 'text' && isParagraph(line.text) && !/^\s*(?:=+|-+)\s*$/u.test(lines[index + 1]?.text ?? ''),
  )
  if (start < 0) return null
  const end = lines.findIndex((line, index) => index > start && line.kind !== 'text')
  const paragraph = plainText(
    lines
      .slice(start, end < 0 ? lines.length : end)
      .map(({ text }) => text.trim())
      .join(' ')
      .slice(0, PARAGRAPH_CHARACTERS_MAX),
  )
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(paragraph)?.[0] ?? ''
  const fits = sentence.length >= DESCRIPTION_CHARACTERS_MIN && sentence.length <= DESCRIPTION_CHARACTERS_MAX
  return fits && !/[{}<>]/u.test(sentence) ? sentence : null
}
