import { PARTIAL_CONTENT, type Request, isFetchedInParts, isMcpCall, whyNotAView } from '../classify/request.ts'
import { SURFACES, findSurface } from '../classify/surface.ts'
import type { Exclusion } from '../exclusion.ts'
import { NameList } from '../name-list.ts'
import { findArrival, findReferrer } from '../referrer.ts'
import { SumTable } from '../sum-table.ts'
import { dayOfHour, hourOf, recentMinute } from '../time.ts'
import { NO_CAMPAIGN, findCampaign } from '../traits/campaign.ts'
import { NO_COUNTRY } from '../traits/country.ts'
import { type Campaign, toTraitsName } from '../traits/traits.ts'
import { ByteWords, viewOf } from './byte-words.ts'
import { DayCounts } from './day-counts.ts'
import type { LineScanner } from './formats/log-format.ts'
import { AHEAD_MS_MAX, type Normaliser, ignoredJudgement } from './normalise.ts'
import { type LineNames, packLineSums, toAgent } from './pack-line-sums.ts'
import type { SightingSums } from './sighting-sums.ts'

/** With more words than this in memory, of which each is some hundred bytes with what is known of it, everything starts anew. */
const WORDS_MAX = 200_000
const WORD_BYTES_MAX = 32 * 1024 * 1024
/** Longer ones are rarely seen twice, and a log of them would fill the memory before the next commit. */
const WORD_LENGTH_MAX = 512

const NO_HEADERS = Object.freeze({})

/** Whether readers came from elsewhere, by the numbers in keys. */
const ARRIVALS = [null, false, true] as const
const FROM_ELSEWHERE = 2

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

/** All that is remembered of lines beyond the next commit. None of it changes what is counted. */
interface Memory extends LineNames {
  targets: ByteWords
  referrers: ByteWords
  /** By the numbers of targets: their places in the list of paths; -1 for what cannot be a page. */
  pathOf: number[]
  /** Why they are no views, whoever asks: places in the list of verdicts. -1 for those that are. */
  reasonOf: number[]
  surfaceOf: number[]
  /** True where what is sent there may be a view, and where files are fetched in ranges; such lines are left to the parser. */
  isMcpOf: boolean[]
  isInPartsOf: boolean[]
  isIgnoredOf: boolean[]
  /** The hosts that they name themselves, for requests without a referrer. */
  namedOf: number[]
  /** Their places in the list of campaigns; -1 for none. */
  campaignOf: number[]
  campaigns: NameList
  /** By the numbers of referrers: who sent the reader, and whether that is elsewhere. */
  hostOf: number[]
  arrivalOf: number[]
  /** By the numbers of addresses. */
  placeOf: number[]
  /** True for addresses that the project ignores. */
  isUnwantedOf: boolean[]
  countryOf: number[]
  countries: NameList
  /** By asker, country, campaign and arrival. Rows have the numbers of traits. */
  traitKeys: SumTable
  /** By what they depend on: agent, place of the address, surface, and whether the request failed. Rows have the numbers of askers. */
  askerKeys: SumTable
  /** By the numbers of askers: their places in the list of verdicts. */
  verdictOf: number[]
}

function createMemory(): Memory {
  return {
    addresses: new ByteWords(),
    targets: new ByteWords(),
    referrers: new ByteWords(),
    agents: new ByteWords(),
    pathOf: [],
    reasonOf: [],
    surfaceOf: [],
    isMcpOf: [],
    isIgnoredOf: [],
    isUnwantedOf: [],
    isInPartsOf: [],
    namedOf: [],
    campaignOf: [],
    campaigns: new NameList(),
    hostOf: [],
    arrivalOf: [],
    placeOf: [],
    countryOf: [],
    countries: new NameList(),
    traitKeys: new SumTable([0]),
    askerKeys: new SumTable([0]),
    verdictOf: [],
    paths: new NameList(),
    hosts: new NameList(),
    askers: [],
    traits: [],
  }
}

