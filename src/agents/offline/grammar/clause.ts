import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { ANY_QUOTE, unquoted } from './masked-text.ts'
import { type Scope, candidatesFor } from '../../../site/operations/scope.ts'

/** One instruction of a prompt, with everything taken out that is said the same way in all instructions. */
export interface Clause {
  /** Masked, without the words for scope and code. */
  text: string
  /** Masked, as written. */
  original: string
  quotes: readonly string[]
  scope: Scope
  /** True for "also in code blocks": code is left alone otherwise. */
  includesCode: boolean
  /** True for "also in attributes". */
  includesMarkup: boolean
}

/* What may stand in front of such words is read from its start only, or a long row of commas would be read anew from each of them. */

const EVERYWHERE =
  /(?<![\s,])[\s,]*\b(?:everywhere|throughout(?: the (?:docs|documentation|site|pages))?|site-?wide|globally|(?:across|in|on|over|through|for) (?:all|every|each|the whole|the entire|the|all of the|all the|our)(?: of)?(?: the| our)? (?:docs|documentation|site|pages?|files?|repository|repo|website))\b/giu

const NOT_IN_CODE =
  /(?<![\s,])[\s,]*\b(?:but )?(?:(?:do not|don['’]?t) (?:touch|change|edit)|not|except|excluding|without|outside(?: of)?|skip(?:ping)?|ignor(?:e|ing)|leave|leaving)(?: for)?(?: in| inside)?(?: the)?(?: inline)? code(?: blocks?| fences?| samples?| examples?| spans?)?(?: alone| untouched)?\b/iu

const IN_CODE =
  /(?<![\s,(])[\s,(]*\b(?:and )?(?:also (?:in|inside|within)|including(?: in| inside)?|even (?:in|inside|within)|as well as in|and in|in text and)(?: the| all)?(?: inline)? code(?: blocks?| fences?| samples?| examples?| spans?| snippets?)?\)?/iu

const IN_MARKUP =
  /(?<![\s,(])[\s,(]*\b(?:and )?(?:also in|including(?: in)?|even in)(?: the)?(?: html| jsx)? (?:attributes|props)\b\)?/iu

/** A path: quoted, or a word with a slash, a wildcard or a file ending. */
const WORD = String.raw`(?:${ANY_QUOTE}|(?:\.{1,2}\/|\/)?[\w@~*?.\-[\]()]+(?:\/[\w@~*?.\-[\]()]+)*\/?)`
const NOUN = String.raw`(?:\s+(?:folder|directory|section|pages?|files?))?`
const PATH_LIST = String.raw`(?:the\s+)?(?:(?:files?|pages?|folders?|director(?:y|ies))\s+)?(${WORD}${NOUN}(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+)(?:in\s+)?${WORD}${NOUN})*)`
const EXCEPT = new RegExp(
  String.raw`(?<![\s,(])[\s,(]*\b(?:but\s+not|and\s+not|except(?:\s+for)?|excluding|apart\s+from|other\s+than|leaving\s+out|(?:do\s+not|don['’]?t)\s+(?:touch|change|edit)|not|skip|ignore)\s+(?:(?:in|on|under|inside|for)\s+)?${PATH_LIST}\)?`,
  'giu',
)
const ONLY = new RegExp(
  String.raw`(?<![\s,(])[\s,(]*\b(?:but\s+)?(?:only\s+|just\s+)?(?:in|on|under|inside|within|below|of|across)\s+${PATH_LIST}(?:\s+only)?\)?`,
  'giu',
)

/** Takes the common parts out of a clause. What a path is depends on the site: `guides` alone counts only if there is such a folder. */
export function readClause(original: string, quotes: readonly string[], site: EditableSite): Clause {
  const include: string[] = []
  const exclude: string[] = []
  let text = original.replace(NOT_IN_CODE, '')
  const includesCode = text === original && IN_CODE.test(text)
  if (includesCode) text = text.replace(IN_CODE, '')
  const includesMarkup = IN_MARKUP.test(text)
  if (includesMarkup) text = text.replace(IN_MARKUP, '')
  const take = (list: string[]) => (whole: string, found: string) => {
    const paths = readPaths(found, quotes, site)
    if (!paths) return whole
    list.push(...paths)
    return ''
  }
  text = text.replaceAll(EXCEPT, take(exclude)).replaceAll(ONLY, take(include)).replaceAll(EVERYWHERE, '')
  text = text.replaceAll(/\s+/gu, ' ').trim()
  return { text, original, quotes, scope: { include, exclude }, includesCode, includesMarkup }
}

/** Null as soon as one part is no path: then the words mean something else. */
export function readPaths(list: string, quotes: readonly string[], site: EditableSite): string[] | null {
  const paths: string[] = []
  for (const part of list.split(/\s*,\s*(?:and\s+)?|\s+(?:and|or)\s+/u)) {
    const isFolder = /\s(?:folder|directory|section)$/u.test(part)
    const written = unquoted(part.replace(/^in\s+/u, '').replace(/\s+(?:folder|directory|section|pages?|files?)$/u, ''), quotes)
    if (!isFolder && !looksLikePath(written, site)) return null
    paths.push(written)
  }
  return paths
}

function looksLikePath(written: string, site: EditableSite): boolean {
  if (/\s/u.test(written) && !site.has(written)) return false
  if (/^[\w.@~-]*[*/]|\/|\.(?:md|mdx|markdown|json|ya?ml|txt|[jt]s)$/iu.test(written)) return true
  return written !== '' && /^[\w-]+$/u.test(written) && candidatesFor(site, written).length > 0
}
