/**
 * A block: the counts of all pages in one bucket, as one binary value.
 *
 * A question over 400 days reads 13 months of 10,000 pages. As rows that is 130,000 steps of the database, some 40 ms; as blocks
 * it is 13 values and 2 ms. A block is written whole, so views are first added as rows and folded into blocks now and then.
 *
 * Stored: a byte that says which of the four counts have values other than 0, the number of entries, then for each
 * entry the distance of its key from the one before, and those counts. All are numbers of 7 bits per byte, the lowest first, of
 * which the first bit of counts is the sign: re-classification may leave a count below zero until the next fold.
 */
export type Counts = [human: number, humanBeacon: number, ai: number, aiBeacon: number]

/** Entries of a block, sorted by key, one array per column. */
export interface Entries {
  keys: Float64Array
  counts: [Float64Array, Float64Array, Float64Array, Float64Array]
}

const COLUMNS = 4
/** A number below 2^53 takes at most this many bytes. */
const NUMBER_BYTES_MAX = 8

export function encodeBlock(entries: Entries): Buffer {
  const { keys, counts } = entries
  let mask = 0
  for (let column = 0; column < COLUMNS; column++) if (hasCounts(counts[column]!)) mask |= 1 << column
  const used = counts.filter((_, column) => mask & (1 << column))
  const buffer = Buffer.allocUnsafe(1 + NUMBER_BYTES_MAX + keys.length * NUMBER_BYTES_MAX * (1 + used.length))
  buffer[0] = mask
  const end = writeEntries(buffer, writeNumber(buffer, 1, keys.length), keys, used)
  return Buffer.from(buffer.subarray(0, end))
}

function writeEntries(buffer: Buffer, start: number, keys: Float64Array, used: readonly Float64Array[]): number {
  let at = start
  let previous = 0
  for (let index = 0; index < keys.length; index++) {
    at = writeNumber(buffer, at, keys[index]! - previous)
    previous = keys[index]!
    for (let column = 0; column < used.length; column++) at = writeNumber(buffer, at, toUnsigned(used[column]![index]!))
  }
  return at
}

/** A loop, because each number that is handed to a function is a new object. */
function hasCounts(column: Float64Array): boolean {
  for (let index = 0; index < column.length; index++) if (column[index] !== 0) return true
  return false
}

export type Visit = (key: number, human: number, humanBeacon: number, ai: number, aiBeacon: number) => void

/** Calls `visit` for every entry, by key. */
export function visitBlock(block: Uint8Array, visit: Visit): void {
  const reader = new BlockReader(block)
  const mask = reader.mask()
  const length = reader.next()
  let key = 0
  for (let index = 0; index < length; index++) {
    key += reader.next()
    const human = mask & 1 ? reader.signed() : 0
    const humanBeacon = mask & 2 ? reader.signed() : 0
    const ai = mask & 4 ? reader.signed() : 0
    const aiBeacon = mask & 8 ? reader.signed() : 0
    visit(key, human, humanBeacon, ai, aiBeacon)
  }
}

/** Sums by page. The page with the number `id` has the place `slots[id]` in the columns. */
export interface PageSums {
  slots: Int32Array
  human: Float64Array
  ai: Float64Array
}

/** Adds a block of pages to sums. This is the inner loop of every long question: it takes half the time of `visitBlock`. */
export function addBlock(block: Uint8Array, { slots, human, ai }: PageSums, factors: Counts): void {
  const reader = new BlockReader(block)
  const mask = reader.mask()
  const length = reader.next()
  let id = 0
  for (let entry = 0; entry < length; entry++) {
    id += reader.next()
    const slot = slots[id]!
    if (mask & 1) human[slot]! += factors[0] * reader.signed()
    if (mask & 2) human[slot]! += factors[1] * reader.signed()
    if (mask & 4) ai[slot]! += factors[2] * reader.signed()
    if (mask & 8) ai[slot]! += factors[3] * reader.signed()
  }
}

class BlockReader {
  readonly #block: Uint8Array
  #at = 0

  constructor(block: Uint8Array) {
    this.#block = block
  }

  mask(): number {
    return this.#block[this.#at++]!
  }

  next(): number {
    let byte = this.#block[this.#at++]!
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let factor = 0x80
    do {
      byte = this.#block[this.#at++]!
      value += (byte & 0x7f) * factor
      factor *= 0x80
    } while (byte >= 0x80)
    return value
  }

  signed(): number {
    const value = this.next()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}

/** The block with more counts added to it. */
export function mergeBlock(block: Uint8Array | null, more: Entries): Buffer {
  return encodeBlock(mergeEntries(block ? decodeBlock(block) : createEntries(0), more))
}

/** Both together. Entries of which nothing is left are dropped. */
export function mergeEntries(one: Entries, two: Entries): Entries {
  const merged = createEntries(one.keys.length + two.keys.length)
  return firstEntries(merged, merge(merged, one, two))
}

/** Returns the number of entries. */
function merge(merged: Entries, one: Entries, two: Entries): number {
  // Most blocks have one or two of the counts.
  const used = [0, 1, 2, 3].filter((column) => hasCounts(one.counts[column]!) || hasCounts(two.counts[column]!))
  let [atOne, atTwo, length] = [0, 0, 0]
  while (atOne < one.keys.length || atTwo < two.keys.length) {
    const keyOne = atOne < one.keys.length ? one.keys[atOne]! : Infinity
    const keyTwo = atTwo < two.keys.length ? two.keys[atTwo]! : Infinity
    const key = Math.min(keyOne, keyTwo)
    let isSomething = false
    for (let index = 0; index < used.length; index++) {
      const column = used[index]!
      const sum = (keyOne === key ? one.counts[column]![atOne]! : 0) + (keyTwo === key ? two.counts[column]![atTwo]! : 0)
      merged.counts[column]![length] = sum
      if (sum !== 0) isSomething = true
    }
    merged.keys[length] = key
    if (isSomething) length++
    if (keyOne === key) atOne++
    if (keyTwo === key) atTwo++
  }
  return length
}

export function createEntries(length: number): Entries {
  const column = () => new Float64Array(length)
  return { keys: column(), counts: [column(), column(), column(), column()] }
}

export function firstEntries({ keys, counts: [one, two, three, four] }: Entries, length: number): Entries {
  const first = (column: Float64Array) => column.subarray(0, length)
  return { keys: first(keys), counts: [first(one), first(two), first(three), first(four)] }
}

export function keysOf(block: Uint8Array): Float64Array {
  return decodeBlock(block).keys
}

function decodeBlock(block: Uint8Array): Entries {
  const reader = new BlockReader(block)
  const mask = reader.mask()
  const length = reader.next()
  const entries = createEntries(length)
  let key = 0
  for (let index = 0; index < length; index++) {
    key += reader.next()
    entries.keys[index] = key
    for (let column = 0; column < COLUMNS; column++) if (mask & (1 << column)) entries.counts[column]![index] = reader.signed()
  }
  return entries
}

/** Puts the sign into the lowest bit. */
function toUnsigned(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}

function writeNumber(buffer: Buffer, start: number, value: number): number {
  let at = start
  let rest = value
  while (rest >= 0x80) {
    buffer[at++] = (rest % 0x80) + 0x80
    rest = Math.floor(rest / 0x80)
  }
  buffer[at++] = rest
  return at
}
