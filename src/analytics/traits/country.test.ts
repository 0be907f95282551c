import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCountries } from './country.ts'

const DATABASE = new URL('../../../test/fixtures/GeoLite2-Country-Test.mmdb', import.meta.url).pathname

describe('the country of an address', () => {
  it.each([
    ['2.125.160.216', 'GB'],
    ['::ffff:2.125.160.216', 'GB'],
    ['2001:218::1', 'JP'],
    ['127.0.0.1', null],
    ['docs.example.com', null],
    ['', null],
    ['9'.repeat(8000), null],
  ])('%s is %s', (address, country) => {
    expect(openCountries(DATABASE)(address)).toBe(country)
  })

  it('needs a database that can be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docwright-geo-'))
    const file = join(folder, 'geo.mmdb')
    expect(() => openCountries(file)).toThrow(/geo\.mmdb can't be read/)
    writeFileSync(file, 'not a database')
    expect(() => openCountries(file)).toThrow(/geo\.mmdb can't be read/)
    await rm(folder, { recursive: true })
  })
})
