import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf, displayOf, generateKey, isWellFormed } from './format.ts'

describe('a key', () => {
  it('has its prefix, 33 random characters and a checksum of 6', () => {
    expect(generateKey('admin')).toMatch(/^dw_[0-9A-Za-z]{39}$/)
    expect(generateKey('site')).toMatch(/^dws_[0-9A-Za-z]{39}$/)
  })

  it('never comes twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => generateKey('admin'))).size).toBe(1000)
  })

  it('is well-formed for its own kind only', () => {
    const [admin, site] = [generateKey('admin'), generateKey('site')]
    expect([
      isWellFormed('admin', admin),
      isWellFormed('site', site),
      isWellFormed('admin', site),
      isWellFormed('site', admin),
    ]).toEqual([true, true, false, false])
  })

  it('is no longer well-formed when any one character is changed', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    fc.assert(
      fc.property(fc.nat(38), fc.constantFrom(...alphabet.split('')), (place, character) => {
        const key = generateKey('admin')
        const changed = key.slice(0, place + 3) + character + key.slice(place + 4)
        return changed === key || !isWellFormed('admin', changed)
      }),
    )
  })

  it('is not any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormed('admin', text)))
    expect(isWellFormed('admin', `${generateKey('admin')}\n`)).toBe(false)
  })

  it('has the checksum that anyone can compute: CRC-32 of the 33 characters, in base 62', () => {
    const key = generateKey('admin')
    let value = 0n
    for (const digit of key.slice(-6))
      value = value * 62n + BigInt('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit))
    expect(value).toBe(BigInt(crc32OfBytes(Buffer.from(key.slice(3, 36)))))
  })

  it('shows only its prefix and last four', () => {
    const key = generateKey('site')
    expect(displayOf(key)).toBe(`dws_…${key.slice(-4)}`)
  })

  it('is stored as SHA-256', () => {
    expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

/** Bit by bit, as the standard has it, to be independent of the library. */
function crc32OfBytes(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
