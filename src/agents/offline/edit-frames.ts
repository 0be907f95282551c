import { BOXES } from '../../site/edit/pages/boxes.ts'
import type { Scope } from '../../site/operations/scope.ts'
import { confinedPath } from '../../site/edit/confined-path.ts'
import { folderOf, nameOf } from '../../lib/repository-path.ts'
import type { Frame } from './frame.ts'
import type { Options } from './message/options.ts'

/** The same elsewhere. Null for an operation that has no scope. */
export function withScope(frame: Frame, scope: Scope): Frame | null {
  return 'scope' in frame.operation.schema.shape ? { ...frame, given: { ...frame.given, scope } } : null
}

/** The same with options that were said afterwards. Null when the operation has none of them. */
export function withOptions(frame: Frame, options: Options): Frame | null {
  const fields = (['inCode', 'inMarkup', 'followsCase', 'followsPlural', 'ignoresCase'] as const).filter(
    (option) => options[option],
  )
  if (fields.length === 0 || !fields.every((field) => field in frame.operation.schema.shape)) return null
  return { ...frame, given: { ...frame.given, ...Object.fromEntries(fields.map((field) => [field, true])) } }
}

/**
 * The same for another term. What the two texts of a replacement share stays as it is: after "Enterprise plan" became "Enterprise
 * tier", "Pro plan" becomes "Pro tier". Null when it is not certain what the other term becomes.
 */
export function forTerm(frame: Frame, term: string): Frame | null {
  const { from, to } = frame.given
  if (frame.operation.name !== 'replace_text' || typeof from !== 'string' || typeof to !== 'string') return null
  const [old, fresh, other] = [words(from), words(to), words(term)]
  let start = 0
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  if (start + end === 0) return { ...frame, given: { ...frame.given, from: term } }
  const [cut, put] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)]
  const at = other.findIndex(
    (_, index) => cut.length > 0 && cut.every((word, offset) => other[index + offset]?.toLowerCase() === word.toLowerCase()),
  )
  if (at < 0) return null
  return { ...frame, given: { ...frame.given, from: term, to: other.toSpliced(at, cut.length, ...put).join(' ') } }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/u)
}

/** The slot of an operation that "I meant X" is about. */
const CORRECTED: Readonly<Record<string, string>> = {
  replace_text: 'to',
  replace_address: 'to',
  rename_heading: 'to',
  rename_navigation_label: 'to',
  set_version: 'to',
  set_copyright_year: 'year',
  set_front_matter: 'value',
  create_page: 'title',
  insert_text: 'text',
  add_changelog_entry: 'text',
  move_page: 'to',
  merge_pages: 'into',
}

/** The same with another value in its main slot. Null when the operation has none. */
export function withCorrection(frame: Frame, value: string): Frame | null {
  const { operation, given } = frame
  const slot = Object.hasOwn(CORRECTED, operation.name) ? CORRECTED[operation.name]! : null
  if (slot === null) return null
  if (operation.name !== 'move_page') return { ...frame, given: { ...given, [slot]: value } }
  const from = String(given['from'])
  const path = confinedPath(value.replace(/^\//u, ''))
  if (path === null || /\s/u.test(value)) return null
  const ending = nameOf(from).slice(nameOf(from).lastIndexOf('.'))
  const named = /\.(?:md|mdx|markdown)$/iu.test(path) ? path : `${path}${ending}`
  const folder = folderOf(String(given['to']))
  return { ...frame, given: { ...given, to: named.includes('/') || folder === '' ? named : `${folder}/${named}` } }
}

/** The same as another kind of box. */
export function asBox(frame: Frame, word: string): Frame | null {
  const box = BOXES.find((one) => one === word.toLowerCase())
  return box && frame.operation.name === 'insert_text' ? { ...frame, given: { ...frame.given, box } } : null
}
