import { createHash } from 'node:crypto'
import { Fault } from '../../lib/fault.ts'
import { type AddressRanges, openAddressBook } from './address-ranges.ts'
import { SHIPPED } from './classify.ts'
import type { Knowledge } from './identify.ts'
import { REGISTRY, indexRegistry, isKind } from './registry.ts'
import type { Registry, RegistryEntry } from './registry-entry.ts'

/** A registry that replaces the shipped one: the same format, with the published addresses in it if they are new, too. */
export interface RegistryFile extends Registry {
  addressRanges?: AddressRanges
}

/** What was taken up, and where it came from. Stored. */
export interface RegistryUpdate {
  file: RegistryFile
  from: string
  sha256: string
  at: number
}

/** The shipped file has 0.4 MB. */
export const REGISTRY_BYTES_MAX = 8 * 1024 * 1024
const ENTRIES_MAX = 20_000
const TEXT_CHARACTERS_MAX = 200

/** Checks a file against its hash, and that it is a registry. */
export function readRegistryFile(text: string, sha256: string): RegistryFile {
  const actual = createHash('sha256').update(text).digest('hex')
  if (actual !== sha256.toLowerCase())
    throw new Fault({
      code: 'registry_hash',
      message: `The SHA-256 hash of the file is ${actual}, not ${sha256.toLowerCase()}.`,
      hint: 'Download it again, or check the hash that its publisher gives. Nothing was changed.',
    })
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    throw notARegistry('it is not JSON')
  }
  const mistake = findMistake(file)
  if (mistake !== null) throw notARegistry(mistake)
  const registry = file as RegistryFile
  try {
    if (registry.addressRanges) openAddressBook(registry.addressRanges)
  } catch (error) {
    throw notARegistry(`its address ranges can't be read: ${(error as Error).message}`)
  }
  return registry
}

function notARegistry(why: string): Fault {
  return new Fault({
    code: 'registry_unreadable',
    message: `This isn't a registry of agents: ${why}.`,
    hint: 'Its format is that of src/analytics/classify/registry.json. Nothing was changed.',
  })
}

function findMistake(file: unknown): string | null {
  if (!isObject(file)) return 'it is not an object'
  if (!isText(file['version'])) return '`version` is missing'
  if (!isText(file['date']) || !/^\d{4}-\d\d-\d\d$/.test(file['date'])) return '`date` must be a day such as 2026-01-31'
  const { entries, addressRanges } = file
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > ENTRIES_MAX)
    return `\`entries\` must have 1 to ${ENTRIES_MAX} entries`
  const wrong = entries.findIndex((entry) => !isEntry(entry))
  if (wrong >= 0) return `entry ${wrong + 1} needs an agent, an operator or null, a known kind and tokens`
  return addressRanges === undefined || isRanges(addressRanges) ? null : '`addressRanges` needs a date and sets of prefixes'
}

function isEntry(entry: unknown): entry is RegistryEntry {
  if (!isObject(entry)) return false
  const { agent, operator, kind, tokens, ranges, signatureHosts } = entry
  return (
    isText(agent) &&
    (operator === null || isText(operator)) &&
    isKind(kind) &&
    Array.isArray(tokens) &&
    tokens.length > 0 &&
    tokens.every((token) => isText(token) || (isObject(token) && isText(token['text']))) &&
    (ranges === undefined || isText(ranges)) &&
    (signatureHosts === undefined || (Array.isArray(signatureHosts) && signatureHosts.every(isText)))
  )
}

function isRanges(ranges: unknown): ranges is AddressRanges {
  if (!isObject(ranges) || !isText(ranges['date']) || !isObject(ranges['sets'])) return false
  return Object.values(ranges['sets']).every((prefixes) => Array.isArray(prefixes) && prefixes.every(isText))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_CHARACTERS_MAX
}

/** The registry by which views are judged. */
export interface CurrentRegistry {
  /** Names the file, too: the same version with other addresses is another one. */
  mark: string
  version: string
  date: string
  agents: number
  addressesDate: string
  /** Null for the shipped one. */
  update: Pick<RegistryUpdate, 'from' | 'sha256' | 'at'> | null
  knowledge: Knowledge
}

/** A registry that was taken up, unless the version of Docwright that runs now brought a later one. */
export function chooseRegistry(update: RegistryUpdate | null): CurrentRegistry {
  if (update === null || update.file.date < REGISTRY.date)
    return {
      ...describe(REGISTRY, SHIPPED),
      mark: REGISTRY.version,
      update: null,
    }
  const { file, from, sha256, at } = update
  const addresses = file.addressRanges ? openAddressBook(file.addressRanges) : SHIPPED.addresses
  return {
    ...describe(file, { registry: indexRegistry(file), addresses }),
    mark: `${file.version} ${sha256}`,
    update: { from, sha256, at },
  }
}

function describe({ version, date, entries }: Registry, knowledge: Knowledge): Omit<CurrentRegistry, 'mark' | 'update'> {
  return { version, date, agents: entries.length, addressesDate: knowledge.addresses.date, knowledge }
}
