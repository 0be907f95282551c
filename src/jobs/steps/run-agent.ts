import type { AgentTask } from '../../agents/agent.ts'
import { readEarlierFiles } from '../../git/earlier-files.ts'
import { createWorkspace } from '../../git/workspace.ts'
import { type Verification, createVerifier, describeProblem } from '../checks.ts'
import { fromAgent } from '../events.ts'
import type { Usage } from '../job.ts'
import type { Run } from '../pipeline.ts'
import { listMessages } from '../store.ts'
import type { Sources } from './sync-mirror.ts'

/** How often an agent may try to mend what its own work broke. */
const REPAIRS_MAX = 2

export interface Work {
  /** The files as the agent left them; equal to the tree it started from when it changed nothing. */
  tree: string
  model: string
  title: string
  summary: string
  usage: Usage
  verification: Verification
}

/** Lets the agent edit a copy of the files, and lets it mend the problems that this brought in. */
export async function runAgent(run: Run, sources: Sources): Promise<Work> {
  const { deps, job, mirror, folder, events, signal } = run
  const agent = deps.agentFor(job)
  const workspace = await createWorkspace(deps.git, mirror, folder, sources.parent, signal)
  try {
    const verifier = await createVerifier(workspace.directory, deps.factsCache, signal)
    const task = await createTask(run, sources, workspace.directory)
    const result = await agent.run(task)
    let usage = result.usage
    let verification = await verifier.check()
    for (let repair = 0; repair < REPAIRS_MAX && verification.addedCount > 0 && agent.repair; repair++) {
      usage = addUsage(usage, (await agent.repair(task, verification.checks.added.map(describeProblem))).usage)
      verification = await verifier.check()
    }
    events.emit({
      kind: 'check',
      data: { problems: verification.problemCount, added: verification.addedCount, fixed: verification.fixedCount },
    })
    return {
      tree: await workspace.writeTree(),
      model: agent.model,
      title: result.title,
      summary: result.summary,
      usage,
      verification,
    }
  } finally {
    await workspace.remove()
  }
}

async function createTask(
  { deps, job, message, mirror, events, signal }: Run,
  sources: Sources,
  directory: string,
): Promise<AgentTask> {
  const earlier = (await listMessages(deps.database, job.id)).filter((other) => other.seq < message.seq && other.state === 'done')
  const { base, parent } = sources
  // Every run that changed something is one commit, so the state before the last change is one commit back.
  const previous = base === parent ? null : `${parent}^`
  return {
    directory,
    prompt: message.prompt,
    history: earlier.map(({ prompt, summary }) => ({ prompt, summary: summary ?? '' })),
    base: readEarlierFiles(deps.git, mirror.gitDir, base, parent),
    ...(previous ? { previous: readEarlierFiles(deps.git, mirror.gitDir, previous, parent) } : {}),
    signal,
    emit: (event) => events.emit(fromAgent(event)),
  }
}

export function addUsage(before: Usage, more: Usage): Usage {
  return {
    turns: before.turns + more.turns,
    inputTokens: before.inputTokens + more.inputTokens,
    outputTokens: before.outputTokens + more.outputTokens,
    costUsd: before.costUsd + more.costUsd,
  }
}
