/** Numbers of a key. Keys with fewer have zeros at the end. */
export const KEY_NUMBERS = 7

const ROWS_AT_FIRST = 1024

/**
 * Sums by a key of up to seven whole numbers of 32 bits. A `Map` would need a text or an object for each key, which for
 * millions of additions is most of their time; here a key is found by a few steps through plain columns.
 */
export class SumTable {
  readonly width: number
  /** Row after row: its key, and its sums. */
  keys = new Int32Array(ROWS_AT_FIRST * KEY_NUMBERS)
  sums: Float64Array
  readonly #initial: readonly number[]
  #size = 0
  /** Numbers of rows plus one, by the hash of their keys; twice as many places as rows, so that one is found in about one step. */
  #places = new Int32Array(ROWS_AT_FIRST * 2)

  /** @param initial What the sums of a new row are. */
  constructor(initial: readonly number[]) {
    this.#initial = initial
    this.width = initial.length
    this.sums = new Float64Array(ROWS_AT_FIRST * this.width)
  }

  get size(): number {
    return this.#size
  }

  /** Where the sums of a key begin. A key that is not there yet is added. Look at `sums` only afterwards: it may be another then. */
  find(one: number, two = 0, three = 0, four = 0, five = 0, six = 0, seven = 0): number {
    const mask = this.#places.length - 1
    let place = hash(one, two, three, four, five, six, seven) & mask
    for (;;) {
      const row = this.#places[place]! - 1
      if (row < 0) return this.#add(place, one, two, three, four, five, six, seven)
      const at = row * KEY_NUMBERS
      const { keys } = this
      if (
        keys[at] === one &&
        keys[at + 1] === two &&
        keys[at + 2] === three &&
        keys[at + 3] === four &&
        keys[at + 4] === five &&
        keys[at + 5] === six &&
        keys[at + 6] === seven
      )
        return row * this.width
      place = (place + 1) & mask
    }
  }

  /** Adds to one sum of a key. */
  add(column: number, number: number, one: number, two = 0, three = 0, four = 0, five = 0, six = 0, seven = 0): void {
    const at = this.find(one, two, three, four, five, six, seven)
    this.sums[at + column]! += number
  }

  /**
   * Adds a number for each place in the columns, of which the keys have one for each of their numbers.
   *
   * @param column Which sum it is added to; -1 for none.
   */
  addAll(column: Int32Array, number: Int32Array, keys: readonly Int32Array[]): void {
    const zeros = new Int32Array(number.length)
    const [one, two, three, four, five, six, seven] = Array.from({ length: KEY_NUMBERS }, (_, place) => keys[place] ?? zeros)
    for (let index = 0; index < number.length; index++) {
      if (column[index] === -1) continue
      const at = this.find(one![index]!, two![index], three![index], four![index], five![index], six![index], seven![index])
      this.sums[at + column[index]!]! += number[index]!
    }
  }

