import { createHash } from 'node:crypto'
import { UTC, type Zone } from '../../lib/time-zone.ts'
import type { Classifier } from '../classify/classifier.ts'
import type { Judgement, Request, Verdict } from '../classify/classify.ts'
import { AI_KINDS, type Kind } from '../classify/registry-entry.ts'
import { type NotAView, PARTIAL_CONTENT, type Signature, isFetchedInParts, whyNotAView } from '../classify/request.ts'
import type { Trace } from '../classify/trace.ts'
import type { Exclusion, Refusal } from '../exclusion.ts'
import type { Reading } from '../reading.ts'
import { findArrival, findReferrer } from '../referrer.ts'
import { parseTime, recentMinute } from '../time.ts'
import { findCampaign } from '../traits/campaign.ts'
import { type CountryOf, NO_COUNTRY } from '../traits/country.ts'
import type { Machine } from '../traits/device.ts'
import { findLanguage } from '../traits/language.ts'
import { toTraitsName } from '../traits/traits.ts'
import type { ViewEvent } from './event.ts'
import { IGNORES_NOTHING, type Ignored, type Ignores } from './ignored.ts'
import { type PagePaths, createPagePaths } from './page-paths.ts'

/** Clocks of senders are off by minutes, time zones by hours; a time further ahead is a mistake. */
export const AHEAD_MS_MAX = 24 * 3_600_000

/** Shared by the many events without headers. Frozen, so that nobody adds one for all of them. */
const NO_HEADERS: Record<string, string> = Object.freeze({})

const NO_VIEWS: Record<NotAView, Verdict> = {
  method: { class: 'excluded', reason: 'method' },
  prefetch: { class: 'excluded', reason: 'prefetch' },
  status: { class: 'excluded', reason: 'status' },
  error: { class: 'excluded', reason: 'error' },
  asset: { class: 'excluded', reason: 'asset' },
  fetch: { class: 'excluded', reason: 'fetch' },
}

/** What people of one day are told apart by. */
export interface Visitor {
  address: string
  userAgent: string
}

/** An event that was read and judged, ready to be counted. */
export interface Sighting {
  id: string | null
  /** What clocks showed in the time zone of the project: hours and days are found by it. */
  time: number
  /** Of a view, as `recentMinute` has it; left out, it isn't one of the last. */
  minute?: number
  path: string
  verdict: Verdict | Judgement
  status?: number
  /** For judging it again; only for page views. */
  trace?: Trace
  /** The page that sent the reader. */
  referrer?: string | null
  /** What is known of a person's view besides, by its name. */
  traits?: string | null
  /** Hashed with the salt of the day in memory, and never stored. */
  visitor?: Visitor | null
  /** Of a file that a reader fetches in ranges. Hashed like visitors. */
  part?: Part
}

/** All ranges of a file that one reader fetches within an hour are one view; what was answered with the whole file is one in any case. */
export interface Part {
  reader: Visitor
  isWhole: boolean
}

export interface Refused {
  /** The sentence is for the sender. */
  refused: string
  reason: Refusal
}

/** How a project's views are counted. */
export interface CountingRules {
  paths: PagePaths
  /** What counts as AI. */
  aiKinds: readonly Kind[]
  ignores: Ignores
  /** As patterns, by which `ignores` knows them. */
  ignoredPaths: readonly string[]
  zone: Zone
  reading: Required<Reading>
  /** Left out, no country is known. */
  countryOf?: CountryOf
}

/** Of a project that says nothing about it. */
export const USUAL_RULES: CountingRules = {
  paths: createPagePaths(),
  aiKinds: AI_KINDS,
  ignores: IGNORES_NOTHING,
  ignoredPaths: [],
  zone: UTC,
  reading: { timeZone: 'UTC', people: 'auto' },
}

/** What an event is read with: the rules of its project, and a classifier that is shared by the whole process. */
export interface Normaliser extends Omit<CountingRules, 'reading' | 'ignoredPaths'> {
  classifier: Classifier
}

/** What a source may know of a request, and a sender of events may not say. */
export interface SourceKnowledge {
  signature?: Signature | null
  /** True for what is a page whatever its address looks like. */
  isPage?: boolean
}

