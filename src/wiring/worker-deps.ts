import { join } from 'node:path'
import type { WorkerDeps } from '../jobs/worker.ts'
import type { JobsContext } from './jobs-context.ts'
import { distinct } from '../lib/mask.ts'
import { createFactsMemory } from '../site/read/facts-memory.ts'
import { openFactsStore } from '../site/read/facts-store.ts'

/** What a worker needs. */
export function workerDeps(context: JobsContext): WorkerDeps {
  const onDamage = (error: Error) => context.log.warn({ err: error }, 'what was known of pages was damaged and thrown away')
  return {
    database: context.databases.main,
    git: context.git,
    mirrors: context.mirrors,
    signal: context.signal,
    clock: context.clock,
    log: context.log,
    meter: context.meter,
    facts: createFactsMemory(openFactsStore(context.facts, { onDamage })),
    knownProblems: new Map(),
    workspaces: join(context.folder.path, 'workspaces'),
    owner: context.folder.instance,
    jobsMax: context.config.jobsPerWorker,
    jobsPerProject: context.config.jobsPerProject,
    leaseMs: context.config.leaseSeconds * 1000,
    // Loaded later: the service starts sooner, see `job-thread.ts`.
    agentFor: async (job, settings) => (await import('../jobs/agent-for.ts')).createAgentFor(context)(job, settings),
    codeHostFor: context.codeHostFor,
    canariesFor: async ({ projectId }) => [...context.ownSecrets, ...distinct(await context.secrets.readable(projectId))],
    hide: context.mask.hide,
  }
}
