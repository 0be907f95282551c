import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { homeOf, isWithin, readAddress, readNetwork } from './networks.ts'

/** Groups of an IPv6 address; zeros often, because spellings differ by them. */
const group = fc.oneof(fc.constant(0), fc.nat({ max: 0xffff }))
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })

/** One of the ways to write an address: zeros in front, capitals, and `::` for any run of zeros, or for none. */
const spelling = (all: readonly number[]) =>
  fc.record({ pads: fc.boolean(), isUpper: fc.boolean(), gap: fc.nat({ max: 7 }) }).map(({ pads, isUpper, gap }) => {
    const words = all.map((value) => value.toString(16).padStart(pads ? 4 : 1, '0'))
    let end = gap
    while (end < 8 && all[end] === 0) end++
    const text = end > gap ? `${words.slice(0, gap).join(':')}::${words.slice(end).join(':')}` : words.join(':')
    return isUpper ? text.toUpperCase() : text
  })

/** Addresses of IPv4 within IPv6 are taken as those of IPv4, which have no homes. */
const isMapped = (all: readonly number[]) => all.slice(0, 5).every((value) => value === 0)

describe('the home of an address', () => {
  it('is the same for all addresses of a /64, in whatever way they are written', () => {
    fc.assert(
      fc.property(
        fc.tuple(groups(4), groups(4), groups(4)).chain(([home, one, other]) =>
          fc.record({
            one: spelling([...home, ...one]),
            other: spelling([...home, ...other]),
            isMapped: fc.constant(isMapped([...home, ...one]) || isMapped([...home, ...other])),
          }),
        ),
        (drawn) => {
          fc.pre(!drawn.isMapped)
          expect(homeOf(drawn.one)).toBe(homeOf(drawn.other))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('differs between two of them', () => {
    fc.assert(
      fc.property(
        fc.tuple(groups(4), groups(4), groups(4)).chain(([home, another, rest]) =>
          fc.record({
            one: spelling([...home, ...rest]),
            other: spelling([...another, ...rest]),
            isSame: fc.constant(home.join() === another.join()),
          }),
        ),
        (drawn) => {
          fc.pre(!drawn.isSame)
          expect(homeOf(drawn.one)).not.toBe(homeOf(drawn.other))
        },
      ),
    )
  })

  it('is an address of IPv4 itself, also when it is written as one of IPv6', () => {
    expect(homeOf('192.0.2.1')).toBe('192.0.2.1')
    expect(homeOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(homeOf('unknown')).toBe('unknown')
  })
})

describe('a network', () => {
  it.each([
    ['172.64.0.0/13', ['172.64.0.1', '172.71.255.255', '::ffff:172.70.1.1'], ['172.72.0.0', '2001:db8::1']],
    ['2606:4700::/32', ['2606:4700:1::1'], ['2606:4701::1', '172.64.0.1']],
    ['192.0.2.9', ['192.0.2.9'], ['192.0.2.8']],
  ])('%s has the addresses that begin like it', (text, inside, outside) => {
    const networks = [readNetwork(text)!]
    for (const address of inside) expect(isWithin(networks, readAddress(address)!)).toBe(true)
    for (const address of outside) expect(isWithin(networks, readAddress(address)!)).toBe(false)
  })

  it.each([
    '',
    'cloudflare',
    '10',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    '::ffff:10.0.0.0/104',
    '2001:db8::/129',
  ])('is not "%s"', (text) => {
    expect(readNetwork(text)).toBeNull()
  })
})
