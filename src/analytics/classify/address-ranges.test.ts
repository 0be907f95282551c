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