export function normalise(
  { classifier, paths, aiKinds, ignores, zone, countryOf = NO_COUNTRY }: Normaliser,
  event: ViewEvent,
  now: number,
  { signature = null, isPage = false }: SourceKnowledge = {},
): Sighting | Refused {
  const address = event.path ?? event.url
  if (address === undefined || address === '') return { refused: 'needs `path` or `url`', reason: 'no-path' }
  const page = paths(address)
  if ('refused' in page) return page
  const at = typeof event.time === 'string' ? parseTime(event.time) : toMilliseconds(event.time ?? now)
  if (at === null || !Number.isFinite(at))
    return {
      refused: '`time` must be an ISO 8601 date-time with `Z` or an offset, or seconds or milliseconds since 1970',
      reason: 'bad-time',
    }
  if (at > now + AHEAD_MS_MAX) return { refused: '`time` is more than a day in the future', reason: 'future-time' }
  if (at < 0) return { refused: '`time` is before 1970', reason: 'bad-time' }
  const time = zone.toWall(at)
  const id = toEventId(event.id)
  const headers = event.headers ? lowerCased(event.headers) : NO_HEADERS
  // Whoever passes all headers on has the user agent among them.
  const userAgent = event.userAgent ?? headers['user-agent'] ?? null
  const request: Request = {
    method: event.method ?? 'GET',
    status: event.status ?? 200,
    address,
    userAgent: userAgent?.toWellFormed() ?? null,
    headers,
    ip: event.ip ?? null,
    isPage,
    contentType: event.contentType,
    signature,
  }
  const noView = (reason: NotAView): Sighting => ({
    id,
    time,
    path: page.path,
    verdict: NO_VIEWS[reason],
    status: request.status,
  })
  const ignored = (reason: Ignored): Sighting => ({ id, time, path: page.path, verdict: { class: 'excluded', reason } })
  const reason = whyNotAView(request)
  // More than half of a log. Nobody asks who made them, as for an error, so it is not found out.
  if (reason !== null && reason !== 'error') return noView(reason)
  const isMiss = request.status === 404 || request.status === 410
  if (reason === 'error' && !isMiss) return noView(reason)
  if (ignores.hasOtherHost(hostOf(event.url ?? address, headers))) return ignored('other-host')
  if (ignores.hasAddress(request.ip ?? null)) return ignored('ignored-address')
  const isIgnored = ignores.hasPath(page.path)
  if (isIgnored && isMiss) return ignored('ignored-path')
  const isRange = request.status === PARTIAL_CONTENT
  // Without an address nothing tells the ranges of one reader from those of many.
  if (isRange && event.ip === undefined) return noView('status')
  const { judgement, trace, machine } = classifier.judge(request, { aiKinds })
  if (judgement.class === 'excluded' && judgement.reason === 'fetch') return noView(judgement.reason)
  const verdict = isIgnored ? ignoredJudgement(judgement) : judgement
  const reader = event.ip === undefined ? null : { address: event.ip, userAgent: userAgent ?? '' }
  const isPart = isRange || (reason === null && isFetchedInParts(address))
  return {
    id,
    time,
    minute: recentMinute(at, now),
    path: page.path.toWellFormed(),
    verdict,
    status: request.status,
    ...(trace === null ? {} : { trace }),
    referrer: findReferrer(event.referrer ?? headers['referer'], event.url ?? address, ignores.isOwnHost),
    traits: verdict.class === 'human' ? nameTraits(event, headers, machine, { countryOf, ignores }) : null,
    visitor: verdict.class === 'human' ? reader : null,
    ...(isPart && reader && verdict.class !== 'excluded' ? { part: { reader, isWhole: !isRange } } : {}),
  }
}

/** Who asked is kept of a page that is ignored: the project may want to count it again. */
export function ignoredJudgement(judgement: Judgement): Judgement {
  return { ...judgement, class: 'excluded', reason: 'ignored-path' }
}

/** The host that was asked, without its port; null when nothing says it. */
export function hostOf(address: string, headers: Record<string, string>): string | null {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(address)?.[1] ?? headers['host']
  return authority?.replace(/^.*@/, '').replace(/:\d*$/, '') || null
}

function nameTraits(
  event: ViewEvent,
  headers: Record<string, string>,
  machine: Machine | null,
  { countryOf, ignores }: { countryOf: CountryOf; ignores: Ignores },
): string | null {
  const address = event.url ?? event.path!
  const own = event.url ?? (headers['host'] === undefined ? address : `https://${headers['host']}/`)
  const referrer = event.referrer ?? headers['referer']
  return toTraitsName({
    country: event.ip === undefined ? null : countryOf(event.ip),
    device: machine?.device ?? null,
    browser: machine?.browser ?? null,
    language: findLanguage(headers['accept-language']),
    isEntry: event.isReferrerUnknown ? null : findArrival(referrer, own, headers['sec-fetch-site'], ignores.isOwnHost),
    ...findCampaign(address),
  })
}

/** Numbers below this are seconds: in milliseconds it is March 1973. */
const SECONDS_MAX = 1e11
/** March 1973 in seconds; in milliseconds, the second day of 1970. */
const SECONDS_MIN = 1e8

/** Half of the world counts seconds since 1970; taken for milliseconds, all of its views would be in January of that year. */
function toMilliseconds(time: number): number {
  return time >= SECONDS_MIN && time < SECONDS_MAX ? time * 1000 : time
}

/** For sources whose senders hear of no reason: what cannot be counted, to be counted by its reason. It came now, whenever it was. */
export function leftOut(reason: Exclusion, id: string | null, now: number, zone: Zone): Sighting {
  return { id, time: zone.toWall(now), path: '/', verdict: { class: 'excluded', reason } }
}

/** The most that the route for events takes; vendors of drains send what they like. */
const ID_CHARACTERS_MAX = 200

/** An id as every database can keep it: PostgreSQL has no character U+0000, and no index on texts of any length. */
export function toEventId(id: string | undefined): string | null {
  if (id === undefined) return null
  const text = id.toWellFormed().replaceAll('\0', '\uFFFD')
  return text.length <= ID_CHARACTERS_MAX ? text : createHash('sha256').update(text).digest('base64url')
}

export function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
