import { PARTIAL_CONTENT, type Request, isFetchedInParts, isMcpCall, whyNotAView } from '../classify/request.ts'
import { SURFACES, findSurface } from '../classify/surface.ts'
import type { Exclusion } from '../exclusion.ts'
import { NameList } from '../name-list.ts'
import { findArrival, findReferrer } from '../referrer.ts'
import { SumTable } from '../sum-table.ts'
import { dayOfHour, hourOf, recentMinute } from '../time.ts'
import { NO_CAMPAIGN, findCampaign } from '../traits/campaign.ts'
import { NO_COUNTRY } from '../traits/country.ts'
import { findLanguage } from '../traits/language.ts'
import { type Campaign, toTraitsName } from '../traits/traits.ts'
import { viewOf } from './byte-words.ts'
import { DayCounts } from './day-counts.ts'
import { type LineScanner, type LogFormat, isEvent } from './formats/log-format.ts'
import { AHEAD_MS_MAX, type Normaliser, hostOf, ignoredJudgement, lowerCased } from './normalise.ts'
import { type LineContext, createLineMemory } from './line-memory.ts'
import { packLineSums, toAgent } from './pack-line-sums.ts'
import type { SightingSums } from './sighting-sums.ts'

/** With more words than this in memory, of which each is some hundred bytes with what is known of it, everything starts anew. */
const WORDS_MAX = 200_000
const WORD_BYTES_MAX = 32 * 1024 * 1024
/** Longer ones are rarely seen twice, and a log of them would fill the memory before the next commit. */
const WORD_LENGTH_MAX = 512

const NO_HEADERS = Object.freeze({})
/** Of a referrer that names none. */
const NO_HOST = -2

/** Whether readers came from elsewhere, by the numbers in keys. */
const ARRIVALS = [null, false, true] as const

/** The numbers of one day: how many requests count as what, or why not. */
export interface DayNumber {
  day: number
  verdict: 'human' | 'ai' | Exclusion
  count: number
}

/** The usual lines of a log, added up as they are read. What they come to is the same as that of their sightings, one by one. */
export interface LineSums extends SightingSums {
  /** The place behind the line; -1 for one that has to be read in another way. See `LineScanner.scan`. */
  take(bytes: Buffer, from: number, to: number): number
  numbers(): DayNumber[]
  /** To be called when the sums are stored. */
  clear(): void
}

