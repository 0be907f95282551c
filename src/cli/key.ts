import { Command, Option } from 'commander'
import { baseUrl } from '../config.ts'
import { createKey } from '../keys/create-key.ts'
import type { KeyKind } from '../keys/format.ts'
import { type Key, SCOPES, type Scope } from '../keys/key.ts'
import { readOrigin } from '../keys/origins.ts'
import { revokeKey } from '../keys/revoke-key.ts'
import { findProjectOfKey, listKeys } from '../keys/store.ts'
import { needProject } from './need-project.ts'
import { UsageError } from './errors.ts'
import { print, table, toDateTime } from './output.ts'
import { withContext } from './with-context.ts'

interface CreateOptions {
  project: string
  name: string
  kind: KeyKind
  scopes: string
  origin: string[]
  expiresIn?: string
  json?: boolean
}

export function keyCommand(): Command {
  const command = new Command('key').description('Manage the keys of a project.')
  command
    .command('create')
    .description('Create a key. It is shown only once.')
    .requiredOption('--project <id>', 'the project')
    .option('--name <name>', 'a name to recognise it by', 'Key')
    .addOption(
      new Option('--kind <kind>', 'admin keys are secret; site keys are public, for the script on your pages')
        .choices(['admin', 'site'])
        .default('admin'),
    )
    .option('--scopes <list>', 'what an admin key can do: read, write', 'read,write')
    .option('--origin <origin>', 'a site that can use a site key; repeat it for more (default: any)', collect, [])
    .option('--expires-in <time>', 'such as 90d, 12h or 30m (default: never)')
    .option('--json', 'print as JSON')
    .action(async (options: CreateOptions) => {
      const scopes = readScopes(options.scopes)
      const origins = options.origin.map((text) => readOrigin(text))
      if (origins.length > 0 && options.kind !== 'site')
        throw new UsageError('only site keys have origins', 'docwright key create --kind site --origin https://docs.example.com')
      const expiresInMs = options.expiresIn === undefined ? null : readDuration(options.expiresIn)
      await withContext(async ({ databases, ids, config }) => {
        const { key, secret } = await createKey(
          { database: databases.main, ids },
          { projectId: options.project, kind: options.kind, name: options.name, scopes, origins, expiresInMs, actor: 'cli' },
        )
        print(
          options.json ?? false,
          { id: key.id, key: secret },
          options.kind === 'site'
            ? describeSiteKey(secret, key.id, baseUrl(config))
            : `${secret}\n\nKey ${key.id} of project ${key.projectId}. Save it now: it is shown only this once.`,
        )
      })
    })
  command
    .command('list')
    .description('List the keys of a project.')
    .requiredOption('--project <id>', 'the project')
    .option('--json', 'print as JSON')
    .action(async (options: { project: string; json?: boolean }) => {
      await withContext(async ({ databases }) => {
        await needProject(databases.main, options.project)
        const now = await databases.main.now()
        const keys = await listKeys(databases.main, options.project)
        const rows = keys.map((key) => [
          key.id,
          key.name,
          key.kind,
          key.display,
          key.scopes.join(','),
          stateOf(key, now),
          toDateTime(key.lastUsedAt),
        ])
        print(
          options.json ?? false,
          { keys: keys.map((key) => presentKey(key, now)) },
          keys.length === 0
            ? 'This project has no keys.'
            : table([['ID', 'NAME', 'KIND', 'KEY', 'SCOPES', 'STATE', 'LAST USED'], ...rows]),
        )
      })
    })
  command
    .command('revoke <id>')
    .description("Revoke a key. This can't be undone.")
    .option('--project <id>', 'the project (default: the one that the key belongs to)')
    .option('--json', 'print as JSON')
    .action(async (id: string, options: { project?: string; json?: boolean }) => {
      await withContext(async ({ databases, ids }) => {
        const projectId = options.project ?? (await findProjectOfKey(databases.main, id))
        if (projectId === null) throw new UsageError(`there is no key ${id}`, 'docwright key list --project ID')
        const key = await revokeKey({ database: databases.main, ids }, projectId, id, 'cli')
        print(options.json ?? false, presentKey(key, await databases.main.now()), `Key ${key.id} (${key.display}) is revoked.`)
      })
    })
  return command
}

/** A site key is public, and of use only within the tag. */
function describeSiteKey(key: string, id: string, url: string): string {
  return [
    key,
    '',
    `Site key ${id} is public. Put this tag on every page:`,
    `  <script defer src="${url}/docwright.js" data-site="${key}"></script>`,
  ].join('\n')
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

function readScopes(list: string): Scope[] {
  const scopes = [...new Set(list.split(',').map((scope) => scope.trim()))]
  const isKnown = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope)
  if (scopes.every(isKnown)) return scopes
  throw new UsageError(`"${list}" is not a list of scopes`, '--scopes read,write')
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, y: 365 * 86_400_000 }

function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,5})\s*([mhdwy])$/.exec(text.trim()) ?? []
  if (count === undefined || Number(count) === 0) throw new UsageError(`"${text}" is not a time`, '--expires-in 90d')
  return Number(count) * UNIT_MS[unit!]!
}

function stateOf(key: Key, now: number): string {
  if (key.revokedAt !== null) return `revoked ${toDateTime(key.revokedAt)}`
  if (key.expiresAt === null) return 'valid'
  return `${key.expiresAt <= now ? 'expired' : 'valid until'} ${toDateTime(key.expiresAt)}`
}

function presentKey(key: Key, now: number) {
  const toIso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    key: key.display,
    scopes: key.scopes,
    ...(key.kind === 'site' ? { origins: key.origins } : {}),
    state: key.revokedAt !== null ? 'revoked' : key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'valid',
    createdBy: key.createdBy,
    createdAt: toIso(key.createdAt),
    expiresAt: toIso(key.expiresAt),
    revokedAt: toIso(key.revokedAt),
    lastUsedAt: toIso(key.lastUsedAt),
  }
}
