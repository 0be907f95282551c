import type { Nspell } from 'nspell'

/** A word that is used this often on a site is a term of that site. */
const TIMES_MIN = 5
const PAGES_MIN = 3

/** The right word must be one that the site uses more than by accident. */
const USES_MIN = 2

/** A word that a site uses this often is one of its usual words. */
const USUAL_TIMES_MIN = 20

/** The longest words of the dictionary have fewer; each letter of a word more is fifty more texts that are a slip away from it. */
const WORD_CHARACTERS_MAX = 40

/** So many words get suggestions: to look for them takes a millisecond for each. A real site has fewer unknown words. */
const SUGGESTED_MAX = 2_000

/** Spellings that are right although the dictionary has only their sisters. */
const VARIANTS = new Set(
  'queueing useable sizeable ageing acknowledgement judgement cacheable targetted targetting descendent'.split(' '),
)

export type Verdict = { kind: 'right' } | { kind: 'wrong'; correction: string } | { kind: 'unknown'; suggestions: string[] }

/** Judges words. It corrects only what cannot mean anything else, and names the rest. */
export class SpellChecker {
  readonly #dictionary: Nspell
  readonly #known: ReadonlyMap<string, string>
  readonly #declared: ReadonlySet<string>
  readonly #counts: ReadonlyMap<string, { times: number; pages: number }>
  readonly #verdicts = new Map<string, Verdict>()
  #suggested = 0

  constructor(
    dictionary: Nspell,
    known: ReadonlyMap<string, string>,
    declared: ReadonlySet<string>,
    counts: ReadonlyMap<string, { times: number; pages: number }>,
  ) {
    this.#dictionary = dictionary
    this.#known = known
    this.#declared = declared
    this.#counts = counts
  }

  judge(word: string): Verdict {
    const known = this.#verdicts.get(word)
    if (known) return known
    const verdict = this.#judge(word)
    this.#verdicts.set(word, verdict)
    return verdict
  }

  /** True for a word of the language, without regard to the site: quick, and enough to tell another language. */
  isInDictionary(word: string): boolean {
    if (word.length > WORD_CHARACTERS_MAX) return false
    const plain = word.replaceAll('’', "'")
    return (
      this.#declared.has(plain) || VARIANTS.has(plain) || this.#dictionary.correct(plain) || isBritish(plain, this.#dictionary)
    )
  }

  #judge(word: string): Verdict {
    const plain = word.replaceAll('’', "'")
    const correction = this.#declared.has(plain) ? undefined : this.#known.get(plain)
    if (correction !== undefined) return { kind: 'wrong', correction }
    if (this.isInDictionary(word)) return { kind: 'right' }
    const count = this.#counts.get(word)
    if (count && (count.times >= TIMES_MIN || count.pages >= PAGES_MIN)) return { kind: 'right' }
    return this.#suggest(plain)
  }

  #isUsualSlip(word: string, right: string): boolean {
    return isSlip(word, right) && (this.#counts.get(right)?.times ?? 0) >= USES_MIN
  }

  /** A word that stands in one place only and is a slip of the fingers away from one of the usual words of the site. */
  #isLoneSlip(word: string, right: string): boolean {
    const isAlone = (this.#counts.get(word)?.times ?? 0) <= 1
    const uses = this.#counts.get(right)
    return isAlone && uses !== undefined && uses.times >= USUAL_TIMES_MIN && uses.pages >= PAGES_MIN && isFingerSlip(word, right)
  }

  /**
   * Certain is only a slip in the middle of a word (a letter too many, too few, or two swapped) that leads to a single word which
   * the site itself uses. A change at the end is as often another form of the word, and another letter another word.
   */
  #suggest(word: string): Verdict {
    if (word.length > WORD_CHARACTERS_MAX || this.#suggested >= SUGGESTED_MAX) return { kind: 'unknown', suggestions: [] }
    this.#suggested += 1
    const near = neighbours(word).filter((other) => this.#dictionary.correct(other))
    const [only, ...more] = near
    const isCertain = only !== undefined && more.length === 0 && (this.#isUsualSlip(word, only) || this.#isLoneSlip(word, only))
    return isCertain ? { kind: 'wrong', correction: only } : { kind: 'unknown', suggestions: near.slice(0, 3) }
  }
}

function isSlip(word: string, right: string): boolean {
  const isLong = /^[a-z]{6,}$/u.test(word)
  const isInside = word.slice(0, 1) === right.slice(0, 1) && word.slice(-2) === right.slice(-2)
  const isSwap = word.length === right.length && Array.from(word).sort().join('') === Array.from(right).sort().join('')
  return isLong && isInside && (isSwap || word.length !== right.length)
}

const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The endings that make another form of a word, and single letters that do. */
const ENDINGS = /(?:s|d|r|n|y|ed|es|er|ing|ly)$/u

/** Two letters swapped, one left out, one doubled, or the key beside hit: not a change that makes another form of the word. */
function isFingerSlip(word: string, right: string): boolean {
  if (!/^[a-z]{5,}$/u.test(word)) return false
  const at = Array.from(right).findIndex((letter, index) => letter !== word[index])
  if (word.length === right.length) {
    const isSwap = at >= 0 && word[at] === right[at + 1] && word[at + 1] === right[at]
    return isSwap || areBeside(word[at] ?? '', right[at] ?? '')
  }
  if (word.length < right.length) return at < right.length - 1 || !ENDINGS.test(right)
  // A letter too many is a slip when it repeats the one beside it; at the start it may be meant, as in `ccache`.
  const extra = at < 0 ? word.length - 1 : at
  return extra > 1 && (word[extra] === word[extra - 1] || word[extra] === word[extra + 1])
}

function areBeside(one: string, other: string): boolean {
  return KEY_ROWS.some((row) => row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1)
}

/** All texts of small letters that are one change away: the dictionary's own suggestions take a hundred times as long. */
function neighbours(word: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') found.add(head + tail.slice(1))
    if (tail.length > 1) found.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`)
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      found.add(head + letter + tail)
      if (tail !== '') found.add(head + letter + tail.slice(1))
    }
  }
  found.delete(word)
  return [...found].sort()
}

/** The dictionary is American; a word that differs from it only by British spelling is right. */
const BRITISH: [RegExp, string][] = [
  [/our/u, 'or'],
  [/is(?=e|ed|es|ing|ation|er|ers|ations)/u, 'iz'],
  [/ys(?=e|ed|es|ing)/u, 'yz'],
  [/ll(?=ed|ing|er|ers)/u, 'l'],
  [/re$/u, 'er'],
  [/res$/u, 'ers'],
  [/ce$/u, 'se'],
  [/ogue/u, 'og'],
  [/ae/u, 'e'],
  [/grey/u, 'gray'],
]

function isBritish(word: string, dictionary: Nspell): boolean {
  return BRITISH.some(([pattern, american]) => pattern.test(word) && dictionary.correct(word.replace(pattern, american)))
}

/** Loaded only when a spelling check is asked for: it takes a third of a second and some 30 MB. */
export async function loadDictionary(): Promise<Nspell> {
  const [{ default: nspell }, { default: dictionary }] = await Promise.all([import('nspell'), import('dictionary-en')])
  return nspell(dictionary)
}
