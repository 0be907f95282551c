import {
  addMissingFields,
  endDescriptions,
  removeFrontMatter,
  repairFields,
  setFrontMatter,
} from '../../../site/operations/front-matter.ts'
import { pagesIn } from '../../../site/operations/scope.ts'
import { type Frame, type Reading, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, SLOT, isQuoted } from './pattern.ts'

const MATTER = String.raw`(?:(?:page )?front[- ]?matter|metadata|meta ?data|yaml(?: headers?| blocks?| front[- ]?matter)?)`
const FIELD = String.raw`(?:(?:page |meta |seo )*(?:titles?|descriptions?)(?: (?:fields?|tags?))?)`
const TAIL = String.raw`(?:,? (?:to|in|for|of|on|into) (?:the |its |their |all |every |each |any |our )*(?:${MATTER}|pages?|docs|files?)(?: (?:that|which) (?:have none|has none|lacks? (?:one|it|them)|miss(?:es)? (?:one|it|them)|do(?:es)?(?: not|n['’]t) have (?:one|any|it|them)|(?:are|is) missing (?:one|it|them)))?| (?:that|which) (?:have none|has none|lacks? (?:one|it|them)|(?:are|is) missing (?:one|it|them))| where(?:ver)? (?:it(?:['’]s| is)? |they(?:['’]re| are)? )?(?:missing|needed|there is none))*`
const ADD = new RegExp(
  String.raw`^(?:add|fill(?: in)?|generate|create|write|set|provide|fix) (?:a |an |the |all |any |some )*(?:missing )?(?<fields>${FIELD}(?:(?:,? and |, | or )(?:a |an )?(?:missing )?${FIELD})*|${MATTER} ${FIELD}(?: and ${FIELD})?|${MATTER})${TAIL}$`,
  'iu',
)
const REPAIR = new RegExp(
  String.raw`^(?:fix|validate) (?:the |all |any )*(?:broken |invalid |malformed )?${MATTER}(?: (?:errors?|problems?|syntax))?$`,
  'iu',
)
const ENDS =
  /^(?:(?:all |the |our |every |each )*(?:page )?descriptions? (?:in the front ?matter )?(?:should|must|needs? to|have to|has to)(?: all| always)? end (?:with|in) (?:a |an )?(?:period|full stop|dot)|(?:add|put) (?:a |the |missing )*(?:period|full stop|dot)s? (?:to|at) (?:the )?(?:ends? of )?(?:all |the |every |each )*(?:page )?descriptions?(?: (?:that|which) (?:lack|miss|have no).*)?|end (?:all |the |every |each )*(?:page )?descriptions? with (?:a )?(?:period|full stop|dot))$/iu
const KEY = String.raw`[A-Za-z_][\w-]*`
const SET = [
  String.raw`(?:set|change|update|make|rename|edit) (?:the )?(?:page )?(?<key>${SLOT})(?: (?:field|key|property|value))? (?:to|as|=) (?<value>${SLOT})(?: in (?:the |its |their )?${MATTER})?`,
  String.raw`(?:set|change|update) (?:the )?(?<key>${SLOT}) in (?:the |its |their )?${MATTER} to (?<value>${SLOT})`,
  String.raw`(?:add|set|put|use) (?:the )?(?:field |key |property )?(?<key>${KEY}): ?(?<value>${SLOT})(?: (?:to|in|into|on) (?:the |its |their |all |each |every )*(?:${MATTER}|pages?|files?))?`,
  String.raw`(?:add|set) (?:the |a )?(?<key>${KEY}) (?:field |key )?(?:with (?:the )?value |to |= ?|of )(?<value>${SLOT})(?: (?:to|in|into) (?:the |its |their )?${MATTER})?`,
  String.raw`(?:the )?(?<key>title|description|sidebar (?:label|title)) (?:should|must) (?:be|read|say) (?<value>${ANY_QUOTE})`,
].map((source) => new RegExp(`^${source}$`, 'iu'))
const REMOVE = new RegExp(
  String.raw`^remove (?:the |all |any |every )*(?<key>${SLOT})(?: (?:field|key|property|entry)s?)?(?: from (?:the |its |their |all )*(?:${MATTER}|pages?|files?))$|^remove (?:the |all )*(?<other>${KEY}) (?:front[- ]?matter )(?:field|key|property)s?$`,
  'iu',
)

/** Names that people use for fields, by what the generators call them. */
const FIELD_NAMES: readonly { words: RegExp; keys: readonly string[] }[] = [
  { words: /^(?:page )?title$/iu, keys: ['title'] },
  { words: /^(?:page |meta |seo )?description$/iu, keys: ['description'] },
  {
    words: /^(?:sidebar|nav(?:igation)?|menu) (?:label|title|name|text)$/iu,
    keys: ['sidebar_label', 'sidebarTitle', 'sidebar_title', 'linkTitle', 'nav_title'],
  },
  { words: /^(?:sidebar|nav) (?:position|order)$/iu, keys: ['sidebar_position', 'weight', 'nav_order', 'order'] },
]

export const frontMatter: FrameReader = {
  examples: [
    'Add missing titles and descriptions to the front matter',
    'Set the title of guides/setup.md to "Set up"',
    'Repair the front matter',
    'Remove the keywords from the front matter in guides/',
    'End all descriptions with a full stop',
  ],
  read: (clause, ground) => {
    const { text, scope } = clause
    if (ENDS.test(text)) return understood({ operation: endDescriptions, given: { scope } })
    if (REPAIR.test(text)) return understood({ operation: repairFields, given: { scope } })
    return readMissing(text, scope) ?? readSet(clause, ground) ?? readRemove(clause, ground)
  },
}

