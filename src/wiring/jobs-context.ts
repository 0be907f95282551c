import { join } from 'node:path'
import { createBuiltinHost } from '../codehosts/builtin.ts'
import type { CodeHost } from '../codehosts/code-host.ts'
import { type CodeHosts, createCodeHosts } from '../codehosts/code-hosts.ts'
import { type Config, listSecrets } from '../config.ts'
import type { DataFolder } from '../database/data-folder.ts'
import type { Databases } from '../database/databases.ts'
import { openServerSecret, writingsOf } from '../database/server-secret.ts'
import { type Git, createGit } from '../git/git.ts'
import { type Mirrors, createMirrors } from '../git/mirror.ts'
import type { Job } from '../jobs/job.ts'
import { type JobSignal, createJobSignal } from '../jobs/job-signal.ts'
import type { Clock } from '../lib/clock.ts'
import type { Ids } from '../lib/ids.ts'
import { type DestinationStream, type Logger, createLog } from '../lib/log.ts'
import { type Mask, createMask } from '../lib/mask.ts'
import type { Meter } from '../lib/meter.ts'
import { createTurns } from '../lib/turns.ts'
import { findProject } from '../projects/store.ts'
import type { PullRequestDeps } from '../pull-requests/pull-request-deps.ts'
import { type Cipher, createCipher } from '../secrets/cipher.ts'
import { type Secrets, createSecrets } from '../secrets/secrets.ts'
import type { FactsPlace } from '../site/read/facts-store.ts'
import { FACTS_VERSION } from '../site/read/page-facts.ts'
import { VERSION } from '../version.ts'

/** What the rest is made from. */
export interface JobsContextParts {
  config: Config
  folder: DataFolder
  databases: Pick<Databases, 'main'>
  ids: Ids
  clock: Clock
  meter: Meter
}

/** What work on jobs is made of. Requests have one of their own, on another thread: the two share the disk and the database. */
export interface JobsContext extends JobsContextParts {
  /** What the secrets of log drains are derived from. */
  serverSecret: Buffer
  /** What the service is trusted with, as texts: none of it may get into a change that an agent makes, or into a log. */
  ownSecrets: readonly string[]
  git: Git
  mirrors: Mirrors
  builtin: PullRequestDeps
  /** Where what pages say is remembered. */
  facts: FactsPlace
  codeHosts: CodeHosts
  /** The code host of a project, with its own token if it has one. */
  codeHostFor(job: Pick<Job, 'projectId'>): Promise<CodeHost>
  secrets: Secrets
  /** What secrets of projects are stored with. */
  cipher: Cipher
  signal: JobSignal
  log: Logger
  /** Knows the secrets of the service, and those of projects that it has worked with. */
  mask: Mask
}

/** @param logTo Where log lines go; standard error when left out. */
export function createJobsContext(parts: JobsContextParts, logTo?: DestinationStream): JobsContext {
  const { config, folder, databases, ids, clock } = parts
  const git = createGit(config.searchPath)
  const mirrors = createMirrors(git, join(folder.path, 'mirrors'))
  const builtin: PullRequestDeps = { database: databases.main, ids, git, mirrors, turns: createTurns() }
  const codeHosts = createCodeHosts(createBuiltinHost(builtin), { fetch, clock }, config.codeHosts)
  const serverSecret = openServerSecret(folder, config.secret)
  const cipher = createCipher(serverSecret)
  const ownSecrets = [...listSecrets(config), ...writingsOf(serverSecret)]
  const mask = createMask(ownSecrets)
  const secrets = createSecrets(databases.main, cipher, mask.learn)
  return {
    ...parts,
    serverSecret,
    ownSecrets,
    git,
    mirrors,
    builtin,
    // Whatever a release changes in what reads a page, up to its dependencies: what another one wrote is not used.
    facts: { folder: join(folder.path, 'facts'), version: `${VERSION}-${FACTS_VERSION}` },
    codeHosts,
    codeHostFor: async ({ projectId }) => {
      const name = (await findProject(databases.main, projectId))?.codeHost ?? 'builtin'
      return codeHosts.get(name, name === 'builtin' ? null : await secrets.find(projectId, 'code-host-token'))
    },
    secrets,
    cipher,
    signal: createJobSignal(),
    log: createLog(config.logLevel, logTo, mask.hide),
    mask,
  }
}
