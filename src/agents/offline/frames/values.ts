import { copyrightYears } from '../../../site/edit/replace/set-copyright-year.ts'
import { versionsBeside } from '../../../site/edit/replace/set-version.ts'
import { kindOfText } from '../../../site/edit/replace/text-kind.ts'
import { pagesIn } from '../../../site/operations/scope.ts'
import { tidy } from '../../../site/operations/tidy.ts'
import { replaceAddress, setCopyrightYear, setVersion } from '../../../site/operations/values.ts'
import { type Reading, choice, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, WORD_SLOT, where } from './pattern.ts'

const VERSION = String.raw`v?\d+(?:\.(?:\d+|x))*(?:[-+][\w.]+)?(?: LTS)?\+?`
const ARROW = String.raw`(?:→|-+>|=+>)`
const NAME = String.raw`(?:(?:the|our|minimum|required|min|supported|latest|current|recommended|default|lowest)\s+)*(?<name>${ANY_QUOTE}|\p{L}[\p{L}\p{N}.@/_-]*(?: \p{L}[\p{L}\p{N}.@/_-]*){0,2}?)(?:['’]s)?(?:\s+(?:versions?|requirements?|releases?))*`
const FROM_TO = String.raw`(?:from\s+)?(?:version\s+)?(?<from>${VERSION}) (?:to|${ARROW}|→) (?:version\s+)?(?<to>${VERSION})`

const VERSIONS = [
  String.raw`(?:bump|update|change|set|move|replace|increase|use) ${NAME} (?:version )?${FROM_TO}`,
  String.raw`(?:bump|update|change|increase) (?:the )?(?:versions? )?${FROM_TO}`,
  String.raw`(?:bump|update|set|change|increase) ${NAME} (?:to|${ARROW}) (?:version )?(?<to>${VERSION})`,
  String.raw`${NAME} ${FROM_TO}`,
  String.raw`(?:we )?(?:now )?(?:requires?|needs?|supports?|uses?|targets?) ${NAME} (?:version )?(?<to>${VERSION})(?: or (?:higher|newer|later|above))?(?:,)? (?:instead of|rather than|not|and not|no longer|up from|was) (?:version )?(?<from>${VERSION})`,
  String.raw`${NAME} (?:is|are|has been|was) (?:now )?(?:raised |bumped |updated |increased |changed |moved )?(?:from (?<from>${VERSION}) )?(?:now |to )*(?:version )?(?<to>${VERSION})`,
  String.raw`${NAME} (?:is|are) (?:now )?(?<to>${VERSION})(?: now)?,? ?\(?(?:was|were|previously|before:?|up from|instead of|not) (?<from>${VERSION})\)?`,
  String.raw`(?:we )?now (?:requires?|needs?|supports?) ${NAME} (?<to>${VERSION})(?: or (?:higher|newer|later|above))?`,
].map((source) => new RegExp(`^${source}$`, 'iu'))

/** The name and the new version of a statement such as "the minimum Node version is now 26". */
export function announcedVersion(text: string): { name: string; to: string } | null {
  for (const pattern of VERSIONS) {
    const found = pattern.exec(text)?.groups
    if (found?.['name'] !== undefined && found['to'] !== undefined && found['from'] === undefined)
      return { name: found['name'], to: found['to'] }
  }
  return null
}

const YEAR =
  /^(?:(?:update|change|set|bump|make|fix|move)\s+)?(?:the\s+|all\s+|our\s+)*(?:copyright(?:\s+(?:years?|dates?|notices?|lines?))*|years? (?:in|of) the copyright(?: notices?| line| footer)?|footer copyright(?: year)?|copyright year in the footer)(?:\s+(?:is now|should (?:be|say)|to|from \d{4} to))*(?:\s+(?<year>(?:19|20)\d\d))?$/iu

const ADDRESS = new RegExp(
  String.raw`^(?:replace|change|update|point|switch|redirect) (?:(?:all|every|the|our|any) )*(?:external )?(?:links?|urls?|references|domains?|addresses|hrefs?)(?: (?:that (?:point|lead|go)|which (?:point|lead|go)|pointing|leading|going))? ?(?:to|from|of)? (?<from>${WORD_SLOT}) (?:with|to|by|so (?:that )?they point to|→|->) (?:(?:links?|urls?) to )?(?<to>${WORD_SLOT})$`,
  'iu',
)