  /** One number of all keys. */
  keyColumn(column: number): Int32Array {
    const numbers = new Int32Array(this.#size)
    for (let row = 0; row < numbers.length; row++) numbers[row] = this.keys[row * KEY_NUMBERS + column]!
    return numbers
  }

  /** One sum of all rows. */
  sumColumn(column: number): Float64Array {
    const numbers = new Float64Array(this.#size)
    for (let row = 0; row < numbers.length; row++) numbers[row] = this.sums[row * this.width + column]!
    return numbers
  }

  /** A table with some of the rows. */
  filter(isWanted: (row: number) => boolean): SumTable {
    const chosen = new SumTable(this.#initial)
    for (let row = 0; row < this.#size; row++) if (isWanted(row)) chosen.#copy(this, row)
    return chosen
  }

  #copy({ keys, sums }: SumTable, row: number): void {
    const at = row * KEY_NUMBERS
    const start = this.find(keys[at]!, keys[at + 1], keys[at + 2], keys[at + 3], keys[at + 4], keys[at + 5], keys[at + 6])
    for (let column = 0; column < this.width; column++) this.sums[start + column] = sums[row * this.width + column]!
  }

  /** Keeps the memory, for the next rows. Takes time by what was in it, not by what once was. */
  clear(): void {
    const isCrowded = this.#size * KEY_NUMBERS > this.#places.length
    if (isCrowded) this.#places.fill(0)
    else for (let row = 0; row < this.#size; row++) this.#places[this.#placeOf(row)] = 0
    this.#size = 0
  }

  /** Also when the places of others on the way to it are empty already. */
  #placeOf(row: number): number {
    const { keys } = this
    const at = row * KEY_NUMBERS
    const mask = this.#places.length - 1
    let place = hash(keys[at]!, keys[at + 1]!, keys[at + 2]!, keys[at + 3]!, keys[at + 4]!, keys[at + 5]!, keys[at + 6]!) & mask
    while (this.#places[place] !== row + 1) place = (place + 1) & mask
    return place
  }

  #add(place: number, one: number, two: number, three: number, four: number, five: number, six: number, seven: number): number {
    if ((this.#size + 1) * KEY_NUMBERS > this.keys.length) {
      this.#grow()
      return this.find(one, two, three, four, five, six, seven)
    }
    const row = this.#size++
    this.#places[place] = row + 1
    const at = row * KEY_NUMBERS
    this.keys[at] = one
    this.keys[at + 1] = two
    this.keys[at + 2] = three
    this.keys[at + 3] = four
    this.keys[at + 4] = five
    this.keys[at + 5] = six
    this.keys[at + 6] = seven
    const start = row * this.width
    for (let column = 0; column < this.width; column++) this.sums[start + column] = this.#initial[column]!
    return start
  }

  #grow(): void {
    const { keys, sums } = this
    this.keys = new Int32Array(keys.length * 2)
    this.keys.set(keys)
    this.sums = new Float64Array(sums.length * 2)
    this.sums.set(sums)
    this.#places = new Int32Array(this.#places.length * 2)
    const mask = this.#places.length - 1
    for (let row = 0; row < this.#size; row++) {
      const at = row * KEY_NUMBERS
      let place = hash(keys[at]!, keys[at + 1]!, keys[at + 2]!, keys[at + 3]!, keys[at + 4]!, keys[at + 5]!, keys[at + 6]!) & mask
      while (this.#places[place] !== 0) place = (place + 1) & mask
      this.#places[place] = row + 1
    }
  }
}

function hash(one: number, two: number, three: number, four: number, five: number, six: number, seven: number): number {
  let mixed = Math.imul(one, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ two, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ three, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16) ^ four, 0x27d4eb2f)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ five, 0x165667b1)
  mixed = Math.imul(mixed ^ (mixed >>> 14) ^ six, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ seven, 0x85ebca6b)
  return mixed ^ (mixed >>> 16)
}

/**
 * The rows of a table, of which the keys are given, in the order of these. As long as they fit, the numbers of a key and the row are packed
 * into one number each: a column of numbers is sorted without a call for each comparison.
 */
export function sortedRows(keys: Int32Array, size: number): Uint32Array {
  const least = new Float64Array(KEY_NUMBERS).fill(Infinity)
  const most = new Float64Array(KEY_NUMBERS).fill(-Infinity)
  findBounds(keys, size, least, most)
  const ranges = most.map((value, column) => value - least[column]! + 1)
  if (ranges.reduce((product, range) => product * range, size) >= Number.MAX_SAFE_INTEGER) return sortByComparing(keys, size)
  const packed = new Float64Array(size)
  for (let column = 0; column < KEY_NUMBERS; column++) if (ranges[column]! > 1) packColumn(packed, keys, column, least, ranges)
  addRowNumbers(packed)
  packed.sort()
  return unpackRows(packed)
}

function findBounds(keys: Int32Array, size: number, least: Float64Array, most: Float64Array): void {
  for (let column = 0; column < KEY_NUMBERS; column++) {
    let [low, high] = [Infinity, -Infinity]
    for (let at = column; at < size * KEY_NUMBERS; at += KEY_NUMBERS) {
      const key = keys[at]!
      if (key < low) low = key
      if (key > high) high = key
    }
    least[column] = low
    most[column] = high
  }
}

/** One number of the keys at a time: most tables use three or four, and the others are the same in all rows. */
function packColumn(packed: Float64Array, keys: Int32Array, column: number, least: Float64Array, ranges: Float64Array): void {
  const [low, range] = [least[column]!, ranges[column]!]
  for (let row = 0; row < packed.length; row++) packed[row] = packed[row]! * range + (keys[row * KEY_NUMBERS + column]! - low)
}

function addRowNumbers(packed: Float64Array): void {
  for (let row = 0; row < packed.length; row++) packed[row] = packed[row]! * packed.length + row
}

function unpackRows(packed: Float64Array): Uint32Array {
  const rows = new Uint32Array(packed.length)
  for (let index = 0; index < packed.length; index++) rows[index] = packed[index]! % packed.length
  return rows
}

function sortByComparing(keys: Int32Array, size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, row) => row).sort((one, two) => {
    for (let column = 0; column < KEY_NUMBERS; column++) {
      const difference = keys[one * KEY_NUMBERS + column]! - keys[two * KEY_NUMBERS + column]!
      if (difference !== 0) return difference
    }
    return 0
  })
}
