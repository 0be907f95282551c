import type { AgentResult, AgentTask, Outcome } from '../../agents/agent.ts'
import { readEarlierFiles } from '../../git/earlier-files.ts'
import { createMemoryWorkspace } from '../../git/memory-workspace.ts'
import type { SeenFiles } from '../../git/seen-files.ts'
import { type Workspace, createWorkspace } from '../../git/workspace.ts'
import { type AgentJournal, openAgentJournal } from '../agent-journal.ts'
import { allowedBy } from '../check-content.ts'
import { type Verification, type Verifier, createVerifier, describeProblem } from '../checks.ts'
import { refuseWhenDayIsUsedUp } from '../day-budget.ts'
import { fromAgent } from '../events.ts'
import { isBudgetEnd, toFailure } from '../failures.ts'
import { type Failure, NOTHING_USED, type Usage, addUsage } from '../job.ts'
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
  /** As the agent sees it; absent when it says nothing about it. */
  outcome?: Outcome
  choices?: string[]
  verification: Verification
  /** Why the agent was stopped before it had come to an end; null, or absent from a ledger of an earlier version, when it had. */
  unfinished?: Failure | null
}

/** Lets the agent edit a copy of the files, and lets it mend the problems that this brought in. */
export async function runAgent(run: Run, sources: Sources): Promise<Work> {
  const { deps, job, mirror, settings, folder, events, signal } = run
  const agent = await deps.agentFor(job, settings)
  const place = [deps.git, mirror, folder, sources.parent, signal] as const
  const files = agent.needsNoDirectory ? await createMemoryWorkspace(...place) : null
  const workspace = files ?? (await createWorkspace(...place))
  try {
    const verifier = await createVerifier(workspace.committed, sources.tree, deps, signal)
    const journal = openAgentJournal(run, workspace)
    const task = { ...(await createTask(run, sources, workspace, verifier, journal)), ...(files ? { files } : {}) }
    const judge = async (files: SeenFiles) => ({ verification: await verifier.check(files) })
    const part = (name: string, work: () => Promise<AgentResult>) =>
      journal.part(name, async () => withoutSecrets(run, await keepUnfinished(run, work)), judge)
    const first = await part('agent-run', () => agent.run(task))
    let [last, usage] = [first, first.usage]
    const mayRepair = () => last.verification.addedCount > 0 && !last.unfinished && agent.repair
    for (let attempt = 1; attempt <= REPAIRS_MAX && mayRepair(); attempt++) {
      const problems = last.verification.checks.added.map(describeProblem)
      last = await part(`agent-repair-${attempt}`, () => agent.repair!(task, problems, attempt))
      usage = addUsage(usage, last.usage)
    }
    const { tree, verification, unfinished = null } = last
    events.emit({
      kind: 'check',
      data: { problems: verification.problemCount, added: verification.addedCount, fixed: verification.fixedCount },
    })
    const { title, summary, outcome, choices } = unfinished ? last : first
    if (unfinished) usage = journal.usage()
    return {
      tree,
      model: agent.model,
      title,
      summary,
      usage,
      ...(outcome ? { outcome } : {}),
      ...(choices ? { choices } : {}),
      verification,
      unfinished,
    }
  } finally {
    await workspace.remove()
  }
}

/** Before it is written anywhere: a model that was told a secret may repeat it. */
function withoutSecrets<Result extends AgentResult>({ deps }: Run, result: Result): Result {
  const choices = result.choices?.map((choice) => deps.hide(choice))
  return {
    ...result,
    title: deps.hide(result.title),
    summary: deps.hide(result.summary),
    ...(choices ? { choices } : {}),
  }
}

/** Where the project wants it, a part that comes to the end of its budget ends there, with what it has. */
async function keepUnfinished(
  { deps, message, settings, events }: Run,
  work: () => Promise<AgentResult>,
): Promise<AgentResult & { unfinished?: Failure }> {
  try {
    return await work()
  } catch (error) {
    if (!settings.keepUnfinished || !isBudgetEnd(error)) throw error
    const unfinished = toFailure(error, deps.hide)
    events.emit({ kind: 'warning', data: { code: unfinished.code, message: unfinished.message } })
    return {
      title: `Unfinished: ${message.prompt}`,
      summary: `**Unfinished.** ${unfinished.message} This is what the agent had done by then.`,
      // Counted by the turns that it saved.
      usage: NOTHING_USED,
      unfinished,
    }
  }
}

async function createTask(
  { deps, job, message, mirror, settings, events, signal }: Run,
  sources: Sources,
  workspace: Workspace,
  verifier: Verifier,
  { checkpoint, nextMessages }: AgentJournal,
): Promise<AgentTask> {
  const earlier = (await listMessages(deps.database, job.id)).filter((other) => other.seq < message.seq && other.state === 'done')
  const { base, parent } = sources
  // Every run that changed something is one commit, so the state before the last change is one commit back.
  const previous = base === parent ? null : `${parent}^`
  return {
    directory: workspace.directory,
    prompt: message.prompt,
    history: earlier.map(({ prompt, summary }) => ({ prompt, summary: summary ?? '' })),
    base: readEarlierFiles(deps.git, mirror, base, parent, signal),
    ...(previous ? { previous: readEarlierFiles(deps.git, mirror, previous, parent, signal) } : {}),
    allowed: allowedBy(settings),
    links: workspace.links,
    facts: deps.facts,
    checkpoint,
    nextMessages,
    confirmBudget: (unsaved) => refuseWhenDayIsUsedUp(deps.database, job.projectId, unsaved),
    check: async () => {
      const { checks, fixedCount } = await verifier.check(await workspace.look())
      return { added: checks.added.map(describeProblem), fixedCount }
    },
    signal,
    emit: (event) => events.emit(fromAgent(event)),
  }
}
