import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command } from 'commander'
import { REGISTRY_BYTES_MAX, chooseRegistry, readRegistryFile } from '../analytics/classify/registry-file.ts'
import { guardedGet } from '../lib/guarded-get.ts'
import { UsageError } from './errors.ts'
import { print } from './output.ts'
import { withViewsContext } from './with-views-context.ts'

interface UpdateOptions {
  from?: string
  sha256?: string
  reset?: boolean
  json?: boolean
}

const TYPES = ['application/json', 'text/plain', 'application/octet-stream']
const MILLISECONDS_MAX = 30_000

export function updateRegistryCommand(): Command {
  return new Command('update-registry')
    .description('Replace the registry of agents and addresses by which views are judged.')
    .option('--from <file-or-url>', 'the registry, as a JSON file or its https address')
    .option('--sha256 <hash>', 'the SHA-256 hash of the file, as its publisher gives it')
    .option('--reset', 'go back to the registry of this version')
    .option('--json', 'print as JSON')
    .action(async ({ from, sha256, reset, json }: UpdateOptions) => {
      if (reset !== true && (from === undefined || !/^[0-9a-f]{64}$/i.test(sha256 ?? '')))
        throw new UsageError('--from and --sha256 (64 hexadecimal digits) are needed', 'docwright update-registry --help')
      const file = reset === true ? null : readRegistryFile(await read(from!), sha256!)
      await withViewsContext(async ({ viewStore, config }) => {
        const at = await viewStore.now()
        const update = file && { file, from: nameOf(from!), sha256: sha256!.toLowerCase(), at }
        const { version, date, agents, addressesDate, update: used } = chooseRegistry(update)
        await viewStore.updateRegistry(update)
        const isOlder = update !== null && used === null
        print(
          json ?? false,
          { version, date, agents, addressesDate, source: used?.from ?? null, sha256: used?.sha256 ?? null },
          isOlder
            ? `This version of Docwright has a later registry (${version}), which stays in use.`
            : `Registry ${version} of ${date} with ${agents} agents. A running service takes it up within the hour, or when you start it again, and judges the views of the last ${config.rawDays} days again.`,
        )
      })
    })
}

async function read(from: string): Promise<string> {
  if (/^https?:/i.test(from)) {
    const limits = { types: TYPES, millisecondsMax: MILLISECONDS_MAX, bytesMax: REGISTRY_BYTES_MAX, isTrusted: true }
    return guardedGet(new URL(from), limits).catch((error: Error) => {
      throw new UsageError(`${from} can't be read: ${error.message}`, 'download it, then use --from with the file')
    })
  }
  try {
    const bytes = await readFile(from)
    if (bytes.length > REGISTRY_BYTES_MAX) throw new Error(`it has more than ${REGISTRY_BYTES_MAX} bytes`)
    return bytes.toString('utf8')
  } catch (error) {
    throw new UsageError(`${from} can't be read: ${(error as Error).message}`, 'check the path')
  }
}

/** Shown to everyone who may read the numbers: no folders of the machine, and nothing that an address may carry besides. */
function nameOf(from: string): string {
  if (!/^https?:/i.test(from)) return basename(from)
  const { origin, pathname } = new URL(from)
  return origin + pathname
}