export function createLineSums(
  { classifier, paths, aiKinds, ignores, zone, countryOf = NO_COUNTRY }: Normaliser,
  line: LineScanner,
  now: number,
): LineSums {
  const verdicts = new NameList()
  const numberOf = (reason: DayNumber['verdict'] | null) => (reason === null ? -1 : verdicts.number(reason))
  const [human, method, error] = [numberOf('human'), numberOf('method'), numberOf('error')]
  const [ignoredAddress, ignoredPath] = [numberOf('ignored-address'), numberOf('ignored-path')]
  const statusReasons: number[] = []
  /** Of requests whose number is all that is needed, and of those that have rows. */
  const excluded = new DayCounts()
  const inRows = new DayCounts()
  const views = new SumTable([0])
  const misses = new SumTable([0, Infinity, -Infinity])
  const visitors = new SumTable([])
  let memory = createMemory()
  let size = 0
  let chunk: Buffer | null = null
  let view = viewOf(Buffer.alloc(0))

  function reasonOfStatus(status: number): number {
    return (statusReasons[status] ??= numberOf(whyNotAView({ ...PAGE, status })))
  }

  function learnTarget(address: string): void {
    const page = paths(address)
    memory.pathOf.push('refused' in page ? -1 : memory.paths.number(page.path.toWellFormed()))
    memory.isIgnoredOf.push('path' in page && ignores.hasPath(page.path))
    memory.reasonOf.push(numberOf(whyNotAView({ ...PAGE, address })))
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

  function findHost(word: number, target: number): number {
    const named = memory.namedOf[target]!
    if (word === -1) return named
    const host = (memory.hostOf[word] ??= numberOfHost(findReferrer(memory.referrers.text(word), '/', ignores.isOwnHost)))
    // One that names no host is as good as none.
    return host === -1 ? named : host
  }

  function placeOf(address: number): number {
    return (memory.placeOf[address] ??= classifier.placeOf(memory.addresses.text(address)))
  }

  function isUnwanted(address: number): boolean {
    return (memory.isUnwantedOf[address] ??= ignores.hasAddress(memory.addresses.text(address)))
  }

  function readTraits(asker: number, address: number, target: number, referrer: number): number {
    const country = (memory.countryOf[address] ??= numberOfCountry(countryOf(memory.addresses.text(address))))
    const arrival = referrer === -1 ? FROM_ELSEWHERE : (memory.arrivalOf[referrer] ??= readArrival(referrer))
    const campaign = memory.campaignOf[target]!
    const traits = memory.traitKeys.find(asker, country, campaign, arrival)
    if (traits === memory.traits.length) {
      const { machine } = memory.askers[asker]!
      memory.traits.push(
        toTraitsName({
          country: country === -1 ? null : memory.countries.texts[country]!,
          device: machine?.device ?? null,
          browser: machine?.browser ?? null,
          language: null,
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

  function readArrival(referrer: number): number {
    return ARRIVALS.indexOf(findArrival(memory.referrers.text(referrer), '/', undefined, ignores.isOwnHost))
  }

  function readAsker(agent: number, address: number, target: number, isError: boolean): number {
    const { askerKeys, askers, verdictOf } = memory
    const isIgnored = memory.isIgnoredOf[target]!
    const asker = askerKeys.find(agent, placeOf(address), memory.surfaceOf[target], Number(isError) + 2 * Number(isIgnored))
    if (asker < askers.length) return asker
    const request = {
      ...PAGE,
      status: isError ? 404 : PAGE.status,
      address: memory.targets.text(target),
      userAgent: toAgent(memory.agents.text(agent)),
      ip: memory.addresses.text(address),
    }
    const { judgement: known, trace, machine } = classifier.judge(request, { aiKinds })
    const judgement = isIgnored ? ignoredJudgement(known) : known
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
      if (next < 0 || line.time > now + AHEAD_MS_MAX || line.time < 0 || isLong(line, from)) return -1
      const target = memory.targets.find(bytes, view, line.targetFrom, line.targetTo)
      if (target === memory.pathOf.length) learnTarget(memory.targets.text(target))
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
      const address = memory.addresses.find(bytes, view, from, line.addressTo)
      if (isUnwanted(address) || (isMiss && memory.isIgnoredOf[target])) {
        count(excluded, day, isUnwanted(address) ? ignoredAddress : ignoredPath)
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
      const words = [addresses, targets, referrers, agents]
      const isFull =
        words.reduce((sum, { size: more }) => sum + more, 0) > WORDS_MAX ||
        words.reduce((sum, { byteLength }) => sum + byteLength, 0) > WORD_BYTES_MAX
      if (isFull) memory = createMemory()
    },
  }
}

/** What is the same for every request of a log that has no headers, and counts as far as it depends on that. */
const PAGE: Request = { method: 'GET', status: 200, address: '/', userAgent: null, headers: NO_HEADERS }

function isLong(
  { addressTo, targetFrom, targetTo, referrerFrom, referrerTo, agentFrom, agentTo }: LineScanner,
  from: number,
): boolean {
  return (
    addressTo - from > WORD_LENGTH_MAX ||
    targetTo - targetFrom > WORD_LENGTH_MAX ||
    referrerTo - referrerFrom > WORD_LENGTH_MAX ||
    agentTo - agentFrom > WORD_LENGTH_MAX
  )
}
