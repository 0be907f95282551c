import ipaddr from 'ipaddr.js'
import { parseIpv4, parseIpv6Head } from './parse-address.ts'

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

interface ParsedRange {
  set: string
  family: 4 | 6
  bytes: number[]
  length: number
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

/** The same for IPv4 as numbers: a few comparisons instead of a parsed object for each line of a log. */
const OWN_V4 = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4'
)
  .split(' ')
  .map((range) => {
    const [address, length] = range.split('/') as [string, string]
    const start = parseIpv4(address)
    return { start, end: start + 2 ** (32 - Number(length)) - 1 }
  })

/** Sorts the ranges once; a look-up is then a binary search. The ranges of two sets must not overlap. */
export function openAddressBook(ranges: AddressRanges): AddressBook {
  const parsed = parseRanges(ranges)
  const v4 = toIntervals(parsed, 4, toNumber)
  const v6 = toIntervals(parsed, 6, toBigInt)
  const headsV6 = toHeads(parsed)

  function findV4(value: number): Place {
    if (isOwnV4(value)) return NOWHERE
    const set = search(v4, value)
    // Many logs store addresses with the last byte set to 0. Such an address near a range may have come from it.
    if (set === null && value % 256 === 0 && touches(v4, value, value + 255)) return NOWHERE
    return v4.places.get(set)!
  }

  return {
    date: ranges.date,
    find: (address) => {
      if (address === null) return NOWHERE
      const value = parseIpv4(address)
      if (value >= 0) return findV4(value)
      const head = parseIpv6Head(address)
      const isOwn = head < 0 ? null : isOwnV6(head)
      if (isOwn === true) return NOWHERE
      if (isOwn === false && headsV6 !== null && !headsV6.has(head)) return v6.places.get(null)!
      if (!ipaddr.IPv6.isValid(address)) return NOWHERE
      const parsed = ipaddr.process(address)
      if (parsed.kind() === 'ipv4') return findV4(toNumber(parsed.toByteArray()))
      if (OWN_NETWORK.has(parsed.range())) return NOWHERE
      return v6.places.get(search(v6, toBigInt(parsed.toByteArray())))!
    },
  }
}

function isOwnV4(value: number): boolean {
  for (const { start, end } of OWN_V4) if (value >= start && value <= end) return true
  return false
}

/** Whether all addresses with these first 32 bits are inside a network; null when it takes more bits to tell. */
function isOwnV6(head: number): boolean | null {
  const first = Math.trunc(head / 65_536)
  const second = head % 65_536
  if (first === 0 || (first === 0x2001 && second < 0x200)) return null
  if (first === 0x2001) return second === 0xdb8
  return (first === 0x3fff && second < 0x1000) || (first >= 0xfc00 && first <= 0xfdff) || (first >= 0xfe80 && first <= 0xfebf)
}

/** The first 32 bits of every IPv6 range: an address with others is in none. Null when a range is wider than that. */
function toHeads(ranges: readonly ParsedRange[]): ReadonlySet<number> | null {
  const v6 = ranges.filter(({ family }) => family === 6)
  if (v6.some(({ length }) => length < 32)) return null
  return new Set(v6.map(({ bytes }) => toNumber(bytes.slice(0, 4))))
}

function parseRanges({ sets }: AddressRanges): ParsedRange[] {
  return Object.entries(sets).flatMap(([set, prefixes]) =>
    prefixes.map((prefix) => {
      const [address, length] = ipaddr.parseCIDR(prefix)
      return { set, family: address.kind() === 'ipv4' ? 4 : 6, bytes: address.toByteArray(), length }
    }),
  )
}

function toIntervals<Value extends number | bigint>(
  ranges: readonly ParsedRange[],
  family: 4 | 6,
  toValue: (bytes: number[]) => Value,
): Intervals<Value> {
  const rows = ranges
    .filter((range) => range.family === family)
    .map(({ set, bytes, length }) => ({
      start: toValue(masked(bytes, length, 0)),
      end: toValue(masked(bytes, length, 255)),
      set,
    }))
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
