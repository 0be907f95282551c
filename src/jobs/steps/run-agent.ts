import type { AgentTask } from '../../agents/agent.ts'
import { readEarlierFiles } from '../../git/earlier-files.ts'
import { listLinks } from '../../git/list-links.ts'
import { createWorkspace } from '../../git/workspace.ts'
import { type AgentJournal, openAgentJournal } from '../agent-journal.ts'
import { type Verification, type Verifier, createVerifier, describeProblem } from '../checks.ts'
import { fromAgent } from '../events.ts'
import type { Usage } from '../job.ts'
import type { Run } from '../run.ts'
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
    const verifier = await createVerifier(workspace.directory, sources.tree, deps, signal)
    const journal = openAgentJournal(run, workspace)
    const task = await createTask(run, sources, workspace.directory, verifier, journal)
    const look = async () => ({ verification: await verifier.check() })
    const first = await journal.part('agent-run', () => agent.run(task), look)
    let [last, usage] = [first, first.usage]
    for (let attempt = 1; attempt <= REPAIRS_MAX && last.verification.addedCount > 0 && agent.repair; attempt++) {
      const problems = last.verification.checks.added.map(describeProblem)
      last = await journal.part(`agent-repair-${attempt}`, () => agent.repair!(task, problems, attempt), look)
      usage = addUsage(usage, last.usage)
    }
    const { tree, verification } = last
    events.emit({
      kind: 'check',
      data: { problems: verification.problemCount, added: verification.addedCount, fixed: verification.fixedCount },
    })
    return { tree, model: agent.model, title: first.title, summary: first.summary, usage, verification }
  } finally {
    await workspace.remove()
  }
}

async function createTask(
  { deps, job, message, mirror, events, signal }: Run,
  sources: Sources,
  directory: string,
  verifier: Verifier,
  { checkpoint, nextMessages }: AgentJournal,
): Promise<AgentTask> {
  const earlier = (await listMessages(deps.database, job.id)).filter((other) => other.seq < message.seq && other.state === 'done')
  const { base, parent } = sources
  // Every run that changed something is one commit, so the state before the last change is one commit back.
  const previous = base === parent ? null : `${parent}^`
  return {
    directory,
    prompt: message.prompt,
    history: earlier.map(({ prompt, summary }) => ({ prompt, summary: summary ?? '' })),
    base: readEarlierFiles(deps.git, mirror, base, parent, signal),
    ...(previous ? { previous: readEarlierFiles(deps.git, mirror, previous, parent, signal) } : {}),
    links: await listLinks(deps.git, mirror.gitDir, parent, signal),
    checkpoint,
    nextMessages,
    check: async () => {
      const { checks, fixedCount } = await verifier.check()
      return { added: checks.added.map(describeProblem), fixedCount }
    },
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
