import { parseTime } from '../../../time.ts'
import { parseClfTime } from '../clf-time.ts'
import { COLON, DASH, DOT, PLUS, isDigit, threeDigits, twoDigits } from './bytes.ts'

/** Of `10/Oct/2000:13:55:36 -0700`. */
const HOUR_TO = 14
export const CLF_LENGTH = 26
/** Where the numbers of four bytes begin by which an hour and its zone are known again. */
const CLF_PARTS = [0, 4, 8, 10, 20, 22] as const

/** Of `2000-10-10T13:55:36Z`: the parts of the hour, and of what stands behind the seconds and their fraction. */
const ISO_PARTS = [0, 4, 8, 9] as const
const ISO_SECONDS_TO = 19
/** `1700000000.123` */
const EPOCH_LENGTH = 14

const HOURS_KEPT = 31

/**
 * Reads times from bytes. Lines of the same hour follow each other, now and then in another zone: each hour is read once.
 *
 * The time is set in place: a number that large is an object wherever it is handed over.
 */
export class LineTimes {
  time = 0
  readonly #clf = new KnownHours(CLF_PARTS)
  readonly #iso = new KnownHours(ISO_PARTS)

  /** Of the common log format, 26 bytes from here; false when there is none. */
  readClf(bytes: Buffer, view: DataView, from: number): boolean {
    const minute = twoDigits(bytes, from + 15)
    const second = twoDigits(bytes, from + 18)
    if (!(minute < 60 && second <= 60) || bytes[from + HOUR_TO] !== COLON || bytes[from + 17] !== COLON) return false
    const slot = (bytes[from + 1]! + bytes[from + 13]! * 3 + bytes[from + 21]! + bytes[from + 23]! * 5) % HOURS_KEPT
    if (!this.#clf.isKept(slot, view, from, 0)) {
      const text = bytes.toString('latin1', from, from + CLF_LENGTH)
      this.#clf.keep(slot, view, from, 0, parseClfTime(`${text.slice(0, HOUR_TO)}:00:00${text.slice(20)}`, 0, CLF_LENGTH))
    }
    this.time = this.#clf.at[slot]! + minute * 60_000 + second * 1000
    return !Number.isNaN(this.time)
  }

  /** ISO 8601 with seconds and a zone, or seconds since 1970 with three digits behind the point, all of what stands between two places. */
  read(bytes: Buffer, view: DataView, from: number, to: number): boolean {
    if (to - from === EPOCH_LENGTH && bytes[from + 10] === DOT) return this.#readEpoch(bytes, from)
    const minute = twoDigits(bytes, from + 14)
    const second = twoDigits(bytes, from + 17)
    const isUsual =
      to - from > ISO_SECONDS_TO &&
      bytes[from + 10] === 84 &&
      bytes[from + 13] === COLON &&
      bytes[from + 16] === COLON &&
      minute < 60 &&
      second < 60
    if (!isUsual) return false
    let zoneFrom = from + ISO_SECONDS_TO
    let milliseconds = 0
    if (bytes[zoneFrom] === DOT) {
      milliseconds = threeDigits(bytes, zoneFrom + 1)
      zoneFrom += 4
      // A finer fraction is rare, and cut by rules of its own.
      if (Number.isNaN(milliseconds) || isDigit(bytes[zoneFrom]!)) return false
    }
    const zone = this.#zoneOf(bytes, zoneFrom, to)
    if (zone < 0) return false
    const slot = (bytes[from + 9]! + bytes[from + 12]! * 3 + (zone & 0xff)) % HOURS_KEPT
    if (!this.#iso.isKept(slot, view, from, zone)) {
      const text = `${bytes.toString('latin1', from, from + 13)}:00:00${bytes.toString('latin1', zoneFrom, to)}`
      this.#iso.keep(slot, view, from, zone, parseTime(text) ?? Number.NaN)
    }
    this.time = this.#iso.at[slot]! + minute * 60_000 + second * 1000 + milliseconds
    return !Number.isNaN(this.time)
  }

  /** A number for `Z`, `+0530` or `+05:30`: the same one has the same meaning. -1 for all else. */
  #zoneOf(bytes: Buffer, from: number, to: number): number {
    if (to - from === 1) return bytes[from] === 90 ? 0 : -1
    const minutesFrom = to - from === 5 ? from + 3 : to - from === 6 && bytes[from + 3] === COLON ? from + 4 : -1
    const isBehind = bytes[from] === DASH
    if (minutesFrom < 0 || !(isBehind || bytes[from] === PLUS)) return -1
    const offset = twoDigits(bytes, from + 1) * 100 + twoDigits(bytes, minutesFrom)
    return Number.isNaN(offset) ? -1 : offset * 2 + Number(isBehind)
  }

  #readEpoch(bytes: Buffer, from: number): boolean {
    let seconds = 0
    for (let at = from; at < from + 10; at++) {
      if (!isDigit(bytes[at]!)) return false
      seconds = seconds * 10 + bytes[at]! - 48
    }
    this.time = seconds * 1000 + threeDigits(bytes, from + 11)
    // Smaller numbers are durations to the parser.
    return seconds >= 1e8 && !Number.isNaN(this.time)
  }
}

/** Hours by the bytes that they were written in. */
class KnownHours {
  readonly at = new Float64Array(HOURS_KEPT).fill(Number.NaN)
  readonly #parts: readonly number[]
  readonly #bytes: Int32Array
  readonly #zones = new Int32Array(HOURS_KEPT)

  constructor(parts: readonly number[]) {
    this.#parts = parts
    this.#bytes = new Int32Array(HOURS_KEPT * parts.length)
  }

  isKept(slot: number, view: DataView, from: number, zone: number): boolean {
    const at = slot * this.#parts.length
    for (let place = 0; place < this.#parts.length; place++)
      if (this.#bytes[at + place] !== view.getInt32(from + this.#parts[place]!)) return false
    return this.#zones[slot] === zone
  }

  keep(slot: number, view: DataView, from: number, zone: number, hour: number): void {
    for (const [place, part] of this.#parts.entries()) this.#bytes[slot * this.#parts.length + place] = view.getInt32(from + part)
    this.#zones[slot] = zone
    this.at[slot] = hour
  }
}
