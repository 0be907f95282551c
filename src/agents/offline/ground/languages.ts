/** Names of languages, as people call the pages of a translation. */
const NAMES =
  'arabic ar,bengali bn,bulgarian bg,catalan ca,chinese zh,mandarin zh,simplified-chinese zh,traditional-chinese zh,croatian hr,czech cs,danish da,dutch nl,english en,estonian et,farsi fa,finnish fi,french fr,german de,greek el,hebrew he,hindi hi,hungarian hu,indonesian id,italian it,japanese ja,korean ko,latvian lv,lithuanian lt,norwegian nb,persian fa,polish pl,portuguese pt,brazilian pt,romanian ro,russian ru,serbian sr,slovak sk,slovenian sl,spanish es,swedish sv,thai th,turkish tr,ukrainian uk,vietnamese vi'

const CODES: ReadonlyMap<string, string> = new Map(
  NAMES.split(',').map((pair): [string, string] => {
    const [name = '', code = ''] = pair.split(' ')
    return [name.replace('-', ' '), code]
  }),
)

/** The code that the folders of a language begin with; null for a word that is not the name of one. */
export function languageCode(word: string): string | null {
  return CODES.get(word.trim().toLowerCase()) ?? null
}

/** True for a folder of the language: `zh-CN` is Chinese. */
export function isOfLanguage(folder: string, code: string): boolean {
  return folder.toLowerCase().split(/[-_]/u)[0] === code
}
