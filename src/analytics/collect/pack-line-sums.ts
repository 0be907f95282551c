import type { Judgement } from '../classify/classify.ts'
import type { Trace } from '../classify/trace.ts'
import type { NameList } from '../name-list.ts'
import type { SumTable } from '../sum-table.ts'
import type { Machine } from '../traits/device.ts'
import { HOUR_MS } from '../time.ts'
import type { ByteWords } from './byte-words.ts'
import type { Packer, RowColumns } from './sighting-sums.ts'

const NOT_ASKED = -2
const VIEW_STATUS = 200

/** What the numbers in the keys of sums stand for. */
export interface LineNames {
  addresses: ByteWords
  agents: ByteWords
  paths: NameList
  hosts: NameList
  askers: Asker[]
  /** By the numbers of traits: their names; null when nothing is known. */
  traits: (string | null)[]
}

/** Who asks, in which form, as far as it makes a difference. */
interface Asker {
  judgement: Judgement
  /** Null for errors. */
  trace: Trace | null
  machine: Machine | null
}

/** The sums of lines by their keys; -1 stands for no host. */
export interface LineTables {
  /** By hour, path, asker, host, traits and recent minute. */
  views: SumTable
  /** By day, path, asker, host and status: the number, the first and the last time. */
  misses: SumTable
  /** By day, address and agent. */
  visitors: SumTable
}

/** Column by column, because a compiler has to look at a short loop only once, whichever column it is for. */
export function packLineSums(packer: Packer, names: LineNames, { views, misses, visitors }: LineTables): void {
  const { askers } = names
  const paths = new Renumbering(names.paths.texts.length, (place) => packer.number('path', names.paths.texts[place]!))
  const hosts = new Renumbering(names.hosts.texts.length, (place) => packer.number('referrer', names.hosts.texts[place]!))
  const clients = new Renumbering(askers.length, (place) =>
    packer.client(askers[place]!.judgement, askers[place]!.trace !== null),
  )
  const traces = new Renumbering(askers.length, (place) => {
    const { trace } = askers[place]!
    return trace === null ? -1 : packer.number('trace', trace)
  })
  const reasons = new Renumbering(askers.length, (place) => {
    const { judgement } = askers[place]!
    return judgement.class === 'excluded' ? packer.number('reason', judgement.reason) : -1
  })
  const traits = new Renumbering(names.traits.length, (place) => {
    const name = names.traits[place]!
    return name === null ? -1 : packer.number('traits', name)
  })
  const addRows = (table: SumTable, rest: Pick<RowColumns, 'count' | 'firstAt' | 'lastAt' | 'status' | 'traits' | 'minute'>) => {
    const asker = table.keyColumn(2)
    packer.addRows({
      ...rest,
      path: paths.of(table.keyColumn(1)),
      client: clients.of(asker),
      trace: traces.of(asker),
      reason: reasons.of(asker),
      referrer: hosts.of(table.keyColumn(3)),
    })
  }
  const hours = toTimes(views.keyColumn(0))
  const status = new Int32Array(views.size).fill(VIEW_STATUS)
  addRows(views, {
    count: views.sumColumn(0),
    firstAt: hours,
    lastAt: hours,
    status,
    traits: traits.of(views.keyColumn(4)),
    minute: views.keyColumn(5),
  })
  addRows(misses, {
    count: misses.sumColumn(0),
    firstAt: misses.sumColumn(1),
    lastAt: misses.sumColumn(2),
    status: misses.keyColumn(4),
    traits: new Int32Array(misses.size).fill(-1),
    minute: new Int32Array(misses.size),
  })
  const addresses = renumberWords(names.addresses, (text) => packer.number('address', text))
  const agents = renumberWords(names.agents, (text) => packer.number('userAgent', toAgent(text)))
  packer.addVisitors(visitors.keyColumn(0), addresses.of(visitors.keyColumn(1)), agents.of(visitors.keyColumn(2)))
}

/** As the parser reads it: `-` is a client that sent no name. */
export function toAgent(text: string): string {
  return text === '-' ? '' : text
}

function toTimes(hours: Int32Array): Float64Array {
  const times = new Float64Array(hours.length)
  for (let index = 0; index < hours.length; index++) times[index] = hours[index]! * HOUR_MS
  return times
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

  of(places: Int32Array): Int32Array {
    const numbers = new Int32Array(places.length)
    for (let index = 0; index < places.length; index++) {
      const place = places[index]!
      if (place !== -1 && this.#known[place] === NOT_ASKED) this.#known[place] = this.#number(place)
      numbers[index] = place === -1 ? -1 : this.#known[place]!
    }
    return numbers
  }
}
