import type { Exclusion } from '../classify/classify.ts'
import { type Request, whyNotAView } from '../classify/request.ts'
import { findSurface } from '../classify/surface.ts'
import { createNameList } from '../name-list.ts'
import { findReferrer } from '../referrer.ts'
import type { SightingSums } from '../store/packed-group.ts'
import { KEY_NUMBERS, SumTable } from '../sum-table.ts'
import { dayOfHour, hourOf } from '../time.ts'
import { ByteWords, viewOf } from './byte-words.ts'
import type { LineScanner } from './formats/log-format.ts'
import { AHEAD_MS_MAX, type Normaliser } from './normalise.ts'
import { type LineNames, packLineSums, toAgent } from './pack-line-sums.ts'

/** With more words than this in memory, of which each is some hundred bytes with what is known of it, everything starts anew. */
const WORDS_MAX = 200_000
const WORD_BYTES_MAX = 32 * 1024 * 1024
/** Longer ones are rarely seen twice, and a log of them would fill the memory before the next commit. */
const WORD_LENGTH_MAX = 512

const NO_HEADERS = Object.freeze({})
const SURFACES = { html: 0, markdown: 1, 'llms.txt': 2, mcp: 3 }

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

/** What a target says by itself. */
interface Target {
  /** Its place in the list of paths; -1 when it cannot be a page. */
  path: number
  /** Why it is no view, whoever asks: its place in the list of verdicts. -1 when it is one. */
  reason: number
  surface: number
  /** The referrer that it names, for requests without one. */
  referrer: number
}

/** All that is remembered of lines beyond the next commit. None of it changes what is counted. */
interface Memory extends LineNames {
  targets: ByteWords
  referrers: ByteWords
  /** By the numbers of their words. */
  targetOf: Target[]
  hostOf: number[]
  placeOf: number[]
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
    targetOf: [],
    hostOf: [],
    placeOf: [],
    askerKeys: new SumTable([0]),
    verdictOf: [],
    paths: createNameList(),
    hosts: createNameList(),
    askers: [],
  }
}

export function createLineSums({ classifier, paths, aiKinds }: Normaliser, line: LineScanner, now: number): LineSums {
  const verdicts = createNameList()
  const numberOf = (reason: DayNumber['verdict'] | null) => (reason === null ? -1 : verdicts.number(reason))
  const [human, method, error] = [numberOf('human'), numberOf('method'), numberOf('error')]
  const statusReasons: number[] = []
  /** By day and verdict: of requests whose number is all that is needed, and of those that have rows. */
  const excluded = new SumTable([0])
  const inRows = new SumTable([0])
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

  function readTarget(target: number): Target {
    const found = memory.targetOf[target]
    if (found) return found
    const address = memory.targets.text(target)
    const page = paths(address)
    const referrer = findReferrer(undefined, address)
    return (memory.targetOf[target] = {
      path: 'refused' in page ? -1 : memory.paths.number(page.path.toWellFormed()),
      reason: numberOf(whyNotAView({ ...PAGE, address })),
      surface: SURFACES[findSurface(address, NO_HEADERS, 'none')],
      referrer: referrer === null ? -1 : memory.hosts.number(referrer),
    })
  }

  function readReferrer(bytes: Buffer, target: Target): number {
    if (line.referrerTo - line.referrerFrom <= 1) return target.referrer
    const word = memory.referrers.find(bytes, view, line.referrerFrom, line.referrerTo)
    const found = memory.hostOf[word]
    // One that names no host is as good as none.
    if (found !== undefined) return found === -1 ? target.referrer : found
    const host = findReferrer(memory.referrers.text(word), '/')
    const number = host === null ? -1 : memory.hosts.number(host)
    memory.hostOf[word] = number
    return number === -1 ? target.referrer : number
  }

  function placeOf(address: number): number {
    return (memory.placeOf[address] ??= classifier.placeOf(memory.addresses.text(address)))
  }

  function readAsker(agent: number, address: number, target: number, isError: boolean): number {
    const { askerKeys, askers, verdictOf } = memory
    const asker = askerKeys.find(agent, placeOf(address), memory.targetOf[target]!.surface, Number(isError))
    if (asker < askers.length) return asker
    const request = {
      ...PAGE,
      status: isError ? 404 : PAGE.status,
      address: memory.targets.text(target),
      userAgent: toAgent(memory.agents.text(agent)),
      ip: memory.addresses.text(address),
    }
    const { judgement, trace } = classifier.judge(request, { aiKinds })
    askers.push({ judgement, trace })
    verdictOf.push(numberOf(judgement.class === 'excluded' ? judgement.reason : judgement.class))
    return asker
  }

  function count(into: SumTable, day: number, verdict: number): void {
    into.add(0, 1, day, verdict)
    size++
  }

  function takeView(day: number, hour: number, target: number, agent: number, address: number, host: number): void {
    const asker = readAsker(agent, address, target, false)
    const verdict = memory.verdictOf[asker]!
    views.add(0, 1, hour, memory.targetOf[target]!.path, asker, host)
    if (verdict === human) visitors.find(day, address, agent)
    count(inRows, day, verdict)
  }

  function takeMiss(day: number, target: number, agent: number, address: number, host: number): void {
    const asker = readAsker(agent, address, target, true)
    const at = misses.find(day, memory.targetOf[target]!.path, asker, host, line.status)
    misses.sums[at]!++
    misses.sums[at + 1] = Math.min(misses.sums[at + 1]!, line.time)
    misses.sums[at + 2] = Math.max(misses.sums[at + 2]!, line.time)
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
      const word = memory.targets.find(bytes, view, line.targetFrom, line.targetTo)
      const target = readTarget(word)
      if (target.path === -1) return -1
      const hour = hourOf(line.time)
      const day = dayOfHour(hour)
      let reason = line.isGet ? reasonOfStatus(line.status) : method
      if (reason === -1) reason = target.reason
      const isMiss = reason === error && (line.status === 404 || line.status === 410)
      if (reason !== -1 && !isMiss) {
        count(excluded, day, reason)
        return next
      }
      const host = readReferrer(bytes, target)
      const agent = memory.agents.find(bytes, view, line.agentFrom, line.agentTo)
      const address = memory.addresses.find(bytes, view, from, line.addressTo)
      if (isMiss) takeMiss(day, word, agent, address, host)
      else takeView(day, hour, word, agent, address, host)
      return next
    },
    numbers: () =>
      [excluded, inRows].flatMap((table) =>
        [...readNumbers(table)].map(([day, verdict, count]) => ({
          day,
          verdict: verdicts.texts[verdict] as DayNumber['verdict'],
          count,
        })),
      ),
    packTo: (packer) => {
      for (const [day, verdict, count] of readNumbers(excluded))
        packer.addExcluded(day, verdicts.texts[verdict] as Exclusion, count)
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

function* readNumbers({ keys, sums, size }: SumTable): Generator<[day: number, verdict: number, count: number]> {
  for (let row = 0; row < size; row++) yield [keys[row * KEY_NUMBERS]!, keys[row * KEY_NUMBERS + 1]!, sums[row]!]
}
