import { type AddressBook, NOWHERE, type Place } from './address-ranges.ts'
import { findAiSign } from './ai-signs.ts'
import type { Kind, RegistryEntry } from './registry-entry.ts'
import { type Match, type RegistryIndex, isAiKind } from './registry.ts'
import { type Request, type Signature, isMissing } from './request.ts'
import { isRobot, nameRobot } from './robot-signs.ts'
import { findDeclaredSigner } from './signature-agent.ts'
import { type MarkdownWish, type Surface, findMarkdownWish, findSurface } from './surface.ts'

/** How sure it is who asked. Stored with the views. */
export type Evidence = 'verified-signature' | 'verified-ip' | 'declared' | 'inferred' | 'spoofed'

/** Who made a request. */
export interface Client {
  client: 'human' | 'ai' | 'crawler' | 'bot'
  /** Null for people. */
  kind: Kind | null
  agent: string | null
  operator: string | null
  evidence: Evidence
  /** True when a client of another class sends the very same request. */
  isAmbiguous: boolean
  /** A sentence for people that says what gave the client away. */
  because: string
}

/** What a classifier looks things up in. */
export interface Knowledge {
  registry: RegistryIndex
  addresses: AddressBook
}

/** All that the steps look at. Two requests with the same clues have the same client. */
export interface Clues {
  userAgent: string | null
  signature: Signature | null
  place: Place
  wish: MarkdownWish
  surface: Surface
  /** Null when the source passes no `Sec-Fetch-*` headers on. */
  isNavigation: boolean | null
  /** True when the source passes them on, and the client sent none. */
  lacksFetchHeaders: boolean
}

interface Named extends Clues {
  match: Match | null
}

interface Step {
  name: string
  asks: string
  decide: (clues: Named, registry: RegistryIndex) => Client | null
}

/** Longer ones are cut: no real one is, and judging takes time in proportion. */
const USER_AGENT_CHARACTERS_MAX = 1024

/** Clients that come from published addresses without giving their name. */
const UNNAMED_AT: Record<string, { agent: string; operator: string; kind: Kind }> = {
  openai: { agent: 'ChatGPT', operator: 'OpenAI', kind: 'assistant' },
  perplexity: { agent: 'Perplexity', operator: 'Perplexity', kind: 'assistant' },
  duckassistbot: { agent: 'DuckAssistBot', operator: 'DuckDuckGo', kind: 'assistant' },
  googlebot: { agent: 'Googlebot', operator: 'Google', kind: 'search' },
  bing: { agent: 'bingbot', operator: 'Microsoft', kind: 'search' },
}

/** The agents whose `Accept` header is like no other. */
const WISHING: Record<Exclude<MarkdownWish, 'none' | 'markdown'>, { agent: string; operator: string }> = {
  'claude-code': { agent: 'Claude Code', operator: 'Anthropic' },
  opencode: { agent: 'opencode', operator: 'Anomaly' },
  cursor: { agent: 'Cursor', operator: 'Anysphere' },
}

/** The steps in their order; the first that decides ends the search. The command line shows them one by one. */
export const STEPS: readonly Step[] = [
  { name: 'signature', asks: 'Is the request signed (Web Bot Auth)?', decide: bySignature },
  { name: 'registry', asks: 'Does the user agent name a client of the registry?', decide: byName },
  { name: 'address', asks: 'Is the address in a published range?', decide: byAddress },
  { name: 'markdown', asks: 'Does it ask for Markdown?', decide: byMarkdown },
  { name: 'program', asks: 'Is it an HTTP library or a driven browser?', decide: byProgram },
  { name: 'navigation', asks: 'Does a browser open it as a page?', decide: byNavigation },
  { name: 'robot', asks: 'Does the user agent look like a robot?', decide: byRobotSigns },
  { name: 'absence', asks: 'Does a browser leave out what it always sends?', decide: byAbsence },
  { name: 'person', asks: 'Is nothing known against a person?', decide: byDefault },
]

export function gatherClues(request: Request, { addresses }: Pick<Knowledge, 'addresses'>): Clues {
  const { headers, ip } = request
  const mode = headers['sec-fetch-mode']
  const { userAgent } = request
  const wish = findMarkdownWish(headers['accept'])
  return {
    userAgent: userAgent === null ? null : isMissing(userAgent) ? '' : userAgent.slice(0, USER_AGENT_CHARACTERS_MAX),
    signature: request.signature ?? findDeclaredSigner(headers['signature-agent']),
    place: ip === undefined || ip === null ? NOWHERE : addresses.find(ip),
    wish,
    surface: findSurface(request, wish),
    isNavigation: !mode ? null : mode === 'navigate' && headers['sec-fetch-dest'] === 'document',
    lacksFetchHeaders: mode === '',
  }
}

