/** A page as it is looked for. */
export interface RankedPage {
  path: string
  title: string
  headings: readonly string[]
  /** A translation, or a page of an earlier version: most often the other one is meant. */
  isOther: boolean
}

/** Words that say nothing about what a page is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a about all an and are as at be by can do does for from get has have how i in into is it its my of on or our page pages that the their them this to use using we what when where which with you your'.split(
    ' ',
  ),
)

const WEIGHTS = { title: 4, path: 3, headings: 1 }
/** `webhook` for `webhooks`, `auth` for `authentication`: worth less than the word itself. */
const BEGINNING_SHARE = 0.4
const BEGINNING_CHARACTERS_MIN = 4
const OTHER_SHARE = 0.3

/** The pages that have some of the words, the best first; all of them, in their order, when there are no words. */
export function rankPages<Page extends RankedPage>(pages: readonly Page[], words: string): Page[] {
  const asked = [...new Set(wordsOf(words))]
  const wanted = asked.some((word) => !STOP_WORDS.has(word)) ? asked.filter((word) => !STOP_WORDS.has(word)) : asked
  if (wanted.length === 0) return [...pages].sort((a, b) => Number(a.isOther) - Number(b.isOther))
  const read = pages.map((page) => ({
    page,
    title: new Set(wordsOf(page.title)),
    path: new Set(wordsOf(page.path.replace(/\.\w+$/u, ''))),
    headings: new Set(page.headings.flatMap(wordsOf)),
  }))
  const scored = read.map((one) => ({ ...one, score: 0 }))
  for (const word of wanted) {
    const shares = scored.map(
      ({ title, path, headings }) =>
        WEIGHTS.title * share(title, word) + WEIGHTS.path * share(path, word) + WEIGHTS.headings * share(headings, word),
    )
    const count = shares.filter((one) => one > 0).length
    // A word that many pages have tells less about each of them.
    const rarity = Math.log(1 + pages.length / (1 + count))
    for (const [index, one] of shares.entries()) scored[index]!.score += one * rarity
  }
  return scored
    .filter(({ score }) => score > 0)
    .map(({ page, score, title }) => ({ page, score: (page.isOther ? OTHER_SHARE : 1) * score, length: title.size }))
    .sort((a, b) => b.score - a.score || a.length - b.length || (a.page.path < b.page.path ? -1 : 1))
    .map(({ page }) => page)
}

function share(words: ReadonlySet<string>, wanted: string): number {
  if (words.has(wanted) || words.has(`${wanted}s`) || (wanted.endsWith('s') && words.has(wanted.slice(0, -1)))) return 1
  if (wanted.length < BEGINNING_CHARACTERS_MIN) return 0
  for (const word of words) if (word.startsWith(wanted)) return BEGINNING_SHARE
  return 0
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
