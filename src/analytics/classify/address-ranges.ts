import ipaddr from 'ipaddr.js'

/** The addresses that operators publish for their clients, as they were on a day. */
export interface AddressRanges {
  date: string
  source: string
  licence: string
  /** Prefixes (`20.42.10.176/28`) by the name that registry entries refer to. */
  sets: Record<string, string[]>
}

/** What an address says: the set that it is in, and whether its absence from a set means anything. */
export interface Place {
  /** Differs between any two places of an address book. */
  number: number
  /** The name of the set that holds the address. */
  set: string | null
  /** The sets that list addresses of this family, so that an address outside them is foreign. Empty when nothing can be said. */
  judged: ReadonlySet<string>
}

export interface AddressBook {
  date: string
  find(address: string | null): Place
}

interface Intervals<Value extends number | bigint> {
  starts: Value[]
  ends: Value[]
  sets: string[]
  /** The answers for an address in each set, and in none. */
  places: ReadonlyMap<string | null, Place>
}

export const NOWHERE: Place = Object.freeze({ number: 0, set: null, judged: new Set<string>() })

/** Addresses inside a network: they belong to a proxy, not to the client. */
const OWN_NETWORK = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified', 'reserved'])

/** Sorts the ranges once; a look-up is then a binary search. The ranges of two sets must not overlap. */
export function openAddressBook(ranges: AddressRanges): AddressBook {
  const v4 = toIntervals(ranges, 4, toNumber)
  const v6 = toIntervals(ranges, 6, toBigInt)
  return {
    date: ranges.date,
    find: (address) => {
      if (address === null || !isAddress(address)) return NOWHERE
      const parsed = ipaddr.process(address)
      if (OWN_NETWORK.has(parsed.range())) return NOWHERE
      const bytes = parsed.toByteArray()
      if (parsed.kind() === 'ipv6') return v6.places.get(search(v6, toBigInt(bytes)))!
      const value = toNumber(bytes)
      const set = search(v4, value)
      // Many logs store addresses with the last byte set to 0. Such an address near a range may have come from it.
      if (set === null && bytes[3] === 0 && touches(v4, value, value + 255)) return NOWHERE
      return v4.places.get(set)!
    },
  }
}

/** Only the usual way to write one: the library also takes `1.2.3` and `0x7f000001`. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

function toIntervals<Value extends number | bigint>(
  ranges: AddressRanges,
  family: 4 | 6,
  toValue: (bytes: number[]) => Value,
): Intervals<Value> {
  const rows: { start: Value; end: Value; set: string }[] = []
  for (const [set, prefixes] of Object.entries(ranges.sets))
    for (const prefix of prefixes) {
      const [address, length] = ipaddr.parseCIDR(prefix)
      if (address.kind() !== `ipv${family}`) continue
      const bytes = address.toByteArray()
      rows.push({ start: toValue(masked(bytes, length, 0)), end: toValue(masked(bytes, length, 255)), set })
    }
  rows.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const judged = new Set(rows.map((row) => row.set))
  return {
    starts: rows.map((row) => row.start),
    ends: rows.map((row) => row.end),
    sets: rows.map((row) => row.set),
    places: new Map(
      [null, ...judged].map((set, index) => [set, Object.freeze({ number: index * 2 + (family === 4 ? 1 : 2), set, judged })]),
    ),
  }
}

/** The bytes with every bit behind the prefix taken from `fill` (0 or 255): the first or the last address of the range. */
function masked(bytes: number[], length: number, fill: number): number[] {
  return bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, length - index * 8))
    const mask = (0xff << (8 - kept)) & 0xff
    return (byte & mask) | (fill & ~mask & 0xff)
  })
}

/** The set of the last range that starts at or before the value, if the range reaches it. */
function search<Value extends number | bigint>({ starts, ends, sets }: Intervals<Value>, value: Value): string | null {
  const index = lastAtOrBefore(starts, value)
  return index >= 0 && ends[index]! >= value ? sets[index]! : null
}

function touches(intervals: Intervals<number>, from: number, to: number): boolean {
  const index = lastAtOrBefore(intervals.starts, to)
  return index >= 0 && intervals.ends[index]! >= from
}

function lastAtOrBefore<Value extends number | bigint>(starts: Value[], value: Value): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

function toNumber(bytes: number[]): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}

function toBigInt(bytes: number[]): bigint {
  return bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
}
