import type { Exclusion, Judgement } from '../classify/classify.ts'
import { type Request, whyNotAView } from '../classify/request.ts'
import { findSurface } from '../classify/surface.ts'
import type { Trace } from '../classify/trace.ts'
import { createNameList } from '../name-list.ts'
import { findReferrer } from '../referrer.ts'
import type { Packer, Row, SightingSums } from '../store/packed-group.ts'
import { KEY_NUMBERS, SumTable } from '../sum-table.ts'
import { HOUR_MS, dayOfHour, hourOf } from '../time.ts'
import { ByteWords, viewOf } from './byte-words.ts'
import type { LineScanner } from './formats/log-format.ts'
import { AHEAD_MS_MAX, type Normaliser } from './normalise.ts'

/** With more words than this in memory, of which each is some hundred bytes with what is known of it, everything starts anew. */
const WORDS_MAX = 200_000
const WORD_BYTES_MAX = 32 * 1024 * 1024
/** Longer ones are rarely seen twice, and a log of them would fill the memory before the next commit. */
const WORD_LENGTH_MAX = 512

const NO_HEADERS = Object.freeze({})
const SURFACES = { html: 0, markdown: 1, 'llms.txt': 2, mcp: 3 }
const NOT_ASKED = -2
/** More than there are places of addresses. */
const PLACES_MAX = 1024

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

/** Who asks, in which form, as far as it makes a difference. */
interface Asker {
  judgement: Judgement
  /** Its place in the list of verdicts. */
  verdict: number
  /** Null for errors. */
  trace: Trace | null
}

/** All that is remembered of lines beyond the next commit. None of it changes what is counted. */
function createMemory() {
  return {
    addresses: new ByteWords(),
    targets: new ByteWords(),
    referrers: new ByteWords(),
    agents: new ByteWords(),
    /** By the numbers of the words above. */
    targetOf: [] as Target[],
    hostOf: [] as number[],
    placeOf: [] as number[],
    askers: new Map<number, number>(),
    failed: new Map<number, number>(),
    paths: createNameList(),
    hosts: createNameList(),
    askerList: [] as Asker[],
  }
}