function readMissing(text: string, scope: Clause['scope']): Reading | null {
  const fields = ADD.exec(text)?.groups?.['fields']
  if (fields === undefined) return null
  // "fix the description" is not about those that are missing.
  if (/^fix/iu.test(text) && !/missing/iu.test(text)) return null
  const wantsTitle = /title/iu.test(fields) || !/description/iu.test(fields)
  const wantsDescription = /description/iu.test(fields)
  const given = { fields: [...(wantsTitle ? ['title'] : []), ...(wantsDescription ? ['description'] : [])], scope }
  return understood({ operation: addMissingFields, given })
}

function readSet(clause: Clause, ground: Ground): Reading | null {
  // "add "hidden: true" to the front matter"
  const pair =
    /^(?:add|set|put) (?<pair>\uE000\d+\uE001)(?: (?:to|in|into) (?:the |its |their )?(?:front[- ]?matter|metadata))$/iu.exec(
      clause.text,
    )?.groups?.['pair']
  const [, name, written] =
    /^(?<name>[A-Za-z_][\w-]*):[ \t]*(?<value>\S.*)$/u.exec(pair === undefined ? '' : unquoted(pair, clause.quotes)) ?? []
  if (name !== undefined && written !== undefined && clause.scope.include.length > 0)
    return understood(frame(name, valueOf(written, false), clause))
  for (const pattern of SET) {
    const found = pattern.exec(clause.text)?.groups
    if (!found) continue
    const key = keyOf(unquoted(found['key'] ?? '', clause.quotes), clause, ground)
    if (key === null) continue
    const written = found['value'] ?? ''
    const value = valueOf(unquoted(written, clause.quotes), isQuoted(written))
    const isText = key === 'title' || key === 'description'
    if (!isText && !isQuoted(written) && /\s/u.test(written)) continue
    if (clause.scope.include.length === 0 && !/\b(?:all|every|each)\b/iu.test(clause.raw))
      return unclear('Say on which page.', `Set the ${key} of ${ground.site.pages()[0] ?? 'guides/setup.md'} to "${value}"`)
    const count = pagesIn(ground.site, clause.scope).length
    if (isText && count > 1)
      return unclear(
        `${count} pages would get the same ${key}. Name the one page.`,
        `Set the ${key} of ${pagesIn(ground.site, clause.scope)[0]} to "${value}"`,
      )
    if (isText && !isQuoted(written) && /[,;]|\b(?:and|but|except|only)\b/iu.test(String(value)))
      return unclear('Put quotes around the text.', `Set the ${key} of ${clause.scope.include[0]} to "${value}"`)
    return understood(frame(key, value, clause))
  }
  return null
}

function frame(key: string, value: string | number | boolean, { scope }: Clause): Frame {
  return { operation: setFrontMatter, given: { key, value, scope } }
}

function valueOf(text: string, quoted: boolean): string | number | boolean {
  if (quoted) return text
  if (/^(?:true|false)$/iu.test(text)) return /^true$/iu.test(text)
  return /^-?\d+$/u.test(text) ? Number(text) : text
}

/** The field that words mean: one that pages of the scope have, or one that is written as a field. */
function keyOf(words: string, clause: Clause, ground: Ground): string | null {
  const known = FIELD_NAMES.find((name) => name.words.test(words))
  const has = (key: string) =>
    pagesIn(ground.site, clause.scope).some((path) => new RegExp(`^${key}:`, 'mu').test(ground.site.text(path).slice(0, 2000)))
  const onSite = (key: string) =>
    ground.site
      .pages()
      .some((path) => new RegExp(`^---\\n(?:.*\\n){0,40}?${key}:`, 'u').test(ground.site.text(path).slice(0, 2000)))
  if (known) return known.keys.find(has) ?? known.keys.find(onSite) ?? known.keys[0]!
  if (!/^[A-Za-z_][\w-]*$/u.test(words)) return null
  const isWritten = new RegExp(
    String.raw`:|front[- ]?matter|metadata|\b${words}\s+(?:field|key|property)\b|\b(?:field|key|property)\s+${words}\b`,
    'iu',
  ).test(clause.raw)
  const isKnown = /^(?:set|change|update)\b/iu.test(clause.raw) && onSite(words)
  return isWritten || isKnown ? ([words, words.toLowerCase()].find(onSite) ?? words) : null
}

function readRemove(clause: Clause, ground: Ground): Reading | null {
  const found = (
    REMOVE.exec(clause.text) ??
    (/front[- ]?matter|metadata/iu.test(clause.raw) ? REMOVE.exec(`${clause.text} from the front matter`) : null)
  )?.groups
  const words = found?.['key'] ?? found?.['other']
  if (words === undefined) return null
  const key = keyOf(unquoted(words, clause.quotes), clause, ground)
  if (key === null) return null
  if (key === 'title') return unclear('A page without a title is no page that readers find.')
  const pages = pagesIn(ground.site, clause.scope)
  if (!pages.some((path) => new RegExp(`^${key}:`, 'mu').test(ground.site.text(path))))
    return unclear(`No page there has a field \`${key}\`.`)
  return understood({ operation: removeFrontMatter, given: { key, scope: clause.scope } })
}
