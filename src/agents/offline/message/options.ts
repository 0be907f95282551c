/** How an operation is meant, as people say it beside the operation itself. */
export interface Options {
  followsCase: boolean
  ignoresCase: boolean
  isExact: boolean
  followsPlural: boolean
  inCode: boolean
  inMarkup: boolean
  /** Links, redirects and the navigation shall follow, which they do anyway. */
  wantsFollowing: boolean
}

/* What may stand in front of such words is read from its start only, or a long row of commas would be read anew from each of them. */

const FOLLOWS_CASE =
  /(?<![\s,(])[\s,(]*\b(?:(?:and\s+)?(?:keep(?:ing)?|preserv(?:e|ing)|retain(?:ing)?|respect(?:ing)?|match(?:ing)?(?:\s+the)?|follow(?:ing)?)\s+(?:the\s+|its\s+|their\s+|original\s+)*(?:case|casing|capitals|capitali[sz]ation))\b\)?/iu
const IGNORES_CASE =
  /(?<![\s,(])[\s,(]*\b(?:in any case|case[- ]insensitive(?:ly)?|ignoring (?:the )?case|ignore case|whatever the case|regardless of (?:the )?(?:case|capitali[sz]ation)|in any capitali[sz]ation)\b\)?/iu
const EXACT =
  /(?<![\s,(])[\s,(]*\b(?:exact(?:ly)?(?: (?:case|match(?:es)?|text))?(?: only)?|case[- ]sensitive(?:ly)?|match case)\b\)?/iu
const PLURALS =
  /(?<![\s,(])[\s,(]*\b(?:and|with|including|also)?\s*(?:its|the|their)?\s*plurals?(?: forms?)?(?: too| as well)?\b\)?/iu

const CODE = String.raw`(?:inline\s+)?(?:code(?: ?blocks?| fences?| samples?| examples?| spans?| snippets?)?|(?:\w+ )?commands|(?:terminal|shell) (?:commands|snippets))`
const NOT_IN_CODE = new RegExp(
  String.raw`(?<![\s,])[\s,]*\b(?:but )?(?:(?:do not|don['’]?t) (?:touch|change|edit)|not|except|excluding|without|outside(?: of)?|skip(?:ping)?|ignor(?:e|ing)|leave|leaving)(?: for)?(?: in| inside)?(?: the)? ${CODE}(?: alone| untouched)?\b`,
  'iu',
)
const IN_CODE = new RegExp(
  String.raw`(?<![\s,(])[\s,(]*\b(?:and )?(?:also (?:in|inside|within)|including(?: in| inside)?|even (?:in|inside|within)|as well as in|and in|in text and)(?: the| all)? ${CODE}\)?`,
  'iu',
)
const FIX_CODE = new RegExp(
  String.raw`^(?:also |and )*(?:fix|update|change) (?:it |them |that |this )?(?:in )?(?:the |all )?${CODE}(?: too| as well)?$`,
  'iu',
)
const IN_PROSE = /(?<![\s,(])[\s,(]*\b(?:only )?in (?:the )?(?:prose|running text|body text)(?: only)?\b\)?/iu
const IN_MARKUP =
  /(?<![\s,(])[\s,(]*\b(?:and )?(?:also in|including(?: in)?|even in)(?: the)?(?: html| jsx)? (?:attributes|props)\b\)?/iu

const REDIRECT = String.raw`(?:(?:set(?:ting)? up|add(?:ing)?|creat(?:e|ing)|leav(?:e|ing)|mak(?:e|ing)|includ(?:e|ing)|put(?:ting)? in|don['’]?t forget(?: to add| to set up)?|remember(?: to add)?|with)\s+)(?:a |the |an |proper |working )*redirects?(?:\s+(?:from|for|to) (?:the |its )?(?:old|new|previous|original) (?:\w+)| in place)?`
const KEEPS_LINKS = String.raw`(?:keep(?:ing)?|so that|make sure(?: that)?|ensur(?:e|ing))\s+(?:the |all |its |any )*(?:old |existing |internal |incoming )*(?:urls?|links?|address(?:es)?|bookmarks|anchors?)(?: (?:to|pointing to) (?:it|the page))?\s+(?:still |will |keep )*(?:work(?:ing)?|alive|valid|intact|resolve|don['’]t break|do not break)`
const UPDATES_LINKS = String.raw`(?:fix|update|adjust|repair)(?:ing)? (?:the |all |any |our |its )*(?:sidebars?|nav(?:igation)?|menus?|toc|(?:internal )?links?(?: (?:to|pointing to) (?:it|the page))?|references(?: to it)?)(?: (?:entry|entries|accordingly|too|as well))*`
const FOLLOWING = new RegExp(
  String.raw`(?<![\s,])[\s,]*(?:^|(?<=[\s,]))(?:and |but |also |please )*(?:${REDIRECT}|${KEEPS_LINKS}|(?<=[\s,](?:and|also) )${UPDATES_LINKS})(?=[\s,.]|$)`,
  'iu',
)

export const NO_OPTIONS: Options = {
  followsCase: false,
  ignoresCase: false,
  isExact: false,
  followsPlural: false,
  inCode: false,
  inMarkup: false,
  wantsFollowing: false,
}

/** Takes the words for options out of an instruction. */
export function takeOptions(raw: string): { text: string; options: Options } {
  const options = { ...NO_OPTIONS }
  let text = raw
  const take = (pattern: RegExp, then: () => void) => {
    const without = text.replace(pattern, '')
    if (without === text) return
    text = without
    then()
  }
  take(NOT_IN_CODE, () => undefined)
  if (text === raw) take(IN_CODE, () => (options.inCode = true))
  take(FIX_CODE, () => (options.inCode = true))
  take(IN_PROSE, () => undefined)
  take(IN_MARKUP, () => (options.inMarkup = true))
  take(FOLLOWS_CASE, () => (options.followsCase = true))
  take(IGNORES_CASE, () => (options.ignoresCase = true))
  take(EXACT, () => (options.isExact = true))
  take(PLURALS, () => (options.followsPlural = true))
  if (/^(?:move|rename|relocate|delete|remove|drop|merge|combine|get rid)\b|\b(?:should|moved|renamed|live)\b/iu.test(text))
    take(FOLLOWING, () => (options.wantsFollowing = true))
  else if (new RegExp(String.raw`^(?:and |but |also |please )*(?:${REDIRECT}|${KEEPS_LINKS})$`, 'iu').test(text)) {
    text = ''
    options.wantsFollowing = true
  }
  return { text: text.replaceAll(/\s+/gu, ' ').replace(/^[\s,]+|[\s,]+$/gu, ''), options }
}
