import type { Agent } from '../agent.ts'

/**
 * The agent that needs no model: the same instruction on the same files always gives the same result. What it needs is loaded with
 * its first job, so that a start of the service is not the slower for it.
 */
export const offlineAgent: Agent = {
  model: 'offline',
  needsNoDirectory: true,
  holdsLimits: true,
  run: async (task) => (await import('./work.ts')).work(task),
}