const HTTPS =
  /^fix (?:the |all |any |our |insecure )*http (?:links?|urls?)$|^(?:use|prefer|switch to|enforce|change to) https(?: (?:links?|urls?))?(?: (?:for|in|on|instead of http(?: (?:for|in|on))?)(?: (?:all|the|our|every|external|outgoing|outbound))*(?: (?:links?|urls?))?)?(?: where possible)?$|^(?:replace|change|update|upgrade|bump|make|fix) (?:(?:all|the|our|every|external|any|insecure) )*(?:http(?::\/\/)?(?:\s(?:links?|urls?))?|links?(?: from http)?|urls?(?: from http)?) (?:to|with|by|into|use|secure)(?: use| be)?(?: https)?(?: (?:links?|urls?))?(?: where possible)?$|^(?:all|the|our|external|every)(?: external| outgoing)? (?:links?|urls?) (?:should|must) (?:use|be) https$/iu

export const values: FrameReader = {
  examples: [
    'Update Node.js from 20 to 22',
    'Update the copyright year to 2026',
    'Replace https://a.example/start with https://b.example/start',
  ],
  read: (clause, ground) => readVersion(clause, ground) ?? readYear(clause, ground) ?? readAddress(clause) ?? readHttps(clause),
}

function readVersion(clause: Clause, ground: Ground): Reading | null {
  for (const pattern of VERSIONS) {
    const found = pattern.exec(clause.text)?.groups
    if (!found) continue
    const to = (found['to'] ?? '').replace(/\+$/u, '')
    const from = found['from']?.replace(/\+$/u, '')
    const name = found['name'] === undefined ? null : unquoted(found['name'], clause.quotes)
    if (
      name !== null &&
      /^(?:version|copyright|year|price|number|limit|it|this|that|the|title|description|timeout|heading|page|release)$/iu.test(
        name,
      )
    ) {
      if (!/^version$/iu.test(name) || from === undefined)
        return from === undefined && /^(?:version|release)$/iu.test(name)
          ? unclear('Say of what: a version stands beside a name.', `Update Node.js to ${to}${where(clause)}`)
          : null
    }
    const named = name !== null && !/^version$/iu.test(name) ? name : null
    if (named === null && from !== undefined && kindOfText(from) !== 'version')
      return unclear('Say of what: a version stands beside a name.', `Update Node.js from ${from} to ${to}${where(clause)}`)
    if (kindOfText(to) === 'year' && from === undefined) return null
    return withOld(named, from ?? null, to, clause, ground)
  }
  return null
}

/** The old version is looked up on the site when it is not given. */
function withOld(name: string | null, from: string | null, to: string, clause: Clause, ground: Ground): Reading | null {
  const { scope } = clause
  if (name === null) return from === null ? null : understood({ operation: setVersion, given: { from, to, scope } })
  if (ground.occurrences(name) === 0 && ground.occurrences(name.replace(/\.?js$/iu, '')) === 0)
    return unclear(`"${name}" is nowhere on the site.`)
  const frame = { operation: setVersion, given: { name, ...(from === null ? {} : { from }), to, scope } }
  if (from !== null) return understood(frame)
  const beside = versionsBeside(ground.site, pagesIn(ground.site, scope), name)
  const bare = to.replace(/^v/iu, '')
  const old = [...beside].filter(([version]) => version !== bare).sort(([, a], [, b]) => b - a)
  const [only, ...more] = old
  if (!only) return beside.size > 0 ? understood(frame) : unclear(`No version stands beside "${name}" on these pages.`)
  if (more.length === 0) return understood({ ...frame, given: { ...frame.given, from: only[0] } })
  return choice(
    `Several versions stand beside "${name}": ${old
      .slice(0, 5)
      .map(([version, count]) => `${version} (${count})`)
      .join(', ')}.`,
    old.slice(0, 5).map(([version]) => `Update ${name} from ${version} to ${to}${where(clause)}`),
  )
}

function readYear({ text, scope }: Clause, ground: Ground): Reading | null {
  const found = YEAR.exec(text)
  if (!found) return null
  const year = found.groups?.['year']
  if (year !== undefined) return understood({ operation: setCopyrightYear, given: { year, scope } })
  const newest = [...copyrightYears(ground.site)].sort().at(-1)
  if (newest === undefined) return unclear('No year stands beside a copyright sign.')
  return unclear(
    'Say which year: the offline agent does not know the date.',
    `Update the copyright year to ${Number(newest) + 1}`,
  )
}

function readAddress({ text, quotes, scope, options }: Clause): Reading | null {
  const found = ADDRESS.exec(text)?.groups
  if (!found) return null
  const [from, to] = [unquoted(found['from'] ?? '', quotes), unquoted(found['to'] ?? '', quotes)]
  if (kindOfText(from) !== 'address' || kindOfText(to) !== 'address') return null
  return understood({ operation: replaceAddress, given: { from, to, inCode: options.inCode, scope } })
}

function readHttps({ text, scope }: Clause): Reading | null {
  return HTTPS.test(text) && /https?\b/iu.test(text) ? understood({ operation: tidy, given: { rules: ['https'], scope } }) : null
}
