import { isSafeBranch, overlaps } from '../git/refs.ts'
import { DEFAULT_SETTINGS } from '../projects/settings.ts'

/** Whole titles are worth more than short ones; the strictest code host takes 240 characters, with a mark for drafts. */
const TITLE_CHARACTERS_MAX = 160

/** Controls, line ends among them, and what reorders or hides text: a title is one visible line. */
// oxlint-disable-next-line no-control-regex -- Finding them is the point.
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/g

/** Puts values in for `{names}`. A name without a value stays as it is, so that a mistake in a template shows. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-z]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole))
}

/** For a repository whose base is called `docwright`: nothing can be below that. */
const LAST_TEMPLATE = 'docwright-{job}'

/**
 * The branch of a job that names none. It has the job's id in it, so it is no one else's.
 *
 * A template that gives no usable name is not followed: the job counts for more than what its branch is called.
 *
 * @param bases The branches that it must stay clear of.
 */
export function toBranch(template: string, jobId: string, bases: readonly string[]): string {
  const isUsable = (branch: string) =>
    branch.includes(jobId) && isSafeBranch(branch) && !bases.some((base) => overlaps(branch, base))
  const names = [template, DEFAULT_SETTINGS.branchTemplate, LAST_TEMPLATE].map((one) => fillTemplate(one, { job: jobId }))
  return names.find(isUsable) ?? names.at(-1)!
}

/** One line of at most 160 characters, cut between words; never empty. */
export function toTitle(template: string, title: string, jobId: string): string {
  return shorten(toLine(fillTemplate(template, { title: toLine(title), job: jobId }))) || 'Documentation change'
}

/** The same text on one line, at its full length. */
export function toLine(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

function shorten(line: string): string {
  // A prompt can be long, and a character has two units at most.
  const characters = Array.from(line.slice(0, 2 * TITLE_CHARACTERS_MAX + 2))
  if (characters.length <= TITLE_CHARACTERS_MAX) return line
  const start = characters.slice(0, TITLE_CHARACTERS_MAX - 1).join('')
  const words = start.replace(/\s+\S*$/, '')
  // One very long word is cut where it must be.
  return `${words.length > TITLE_CHARACTERS_MAX / 2 ? words : start}…`
}
