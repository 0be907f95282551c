import { editDistance } from '../../../site/edit/links/edit-distance.ts'

/** Words that instructions are made of. A word that is one slip away from one of them, and that the site does not know, is meant as it. */
const COMMAND_WORDS =
  'replace rename change update remove delete insert create append convert correct capitalize everywhere throughout occurrences mentions instances instead broken links anchors headings heading sentence title case trailing whitespace spaces blank lines spelling mistakes typos misspellings description descriptions front matter frontmatter section folder directory navigation sidebar redirect page pages documentation changelog language languages copyright version versions english french spanish german chinese japanese translated translations except excluding without should called spelled written please warning note paragraph missing duplicate straight quotes'.split(
    ' ',
  )

const KNOWN = new Set(COMMAND_WORDS)

/** Contractions are written without their mark as often as with it. */
const CONTRACTIONS: ReadonlyMap<string, string> = new Map([
  ['dont', "don't"],
  ['doesnt', "doesn't"],
  ['isnt', "isn't"],
  ['arent', "aren't"],
  ['shouldnt', "shouldn't"],
  ['wont', "won't"],
  ['pls', 'please'],
  ['plz', 'please'],
])

const WORD = /(?<![\p{L}\p{N}_./@\\-])[a-z]{4,20}(?![\p{L}\p{N}_/@\\'’-]|\.[\p{L}\p{N}])/gu

/** Nobody writes more words than this in an instruction, and each one is compared with all of them. */
const WORDS_MAX = 300

/** Corrects slips in the words of a command. Quoted texts are not seen, names and paths not touched. */
export function correctTypos(masked: string, isOnSite: (word: string) => boolean): string {
  let seen = 0
  return masked.replaceAll(WORD, (word) => {
    const contraction = CONTRACTIONS.get(word)
    if (contraction !== undefined) return contraction
    seen += 1
    if (seen > WORDS_MAX || word.length < 5 || KNOWN.has(word)) return word
    const limit = word.length >= 8 ? 2 : 1
    const near = COMMAND_WORDS.filter(
      (one) => one[0] === word[0] && Math.abs(one.length - word.length) <= limit && isSlip(word, one, limit),
    )
    const [only, ...more] = near
    return only === undefined || more.length > 0 || isOnSite(word) ? word : only
  })
}

/** A plural or another form of a word is no slip. */
function isSlip(word: string, right: string, limit: number): boolean {
  const isForm = word.startsWith(right) || right.startsWith(word) || /^(?:e?d|es|ing|s)$/u.test(word.slice(right.length - 1))
  return !isForm && editDistance(word, right, limit) <= limit
}
