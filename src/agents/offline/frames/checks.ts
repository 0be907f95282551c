import { checkSpelling, repairLinks } from '../../../site/operations/checks.ts'
import { understood } from '../frame.ts'
import type { FrameReader } from './pattern.ts'

const LINK_WORDS = String.raw`(?:links?|anchors?|cross-?references?|hyperlinks?|link targets?|404s?)`
const LINKS = String.raw`(?:the |all |any |our |my |every |few |some |a |those |these )*(?:broken |dead |internal |wrong |invalid |stale |outdated )*${LINK_WORDS}(?:(?:,? and |, | or |\/)(?:the |broken |dead )*${LINK_WORDS})*(?: (?:that|which) (?:are|is) (?:broken|dead|wrong))?`
const REPAIR_LINKS = new RegExp(String.raw`^(?:(?:find|check|look for|detect) and )?(?:fix|update)(?: up)? ${LINKS}$`, 'iu')
const CHECK_LINKS = new RegExp(
  String.raw`^(?:check|find|list|report|show|look for|detect|test|validate)(?: for| me)? ${LINKS}$|^link[- ]?check$|^(?:(?:are|is) there|do (?:we|you) (?:still )?(?:have|see|find)|have we) (?:still )?(?:any )?${LINKS}(?: left)?$`,
  'iu',
)
/** "There are a few dead anchors on our pages, can you have a look and repair the ones you are sure about?" */
const THERE_ARE_LINKS = new RegExp(
  String.raw`^there (?:are|is|seem to be|might be) ${LINKS},? (?:can you |could you |please |and )*(?:(?:have|take) a look and )?(?:fix|repair|correct|mend)(?: (?:them|it|those|these|all of them|the ones (?:that )?you are (?:sure|certain) (?:about|of)|what you can))?$`,
  'iu',
)

const MISTAKES = String.raw`(?:(?:the|all|any|our|every|obvious|some|a few|few)\s+)*(?:spelling(?:\s+(?:mistakes?|errors?|issues?|problems?))?|typos?|misspellings?|misspelled words?|typographical errors?)(?:(?:\s+and\s+|,\s*|\/)(?:typos?|spelling(?:\s+(?:mistakes?|errors?))?|misspellings?))*`
const FIX_SPELLING = new RegExp(
  String.raw`^(?:proofread(?: it| them)? and )?(?:(?:find|check)\s+and\s+)?(?:fix|remove)\s+${MISTAKES}$|^(?:spell[- ]?check|proofread)(?: it| them| everything)?,? and (?:fix|correct|repair) (?:${MISTAKES}|(?:what|the ones|everything|anything|any errors) ?.{0,30})$`,
  'iu',
)
const CHECK_SPELLING = new RegExp(
  String.raw`^(?:(?:check|find|list|report|show|look for)(?:\s+for)?\s+${MISTAKES}|(?:run\s+(?:a\s+)?)?spell[- ]?check(?:ing|er)?(?:\s+.{0,20})?|proofread(?:\s+for\s+typos)?)$`,
  'iu',
)

export const checks: FrameReader = {
  examples: ['Fix the broken links', 'Fix the spelling mistakes', 'Check the links in guides/', 'Check the spelling in guides/'],
  read: ({ text, scope }) => {
    if (REPAIR_LINKS.test(text) || THERE_ARE_LINKS.test(text))
      return understood({ operation: repairLinks, given: { mayWrite: true, scope } })
    if (CHECK_LINKS.test(text)) return understood({ operation: repairLinks, given: { mayWrite: false, scope } })
    if (FIX_SPELLING.test(text))
      return understood({ operation: checkSpelling, given: { mayWrite: true, scope }, isEnglishOnly: true })
    return CHECK_SPELLING.test(text)
      ? understood({ operation: checkSpelling, given: { mayWrite: false, scope }, isEnglishOnly: true })
      : null
  },
}
