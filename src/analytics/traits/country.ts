import { readFileSync } from 'node:fs'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { Fault } from '../../lib/fault.ts'

/** The country of an address, as ISO 3166-1 has it; null when it isn't known. */
export type CountryOf = (address: string) => string | null

/** Without a database. */
export const NO_COUNTRY: CountryOf = () => null

const CODE = /^[A-Z]{2}$/

/**
 * Opens a database of MaxMind's format (GeoLite2, DB-IP Lite and others, by country or by city). All of it is read into memory:
 * one by country has some 8 MB.
 */
export function openCountries(file: string): CountryOf {
  const reader = open(file)
  return (address) => {
    try {
      const code = reader.get(address.replace(/^::ffff:(?=\d)/i, ''))?.country?.iso_code
      return code !== undefined && CODE.test(code) ? code : null
    } catch {
      // What a log has in place of an address: a name, or nothing that anyone could read.
      return null
    }
  }
}

function open(file: string): Reader<CountryResponse> {
  try {
    return new Reader<CountryResponse>(readFileSync(file))
  } catch (error) {
    throw new Fault({
      code: 'geo_database_unreadable',
      message: `The geo database ${file} can't be read: ${(error as Error).message}`,
      hint: 'Set DOCWRIGHT_GEO_DATABASE to a country or city database in the .mmdb format, or unset it.',
    })
  }
}
