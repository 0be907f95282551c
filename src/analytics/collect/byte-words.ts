import { randomInt } from 'node:crypto'

const WORDS_AT_FIRST = 256
const BYTES_AT_FIRST = 16 * 1024

/**
 * Numbers runs of bytes in the order in which they come. The same few thousand user agents, referrers and paths make up a log of
 * millions of lines: found by their bytes, they need no text made of them for each line.
 */
export class ByteWords {
  #size = 0
  #bytes = Buffer.allocUnsafe(BYTES_AT_FIRST)
  #view = viewOf(this.#bytes)
  /** Where each word begins in the bytes; the next begins where it ends. */
  #starts = new Int32Array(WORDS_AT_FIRST + 1)
  #hashes = new Int32Array(WORDS_AT_FIRST)
  /** Numbers of words plus one, by their hashes; at least twice as many places as words. */
  #places = new Int32Array(WORDS_AT_FIRST * 2)
  /** What is in a log is up to those who ask: without it they could make all their words fall into one place. */
  readonly #seed = randomInt(2 ** 31)

  /** The number of words. */
  get size(): number {
    return this.#size
  }

  /** Of all words together. */
  get byteLength(): number {
    return this.#starts[this.#size]!
  }

  /** The number of a word; a new one is added. The view is of the same bytes. */
  find(bytes: Buffer, view: DataView, from: number, to: number): number {
    const hash = this.#hash(view, from, to)
    const mask = this.#places.length - 1
    let place = hash & mask
    for (;;) {
      const word = this.#places[place]! - 1
      if (word < 0) return this.#add(bytes, from, to, hash, place)
      if (this.#hashes[word] === hash && this.#isSame(word, view, from, to)) return word
      place = (place + 1) & mask
    }
  }

  /** The word as a text, one character for each byte. */
  text(word: number): string {
    return this.#bytes.toString('latin1', this.#starts[word], this.#starts[word + 1])
  }

  #hash(view: DataView, from: number, to: number): number {
    // Two at once: the processor need not wait for one before it goes on with the other.
    let mixed = this.#seed ^ (to - from)
    let other = this.#seed
    let at = from
    for (; at + 8 <= to; at += 8) {
      mixed = Math.imul(mixed ^ view.getInt32(at, true), 0x9e3779b1)
      other = Math.imul(other ^ view.getInt32(at + 4, true), 0xc2b2ae35)
      mixed ^= mixed >>> 15
      other ^= other >>> 13
    }
    mixed ^= Math.imul(other, 0x27d4eb2f)
    if (at + 4 <= to) {
      mixed = Math.imul(mixed ^ view.getInt32(at, true), 0x165667b1)
      mixed ^= mixed >>> 15
      at += 4
    }
    for (; at < to; at++) mixed = Math.imul(mixed ^ view.getUint8(at), 0x85ebca6b)
    mixed ^= mixed >>> 13
    return Math.imul(mixed, 0xc2b2ae35) ^ (mixed >>> 16)
  }

  #isSame(word: number, view: DataView, from: number, to: number): boolean {
    const start = this.#starts[word]!
    const length = to - from
    if (this.#starts[word + 1]! - start !== length) return false
    const own = this.#view
    let at = 0
    for (; at + 4 <= length; at += 4) if (own.getInt32(start + at) !== view.getInt32(from + at)) return false
    for (; at < length; at++) if (own.getUint8(start + at) !== view.getUint8(from + at)) return false
    return true
  }

  #add(bytes: Buffer, from: number, to: number, hash: number, place: number): number {
    const word = this.#size++
    const start = this.#starts[word]!
    const end = start + to - from
    while (end > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
      this.#view = viewOf(this.#bytes)
    }
    bytes.copy(this.#bytes, start, from, to)
    this.#starts[word + 1] = end
    this.#hashes[word] = hash
    this.#places[place] = word + 1
    if (this.#size === this.#hashes.length) this.#grow()
    return word
  }

  #grow(): void {
    const length = this.#hashes.length * 2
    this.#starts = copied(this.#starts, length + 1)
    this.#hashes = copied(this.#hashes, length)
    this.#places = new Int32Array(length * 2)
    const mask = this.#places.length - 1
    for (let word = 0; word < this.#size; word++) {
      let place = this.#hashes[word]! & mask
      while (this.#places[place] !== 0) place = (place + 1) & mask
      this.#places[place] = word + 1
    }
  }
}

export function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function copied(column: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(length)
  copy.set(column)
  return copy
}
