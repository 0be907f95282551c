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
  const v4 = toIntervals(ranges, toRangeV4, 1)
  const v6 = toIntervals(ranges, toRangeV6, 2)
  const headsV6 = toHeads(v6)

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
function toHeads({ starts, ends }: Intervals<bigint>): ReadonlySet<number> | null {
  const heads = starts.map((start) => start >> 96n)
  return heads.every((head, index) => head === ends[index]! >> 96n) ? new Set(heads.map(Number)) : null
}

/** @param firstNumber Of the places, every second number from there on. */
function toIntervals<Value extends number | bigint>(
  ranges: AddressRanges,
  toRange: (address: string, length: number) => [start: Value, end: Value] | null,
  firstNumber: number,
): Intervals<Value> {
  const rows: { start: Value; end: Value; set: string }[] = []
  for (const [set, prefixes] of Object.entries(ranges.sets))
    for (const prefix of prefixes) {
      const slash = prefix.indexOf('/')
      const range = toRange(prefix.slice(0, slash), Number(prefix.slice(slash + 1)))
      if (range) rows.push({ start: range[0], end: range[1], set })
    }
  rows.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const judged = new Set(rows.map((row) => row.set))
  return {
    starts: rows.map((row) => row.start),
    ends: rows.map((row) => row.end),
    sets: rows.map((row) => row.set),
    places: new Map(
      [null, ...judged].map((set, index) => [set, Object.freeze({ number: index * 2 + firstNumber, set, judged })]),
    ),
  }
}

function toRangeV4(address: string, length: number): [number, number] | null {
  const value = parseIpv4(address)
  const size = 2 ** (32 - length)
  const start = value - (value % size)
  return value < 0 ? null : [start, start + size - 1]
}

function toRangeV6(address: string, length: number): [bigint, bigint] | null {
  if (parseIpv4(address) >= 0) return null
  const value = toBigInt(ipaddr.IPv6.parse(address).toByteArray())
  const size = 1n << BigInt(128 - length)
  const start = value - (value % size)
  return [start, start + size - 1n]
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
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