/** Tells who made a request. Pure: the same clues always give the same client. */
export function identify(clues: Clues, registry: RegistryIndex): Client {
  const named = withMatch(clues, registry)
  for (const step of STEPS) {
    const client = step.decide(named, registry)
    if (client) return client
  }
  return byDefault(named)
}

/** Adds the registry's answer, which several steps need. */
export function withMatch(clues: Clues, registry: RegistryIndex): Named {
  const { userAgent } = clues
  return { ...clues, match: userAgent ? registry.find(userAgent, () => isRobot(userAgent)) : null }
}

function bySignature({ signature, match }: Named, registry: RegistryIndex): Client | null {
  if (!signature) return null
  const { agent, isVerified } = signature
  const name = ownName(match)
  const signer = registry.findBySignatureHost(agent)
  if (isVerified) {
    // A signer speaks for the names of its own operator. Of one that only the settings know, the name tells what it is for.
    const known = name && signer?.operator === name.entry.operator ? name.entry : signer
    return toClient(known ?? { agent, operator: null, kind: name?.entry.kind ?? 'agent' }, 'verified-signature', {
      because: `${agent} signed the request, and the signature holds.`,
    })
  }
  // Else it is a claim, like a user agent, and beside a name the address decides. No browser makes one: whoever does is no person.
  if (name) return null
  return toClient(signer ?? { agent, operator: null, kind: 'agent' }, 'declared', { because: `${claimOf(signature)}.` })
}

/** What a signature that proves nothing says, as the beginning of a sentence. */
export function claimOf({ agent, fault }: Signature): string {
  return `${agent} is named as the signer${fault === undefined ? ', and the signature was not looked at' : `, but ${fault}`}`
}

function byName({ match, place, userAgent }: Named): Client | null {
  const name = ownName(match)
  if (!name) return null
  const { entry } = name
  const says = `The user agent names ${entry.agent} (\`${name.token}\`)`
  if (entry.ranges !== undefined && place.set === entry.ranges)
    return toClient(entry, 'verified-ip', { because: `${says}, and the address is in the range that its operator publishes.` })
  if (entry.ranges !== undefined && place.judged.has(entry.ranges) && !entry.hasOtherAddresses)
    return {
      ...toClient(entry, 'spoofed', { because: `${says}, but the address is outside the ranges that its operator publishes.` }),
      client: 'bot',
    }
  // An editor built on Electron shows pages to people too.
  return toClient(entry, 'declared', { because: `${says}.`, isAmbiguous: isAiKind(entry.kind) && isElectron(userAgent) })
}

function byAddress({ place }: Named): Client | null {
  const unnamed = place.set === null ? undefined : UNNAMED_AT[place.set]
  if (!unnamed) return null
  return toClient(unnamed, 'verified-ip', {
    because: `The user agent gives no name, but the address is in the range that ${unnamed.operator} publishes.`,
  })
}

function byMarkdown({ wish, surface, isNavigation, match, userAgent }: Named): Client | null {
  if (wish === 'none' && (surface === 'html' || isNavigation === true)) return null
  // An unlisted crawler stays a crawler, whatever it accepts.
  if (userAgent && !match && isSelfNamedRobot(userAgent) && findAiSign(userAgent) === null) return null
  const isLibrary = match?.entry.kind === 'tool'
  if (wish !== 'none' && wish !== 'markdown')
    return toClient({ ...WISHING[wish], kind: 'coding-agent' }, 'inferred', {
      because: `Its \`Accept\` header is the one that ${WISHING[wish].agent} sends.`,
      isAmbiguous: isLibrary,
    })
  const editor = match?.entry.isAlsoBrowser ? match.entry : null
  return toClient(editor ?? { agent: null, operator: null, kind: 'agent' }, 'inferred', {
    because:
      wish === 'markdown'
        ? 'It accepts Markdown, which no browser asks for.'
        : `It asks for ${WANTED[surface]}, and no browser opens it as a page.`,
    // Without `Sec-Fetch-*` headers a person who opens the Markdown of a page looks the same.
    isAmbiguous: isLibrary || (wish === 'none' && isNavigation === null && match === null),
  })
}

const WANTED: Record<Surface, string> = { html: 'a page', markdown: 'Markdown', 'llms.txt': 'llms.txt', mcp: 'an MCP answer' }

