/** How a text is looked for. */
export interface TermOptions {
  from: string
  to: string
  /** "workspace" also finds "Workspace" and "WORKSPACE", and the new word takes over the capitals. */
  followsCase: boolean
  /** "workspace" also finds "workspaces". */
  followsPlural: boolean
  /** Finds every spelling of the capitals and writes the new text as given. */
  ignoresCase: boolean
}

export interface TermPattern {
  pattern: RegExp
  /** What to write instead of a match. */
  replacement(match: string): string
  /** True for a line that tells of both texts, or of what was: it would say nonsense afterwards. */
  isHistory(line: string): boolean
  /** True when the match is a part of the new text, as "project" is in "the project": the replacement was made before. */
  isDone(page: string, at: number): boolean
}

const WORD_CHARACTER = String.raw`[\p{L}\p{N}_]`

/**
 * A number of a version stands behind `v`, `@` or `:` and inside of paths, but not inside of a longer number or in front of a
 * letter: `10.4.2.7` and `4.2.70` are others.
 */
export const BEFORE_VERSION = String.raw`(?<![\p{N}_]|\p{N}\.|(?!(?<![\p{L}\p{N}_])[vV])\p{L})`
export const AFTER_VERSION = String.raw`(?![\p{L}\p{N}_]|\.\p{N}|\/\p{N}{1,2}(?!\p{N}))`

/**
 * A word is found only as a whole word, and not as a part of a name, a path or an address such as `workspace.yaml`: those are
 * names of things, and the things keep their names.
 */
export function termPattern(options: TermOptions): TermPattern {
  const { from, followsCase, followsPlural, ignoresCase } = options
  const isVersion = /^\d+(?:\.\d+)+/u.test(from)
  const startsAsWord = /^[\p{L}\p{N}_]/u.test(from)
  const endsAsWord = /[\p{L}\p{N}_]$/u.test(from)
  const before = isVersion
    ? BEFORE_VERSION
    : startsAsWord
      ? String.raw`(?<!${WORD_CHARACTER})(?<!${WORD_CHARACTER}[./\\@])(?<![$/\\@]|--)`
      : ''
  const after = isVersion
    ? AFTER_VERSION
    : endsAsWord
      ? String.raw`(?!${WORD_CHARACTER})(?![./\\@=:]${WORD_CHARACTER})(?![/\\(]|::)`
      : ''
  const body = from
    .split(/\s+/u)
    .map(escapePattern)
    .join(String.raw`(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)`)
  const ending = followsPlural ? 's?' : ''
  // A word goes with the space behind it, and the next word takes over its capital.
  const gap = options.to === '' && startsAsWord && endsAsWord ? String.raw`(?:[^\S\n]+\p{L})?` : ''
  const flags = followsCase || ignoresCase ? 'giu' : 'gu'
  return {
    pattern: new RegExp(`${before}${body}${ending}${after}${gap}`, flags),
    replacement: (match) => replacementFor(match, options),
    isDone: (page, at) => isInside(page, at, options),
    isHistory: historyOf(options),
  }
}

/** Words beside a name that say what it was. */
const PAST =
  /\b(?:formerly|previously (?:known|called|named)|renamed|used to be (?:called|named|known)|now (?:called|known as|named)|deprecated|in favor of|replacement for|migrat\w+ from|upgrad\w+ from)\b/iu

/** Only for names: a line with two words of everyday language says nothing of the kind. */
function historyOf({ from, to }: TermOptions): (line: string) => boolean {
  const isName = (text: string) => /\p{Lu}|\p{N}|[._]\p{L}/u.test(text)
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const contains = letters(to).includes(letters(from)) || letters(from).includes(letters(to))
  if (to === '' || contains || !(isName(from) || isName(to))) return () => false
  const fresh = to.toLowerCase()
  return (line) => line.toLowerCase().includes(fresh) || PAST.test(line)
}

function isInside(page: string, at: number, { from, to }: TermOptions): boolean {
  const [old, fresh] = [from.toLowerCase(), to.toLowerCase()]
  // Where only the capitals change, a place is done when it has the new ones.
  if (old === fresh) return page.startsWith(to, at)
  for (let offset = fresh.indexOf(old); offset >= 0; offset = fresh.indexOf(old, offset + 1)) {
    const start = at - offset
    if (start >= 0 && page.slice(start, start + to.length).toLowerCase() === fresh) return true
  }
  return false
}

function replacementFor(match: string, { from, to, followsCase, followsPlural }: TermOptions): string {
  if (to === '') return match.length > from.length + 1 ? removed(match) : ''
  const gap = /[^\S\n]*\n[^\S\n]*/u.exec(match)?.[0]
  const flat = match.replaceAll(/\s+/gu, ' ')
  const isPlural = followsPlural && flat.length === from.length + 1
  let text = isPlural ? `${to}s` : to
  if (followsCase) text = withCapitalsOf(flat, text)
  // A term that was broken over two lines stays broken, so that the rest of the paragraph keeps its lines.
  return gap !== undefined ? text.replace(' ', gap) : text
}

/** What is left of a removed word and the first letter of the next one. */
function removed(match: string): string {
  const next = match.at(-1) ?? ''
  return /^\p{Lu}\p{Ll}/u.test(match) ? next.toUpperCase() : next
}

/** "Workspace" → "Project", "WORKSPACE" → "PROJECT"; any other mixture keeps the new text as it was given. */
function withCapitalsOf(match: string, text: string): string {
  const letters = match.replaceAll(/[^\p{L}]/gu, '')
  if (letters === letters.toLowerCase()) return text
  if (letters.length > 1 && letters === letters.toUpperCase()) return text.toUpperCase()
  const first = match[0] ?? ''
  const isCapitalised = first !== first.toLowerCase() && match.slice(1) === match.slice(1).toLowerCase()
  if (isCapitalised) return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  const isTitle = match.split(/[\s-]/u).every((word) => /^\p{Lu}/u.test(word))
  return isTitle ? text.replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()) : text
}

/** Words whose plural is certain to be made with an s alone. */
export function hasRegularPlural(word: string): boolean {
  return /^\p{Ll}{3,}$/u.test(word) && !/(?:s|x|z|ch|sh|y|f|fe|o|man|ing|ed|ics)$/u.test(word)
}

/** A hyphen stays as it is: outside of a character class it means itself, and escaping it is an error with the flag `u`. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
}