/** @param format One that has a scanner. */
export function createLineSums(
  { classifier, paths, aiKinds, ignores, zone, countryOf = NO_COUNTRY }: Normaliser,
  format: LogFormat,
  now: number,
): LineSums {
  const line = format.createScanner!()
  const verdicts = new NameList()
  const numberOf = (reason: DayNumber['verdict'] | null) => (reason === null ? -1 : verdicts.number(reason))
  const [human, method, error] = [numberOf('human'), numberOf('method'), numberOf('error')]
  const [otherHost, ignoredAddress, ignoredPath] = [numberOf('other-host'), numberOf('ignored-address'), numberOf('ignored-path')]
  const fetched = numberOf('fetch')
  const statusReasons: number[] = []
  /** Of requests whose number is all that is needed, and of those that have rows. */
  const excluded = new DayCounts()
  const inRows = new DayCounts()
  const views = new SumTable([0])
  const misses = new SumTable([0, Infinity, -Infinity])
  const visitors = new SumTable([])
  let memory = createLineMemory()
  let size = 0
  let chunk: Buffer | null = null
  let view = viewOf(Buffer.alloc(0))

  function reasonOfStatus(status: number): number {
    return (statusReasons[status] ??= numberOf(whyNotAView({ ...PAGE, status })))
  }

  /** What a line says beside its usual parts, as the parser reads it. */
  function learnContext(bytes: Buffer, from: number, next: number): LineContext {
    const event = format.parse(bytes.toString('latin1', from, next).replace(/\r?\n$/, ''))
    const known = isEvent(event) ? event : {}
    const targetLength = line.targetTo - line.targetFrom
    const headers: Record<string, string> = known.headers ? lowerCased(known.headers) : NO_HEADERS
    return {
      request: { ...PAGE, headers, contentType: known.contentType },
      origin: known.url === undefined ? '' : known.url.slice(0, known.url.length - targetLength),
      own: known.url ?? (headers['host'] === undefined ? '/' : `https://${headers['host']}/`),
      isReferrerUnknown: known.isReferrerUnknown ?? false,
      isOtherHost: known.url !== undefined && ignores.hasOtherHost(hostOf(known.url, NO_HEADERS)),
    }
  }

  function learnTarget(word: number, { request, origin }: LineContext): void {
    const address = origin + memory.targets.text(word)
    const page = paths(address)
    memory.addressOf.push(address)
    memory.pathOf.push('refused' in page ? -1 : memory.paths.number(page.path.toWellFormed()))
    memory.isIgnoredOf.push('path' in page && ignores.hasPath(page.path))
    memory.reasonOf.push(numberOf(whyNotAView({ ...request, address })))
    memory.surfaceOf.push(SURFACES[findSurface({ ...PAGE, address }, 'none')])
    memory.isMcpOf.push(isMcpCall({ method: 'POST', address }))
    memory.isInPartsOf.push(isFetchedInParts(address))
    memory.namedOf.push(numberOfHost(findReferrer(undefined, address)))
    memory.campaignOf.push(numberOfCampaign(findCampaign(address)))
  }

  function numberOfHost(host: string | null): number {
    return host === null ? -1 : memory.hosts.number(host)
  }

  /** -1 for none. */
  function readReferrer(bytes: Buffer): number {
    return line.referrerTo - line.referrerFrom <= 1 ? -1 : memory.referrers.find(bytes, view, line.referrerFrom, line.referrerTo)
  }

  /** What a referrer says depends on the host that was asked, where lines name it. */
  function placeOfReferral(word: number): number {
    return line.contexts ? memory.referrals.find(word, line.context) : word
  }

  function findHost(word: number, target: number): number {
    const named = memory.namedOf[target]!
    if (word === -1) return named
    const place = placeOfReferral(word)
    const host = (memory.hostOf[place] ??= readHost(memory.referrers.text(word)))
    // One that names no host is as good as none.
    return host === NO_HOST ? named : host
  }

  /** The page's own host sent nobody. */
  function readHost(referrer: string): number {
    if (findReferrer(referrer, '/') === null) return NO_HOST
    const { origin } = memory.contexts[line.context]!
    return numberOfHost(findReferrer(referrer, `${origin}/`, ignores.isOwnHost))
  }

  function placeOf(address: number): number {
    return (memory.placeOf[address] ??= classifier.placeOf(memory.addresses.text(address)))
  }

  function whyIgnored({ isOtherHost }: LineContext, address: number, isIgnoredMiss: boolean): number {
    if (isOtherHost) return otherHost
    if ((memory.isUnwantedOf[address] ??= ignores.hasAddress(memory.addresses.text(address)))) return ignoredAddress
    return isIgnoredMiss ? ignoredPath : -1
  }

  function readTraits(asker: number, address: number, target: number, referrer: number): number {
    const country = (memory.countryOf[address] ??= numberOfCountry(countryOf(memory.addresses.text(address))))
    const context = memory.contexts[line.context]!
    const arrival =
      referrer === -1
        ? readArrival(undefined, context)
        : (memory.arrivalOf[placeOfReferral(referrer)] ??= readArrival(memory.referrers.text(referrer), context))
    const campaign = memory.campaignOf[target]!
    const traits = memory.traitKeys.find(asker, country, campaign, arrival)
    if (traits === memory.traits.length) {
      const { machine } = memory.askers[asker]!
      memory.traits.push(
        toTraitsName({
          country: country === -1 ? null : memory.countries.texts[country]!,
          device: machine?.device ?? null,
          browser: machine?.browser ?? null,
          language: findLanguage(context.request.headers['accept-language']),
          isEntry: ARRIVALS[arrival]!,
          ...(campaign === -1 ? NO_CAMPAIGN : (JSON.parse(memory.campaigns.texts[campaign]!) as Campaign)),
        }),
      )
    }
    return traits
  }

  /** -1 for none, which is most. */
  function numberOfCampaign(campaign: Campaign): number {
    return campaign === NO_CAMPAIGN ? -1 : memory.campaigns.number(JSON.stringify(campaign))
  }

  function numberOfCountry(country: string | null): number {
    return country === null ? -1 : memory.countries.number(country)
  }

  function readArrival(referrer: string | undefined, { request, own, isReferrerUnknown }: LineContext): number {
    if (isReferrerUnknown) return ARRIVALS.indexOf(null)
    return ARRIVALS.indexOf(findArrival(referrer, own, request.headers['sec-fetch-site'], ignores.isOwnHost))
  }

  function readAsker(agent: number, address: number, target: number, isError: boolean): number {
    const { askerKeys, askers, verdictOf } = memory
    const isIgnored = memory.isIgnoredOf[target]!
    const asked = Number(isError) + 2 * Number(isIgnored)
    const asker = askerKeys.find(agent, placeOf(address), memory.surfaceOf[target], asked, line.context)
    if (asker < askers.length) return asker
    const request = {
      ...memory.contexts[line.context]!.request,
      status: isError ? 404 : PAGE.status,
      address: memory.addressOf[target]!,
      userAgent: toAgent(memory.agents.text(agent)),
      ip: memory.addresses.text(address),
    }
    const { judgement: known, trace, machine } = classifier.judge(request, { aiKinds })
    const isFetch = known.class === 'excluded' && known.reason === 'fetch'
    const judgement = isIgnored && !isFetch ? ignoredJudgement(known) : known
    askers.push({ judgement, trace, machine })
    verdictOf.push(numberOf(judgement.class === 'excluded' ? judgement.reason : judgement.class))
    return asker
  }

  function count(into: DayCounts, day: number, verdict: number): void {
    into.add(day, verdict)
    size++
  }

  function takeView(day: number, hour: number, target: number, agent: number, address: number, referrer: number): void {
    const asker = readAsker(agent, address, target, false)
    const verdict = memory.verdictOf[asker]!
    // What a script of a page asks for is no view of a person, and all that is kept of it is the number.
    if (verdict === fetched) return count(excluded, day, fetched)
    const traits = verdict === human ? readTraits(asker, address, target, referrer) : -1
    views.add(0, 1, hour, memory.pathOf[target], asker, findHost(referrer, target), traits, recentMinute(line.time, now))
    if (verdict === human) visitors.find(day, address, agent)
    count(inRows, day, verdict)
  }

  function takeMiss(day: number, target: number, agent: number, address: number, referrer: number): void {
    const asker = readAsker(agent, address, target, true)
    const at = misses.find(day, memory.pathOf[target], asker, findHost(referrer, target), line.status)
    misses.sums[at]!++
    const time = zone.toWall(line.time)
    misses.sums[at + 1] = Math.min(misses.sums[at + 1]!, time)
    misses.sums[at + 2] = Math.max(misses.sums[at + 2]!, time)
    count(inRows, day, error)
  }

  return {
    get size() {
      return size
    },
    get rows() {
      return views.size + misses.size
    },
    get people() {
      return visitors.size
    },
    take: (bytes, from, to) => {
      if (bytes !== chunk) {
        chunk = bytes
        view = viewOf(bytes)
      }
      const next = line.scan(bytes, view, from, to)
      if (next < 0 || line.time > now + AHEAD_MS_MAX || line.time < 0 || isLong(line)) return -1
      const context = (memory.contexts[line.context] ??= learnContext(bytes, from, next))
      const word = memory.targets.find(bytes, view, line.targetFrom, line.targetTo)
      const target = line.contexts ? memory.pages.find(word, line.context) : word
      if (target === memory.pathOf.length) learnTarget(word, context)
      if (memory.pathOf[target] === -1 || (!line.isGet && memory.isMcpOf[target])) return -1
      const hour = hourOf(zone.toWall(line.time))
      const day = dayOfHour(hour)
      let reason = line.isGet ? reasonOfStatus(line.status) : method
      if (reason === -1) reason = memory.reasonOf[target]!
      const isMiss = reason === error && (line.status === 404 || line.status === 410)
      if (reason !== -1 && !isMiss) {
        count(excluded, day, reason)
        return next
      }
      if (!isMiss && (line.status === PARTIAL_CONTENT || memory.isInPartsOf[target])) return -1
      const address = memory.addresses.find(bytes, view, line.addressFrom, line.addressTo)
      const ignored = whyIgnored(context, address, isMiss && memory.isIgnoredOf[target]!)
      if (ignored !== -1) {
        count(excluded, day, ignored)
        return next
      }
      const referrer = readReferrer(bytes)
      const agent = memory.agents.find(bytes, view, line.agentFrom, line.agentTo)
      if (isMiss) takeMiss(day, target, agent, address, referrer)
      else takeView(day, hour, target, agent, address, referrer)
      return next
    },
    numbers: () =>
      [excluded, inRows].flatMap((counts) =>
        Array.from(counts.entries(), ([day, verdict, count]) => ({
          day,
          verdict: verdicts.texts[verdict] as DayNumber['verdict'],
          count,
        })),
      ),
    packTo: (packer) => {
      for (const [day, verdict, count] of excluded.entries()) packer.addExcluded(day, verdicts.texts[verdict] as Exclusion, count)
      packLineSums(packer, memory, { views, misses, visitors })
    },
    clear: () => {
      for (const table of [excluded, inRows, views, misses, visitors]) table.clear()
      size = 0
      const { addresses, targets, referrers, agents } = memory
      const words: { size: number; byteLength?: number }[] = [addresses, targets, referrers, agents]
      if (line.contexts) words.push(line.contexts, memory.pages, memory.referrals)
      const isFull =
        words.reduce((sum, { size: more }) => sum + more, 0) > WORDS_MAX ||
        words.reduce((sum, { byteLength = 0 }) => sum + byteLength, 0) > WORD_BYTES_MAX
      if (!isFull) return
      memory = createLineMemory()
      line.contexts?.clear()
    },
  }
}

/** What is the same for every request of a log that has no headers, and counts as far as it depends on that. */
const PAGE: Request = { method: 'GET', status: 200, address: '/', userAgent: null, headers: NO_HEADERS }

function isLong(line: LineScanner): boolean {
  return (
    line.addressTo - line.addressFrom > WORD_LENGTH_MAX ||
    line.targetTo - line.targetFrom > WORD_LENGTH_MAX ||
    line.referrerTo - line.referrerFrom > WORD_LENGTH_MAX ||
    line.agentTo - line.agentFrom > WORD_LENGTH_MAX
  )
}