function byProgram({ match, userAgent }: Named): Client | null {
  if (!match) return null
  const { entry, token } = match
  if (entry.isAlsoBrowser)
    return { ...person('declared', `${entry.agent} shows pages to people and to its agent alike.`, true), agent: entry.agent }
  const sign = userAgent ? findAiSign(userAgent) : null
  if (sign) return unlistedAi(userAgent!, sign)
  return toClient(entry, 'declared', {
    because: `The user agent is that of ${entry.agent} (\`${token}\`).`,
    // Any program may use the library, agents among them (Windsurf: colly; Cline: curl).
    isAmbiguous: entry.kind === 'tool',
  })
}

function byNavigation({ isNavigation, userAgent }: Named): Client | null {
  if (isNavigation !== true || userAgent === '') return null
  // Driven browsers navigate too; those that say so are not people.
  if (userAgent !== null && isSelfNamedRobot(userAgent)) return null
  return person('declared', 'A browser opens it as a page.', isElectron(userAgent))
}

function byRobotSigns({ userAgent }: Named): Client | null {
  if (userAgent === '')
    return { ...robot(null), isAmbiguous: true, because: 'The client sent no user agent; every browser sends one.' }
  if (userAgent === null || !isRobot(userAgent)) return null
  // In the user agent of a whole browser a word may be anything's; there the client has to call itself a robot as well.
  const sign = isBrowserLike(userAgent) && !isSelfNamedRobot(userAgent) ? null : findAiSign(userAgent)
  return sign ? unlistedAi(userAgent, sign) : robot(nameRobot(userAgent))
}

/** What Chrome has sent to every page on HTTPS since version 80, and Firefox since 90. */
function byAbsence({ lacksFetchHeaders, userAgent }: Named): Client | null {
  if (!lacksFetchHeaders || userAgent === null) return null
  const [, browser, version] = /\b(Chrome|Firefox)\/(\d{1,4})/.exec(userAgent) ?? []
  if (browser === undefined || Number(version) < (browser === 'Chrome' ? 80 : 90)) return null
  return {
    ...robot(null),
    isAmbiguous: true,
    because: `The user agent is that of ${browser} ${version}, but the \`Sec-Fetch-*\` headers that it sends are missing.`,
  }
}

function byDefault({ userAgent }: Clues): Client {
  if (userAgent === null) return person('inferred', 'The source does not know the user agent.', true)
  return person('declared', 'The user agent belongs to a browser.', isElectron(userAgent))
}

/** True for a view of which nothing is known that tells people from programs. It counts as a person's. */
export function isUnidentified(verdict: { class: string } | ({ class: string } & Client)): boolean {
  return verdict.class === 'human' && 'evidence' in verdict && verdict.evidence === 'inferred'
}

/** The match, when it is a client's own name and not that of the program that it is built with. */
function ownName(match: Match | null): Match | null {
  if (!match) return null
  const { kind, isAlsoBrowser } = match.entry
  return kind === 'tool' || kind === 'headless' || isAlsoBrowser ? null : match
}

/** A robot that says so, unlike one that isbot knows by the shape of its user agent. */
function isSelfNamedRobot(userAgent: string): boolean {
  return /bot|crawl|spider|slurp|headless|https?:\/\//i.test(userAgent) && isRobot(userAgent)
}

/** Chrome, Safari and Firefox, and what imitates them. */
function isBrowserLike(userAgent: string): boolean {
  return /^mozilla\/.*(?:webkit|gecko)\//i.test(userAgent)
}

function isElectron(userAgent: string | null): boolean {
  return userAgent !== null && /\belectron\//i.test(userAgent)
}

function toClient(
  { agent, operator, kind }: Pick<RegistryEntry, 'operator' | 'kind'> & { agent: string | null },
  evidence: Evidence,
  { because, isAmbiguous = false }: { because: string; isAmbiguous?: boolean },
): Client {
  return { client: classOf(kind), kind, agent, operator, evidence, isAmbiguous, because }
}

function classOf(kind: Kind): Client['client'] {
  if (isAiKind(kind)) return 'ai'
  return kind === 'search' || kind === 'seo' || kind === 'archive' ? 'crawler' : 'bot'
}

function person(evidence: Evidence, because: string, isAmbiguous: boolean): Client {
  return { client: 'human', kind: null, agent: null, operator: null, evidence, isAmbiguous, because }
}

function robot(agent: string | null): Client {
  return toClient({ agent, operator: null, kind: 'unknown' }, 'inferred', {
    because: "The user agent doesn't belong to a browser.",
  })
}

function unlistedAi(userAgent: string, kind: Kind): Client {
  return toClient({ agent: nameRobot(userAgent), operator: null, kind }, 'inferred', {
    because: 'A robot that is not in the registry calls itself AI.',
    isAmbiguous: true,
  })
}