export function createLineSums({ classifier, paths, aiKinds }: Normaliser, line: LineScanner, now: number): LineSums {
  const verdicts = createNameList()
  const numberOf = (reason: DayNumber['verdict'] | null) => (reason === null ? -1 : verdicts.number(reason))
  const [method, error] = [numberOf('method'), numberOf('error')]
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

  /** @param status Of a page view, or of an error: nothing else is asked for. */
  function readAsker(known: Map<number, number>, agent: number, address: number, target: number, status: number): number {
    const { surface } = memory.targetOf[target]!
    const key = (agent * PLACES_MAX + placeOf(address)) * 4 + surface
    const found = known.get(key)
    if (found !== undefined) return found
    const request = {
      ...PAGE,
      status,
      address: memory.targets.text(target),
      userAgent: toAgent(memory.agents.text(agent)),
      ip: memory.addresses.text(address),
    }
    const { judgement, trace } = classifier.judge(request, { aiKinds })
    const verdict = numberOf(judgement.class === 'excluded' ? judgement.reason : judgement.class)
    const number = memory.askerList.push({ judgement, verdict, trace }) - 1
    known.set(key, number)
    return number
  }

  function count(into: SumTable, day: number, verdict: number): void {
    into.add(0, 1, day, verdict)
    size++
  }

  function takeView(day: number, hour: number, target: number, agent: number, address: number, host: number): void {
    const asker = readAsker(memory.askers, agent, address, target, PAGE.status)
    const { judgement, verdict } = memory.askerList[asker]!
    views.add(0, 1, hour, memory.targetOf[target]!.path, asker, host)
    if (judgement.class === 'human') visitors.find(day, address, agent)
    count(inRows, day, verdict)
  }

  function takeMiss(day: number, target: number, agent: number, address: number, host: number): void {
    const asker = readAsker(memory.failed, agent, address, target, line.status)
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
      packSums(packer, memory, { views, misses, visitors })
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

/** As the parser reads it: `-` is a client that sent no name. */
function toAgent(text: string): string {
  return text === '-' ? '' : text
}

function* readNumbers({ keys, sums, size }: SumTable): Generator<[day: number, verdict: number, count: number]> {
  for (let row = 0; row < size; row++) yield [keys[row * KEY_NUMBERS]!, keys[row * KEY_NUMBERS + 1]!, sums[row]!]
}

function packSums(
  packer: Packer,
  memory: ReturnType<typeof createMemory>,
  { views, misses, visitors }: Record<'views' | 'misses' | 'visitors', SumTable>,
): void {
  const { askerList } = memory
  const paths = new Renumbering(memory.paths.texts.length, (place) => packer.number('path', memory.paths.texts[place]!))
  const hosts = new Renumbering(memory.hosts.texts.length, (place) => packer.number('referrer', memory.hosts.texts[place]!))
  const clients = new Renumbering(askerList.length, (place) => {
    const { judgement, trace } = askerList[place]!
    return packer.client(judgement, trace !== null)
  })
  const traces = new Renumbering(askerList.length, (place) => {
    const { trace } = askerList[place]!
    return trace === null ? -1 : packer.number('trace', trace)
  })
  const reasons = new Renumbering(askerList.length, (place) => {
    const { judgement } = askerList[place]!
    return judgement.class === 'excluded' ? packer.number('reason', judgement.reason) : -1
  })
  // One object for all of them: the packer takes it apart.
  const row: Row = {
    count: 0,
    id: null,
    place: -1,
    firstAt: 0,
    lastAt: 0,
    path: 0,
    status: PAGE.status,
    client: 0,
    trace: 0,
    reason: 0,
    referrer: 0,
  }
  const setKey = (keys: Int32Array, at: number) => {
    const asker = keys[at + 2]!
    row.path = paths.of(keys[at + 1]!)
    row.client = clients.of(asker)
    row.trace = traces.of(asker)
    row.reason = reasons.of(asker)
    row.referrer = hosts.of(keys[at + 3]!)
  }
  for (let index = 0; index < views.size; index++) {
    const at = index * KEY_NUMBERS
    setKey(views.keys, at)
    row.count = views.sums[index]!
    row.firstAt = row.lastAt = views.keys[at]! * HOUR_MS
    packer.addRow(row)
  }
  for (let index = 0; index < misses.size; index++) {
    const at = index * KEY_NUMBERS
    setKey(misses.keys, at)
    row.status = misses.keys[at + 4]!
    row.count = misses.sums[index * misses.width]!
    row.firstAt = misses.sums[index * misses.width + 1]!
    row.lastAt = misses.sums[index * misses.width + 2]!
    packer.addRow(row)
  }
  const addresses = renumberWords(memory.addresses, (text) => packer.number('address', text))
  const agents = renumberWords(memory.agents, (text) => packer.number('userAgent', toAgent(text)))
  for (let index = 0; index < visitors.size; index++) {
    const at = index * KEY_NUMBERS
    packer.addVisitor(visitors.keys[at]!, addresses.of(visitors.keys[at + 1]!), agents.of(visitors.keys[at + 2]!), -1)
  }
}

function renumberWords(words: ByteWords, number: (text: string) => number): Renumbering {
  return new Renumbering(words.size, (word) => number(words.text(word)))
}

/** Numbers of another list for those of this one; -1 stays. Each is asked for once. */
class Renumbering {
  readonly #known: Int32Array
  readonly #number: (place: number) => number

  constructor(length: number, number: (place: number) => number) {
    this.#known = new Int32Array(length).fill(NOT_ASKED)
    this.#number = number
  }

  of(place: number): number {
    if (place === -1) return -1
    if (this.#known[place] === NOT_ASKED) this.#known[place] = this.#number(place)
    return this.#known[place]!
  }
}
