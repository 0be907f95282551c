import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import data from './address-ranges.json' with { type: 'json' }
import { openAddressBook } from './address-ranges.ts'

const book = openAddressBook({
  date: '2026-01-01',
  source: 'test',
  licence: 'CC0-1.0',
  sets: { a: ['20.42.10.176/28', '2001:db8::/32', '20.50.0.0/16'], b: ['20.42.10.192/32'] },
})

test.each([
  ['20.42.10.175', null],
  ['20.42.10.176', 'a'],
  ['20.42.10.191', 'a'],
  ['20.42.10.192', 'b'],
  ['20.42.10.193', null],
  ['20.50.255.255', 'a'],
  ['20.51.0.1', null],
  ['::ffff:20.42.10.176', 'a'],
  ['1.1.1.1', null],
  ['255.255.255.254', null],
])('%s is in %s', (address, set) => {
  expect(book.find(address).set).toBe(set)
})

test('IPv6 is looked up among IPv6', () => {
  // 2001:db8::/32 is for documentation, so no real client has it: it says nothing.
  expect(book.find('2001:db8::1').judged.size).toBe(0)
  expect(book.find('2a00:1450::1').judged).toEqual(new Set(['a']))
})

test('an address that is none says nothing', () => {
  for (const address of [null, '', '-', 'localhost', '1.2.3', '10.1.2.3', '192.168.0.1'])
    expect(book.find(address)).toMatchObject({ set: null, judged: new Set() })
})

test('equal places are one object, and every place has its own number', () => {
  expect(book.find('20.42.10.176')).toBe(book.find('20.50.1.1'))
  const numbers = ['20.42.10.176', '20.42.10.192', '1.1.1.1', '2a00:1450::1', '10.0.0.1'].map(
    (address) => book.find(address).number,
  )
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('no two bundled ranges overlap, so that one search finds the set', () => {
  const bundled = openAddressBook(data)
  const lost = Object.entries(data.sets).flatMap(([name, prefixes]) =>
    prefixes.filter((prefix) => bundled.find(prefix.replace(/\/\d+$/, '')).set !== name),
  )
  expect(lost).toEqual([])
})

/** As the library sees it, without a short way. */
function slowly(address: string): string | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null
  const parsed = ipaddr.process(address)
  const isOwn = /^(?:private|loopback|linkLocal|uniqueLocal|carrierGradeNat|unspecified|reserved|broadcast)$/.test(parsed.range())
  return isOwn ? null : parsed.kind()
}

test('addresses that are read by hand are read as the library reads them', () => {
  const bundled = openAddressBook(data)
  const families = { ipv4: bundled.find('1.1.1.1').judged, ipv6: bundled.find('2a00:1450::1').judged }
  const near = fc
    .constantFrom('0.255', '10.0', '100.63', '100.64', '127.0', '169.254', '172.31', '192.0', '192.168', '198.19', '255.255')
    .chain((head) => fc.tuple(fc.nat(255), fc.nat(255)).map((tail) => `${head}.${tail.join('.')}`))
  const groups = fc
    .constantFrom(
      '2001:db8',
      '2001:0',
      '2001:1ff',
      '2001:200',
      '3fff:fff',
      '3fff:1000',
      'fdff:1',
      'fe00:1',
      'febf:1',
      '64:ff9b',
      '0:1',
    )
    .chain((head) => fc.constantFrom('::1', ':0:0:0:0:0:1', '::', ':1', ':1:2:3:4:5:6:7', ':1::2::3').map((tail) => head + tail))
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6(),
    near,
    groups,
    fc.string(),
    fc.stringMatching(/^[0-9.]{5,16}$/),
  )
  fc.assert(
    fc.property(address, (text) => {
      const { judged, set } = bundled.find(text)
      const family = slowly(text)
      // Next to a range an address that ends in 0 says nothing.
      if (family === 'ipv4' && judged.size === 0)
        expect(text.endsWith('.0') || /[:.]0*0$/.test(text) || text.includes(':')).toBe(true)
      else
        expect([set === null || judged.has(set), judged]).toEqual([
          true,
          family === null ? new Set() : families[family as 'ipv4'],
        ])
    }),
    { numRuns: 3000 },
  )
})
