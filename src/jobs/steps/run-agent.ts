import { type Agent, type AgentOutcome, type AgentResult, type AgentTask, isUnderstood } from '../../agents/agent.ts'
import { CHANGE_LIMITS, type ChangeLimits, WIDE_LIMITS } from '../../git/change-limits.ts'
import { readBoundedDiff } from '../../git/diff.ts'
import { readEarlierFiles } from '../../git/earlier-files.ts'
import { createMemoryWorkspace } from '../../git/memory-workspace.ts'
import type { SeenFiles } from '../../git/seen-files.ts'
import { type Workspace, createWorkspace } from '../../git/workspace.ts'
import { judgePath } from '../../policy/judge-change.ts'
import type { ProjectSettings } from '../../projects/settings.ts'
import { type AgentJournal, openAgentJournal } from '../agent-journal.ts'
import { allowedBy } from '../check-content.ts'
import { type Verification, type Verifier, createVerifier, describeProblem } from '../checks.ts'
import { refuseWhenDayIsUsedUp } from '../day-budget.ts'
import { fromAgent } from '../events.ts'
import { isBudgetEnd, toFailure } from '../failures.ts'
import { type Failure, NOTHING_USED, type Usage, addUsage } from '../job.ts'
import type { Run } from '../run.ts'
import { listMessages, updateJob } from '../store.ts'
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
  outcome?: AgentOutcome
  choices?: string[]
  isPartial?: boolean
  /** How much it may change; absent from a ledger of an earlier version. */
  limits?: ChangeLimits
  verification: Verification
  /** Why the agent was stopped before it had come to an end; null, or absent from a ledger of an earlier version, when it had. */
  unfinished?: Failure | null
}

/** Lets an agent do the work, and says how the site is afterwards. */
export async function runAgent(run: Run, sources: Sources): Promise<Work> {
  const work = await chooseAgent(run, sources)
  const { problemCount: problems, addedCount: added, fixedCount: fixed } = work.verification
  run.events.emit({ kind: 'check', data: { problems, added, fixed } })
  return work
}

/**
 * An agent that has a successor tries first: what it understood as a whole is done, and of everything else nothing stays, so that
 * the successor reads the whole instruction on the files as they were.
 */
async function chooseAgent(run: Run, sources: Sources): Promise<Work> {
  const agent = await run.deps.agentFor(run.job, run.settings)
  if (!agent.successor) return workWith(run, sources, agent, 'agent')
  await noteModel(run, 'attempt', agent.model)
  const attempt = await workWith(run, sources, agent, 'attempt')
  if (isUnderstood(attempt)) return attempt
  const successor = await agent.successor()
  if (!successor) return attempt
  run.events.emit({ kind: 'text', data: { text: `The offline agent leaves this to ${successor.model}.` } })
  await noteModel(run, 'successor', successor.model)
  return workWith(run, sources, successor, 'agent')
}

/** At once, not only at the end: a run that fails was done by it, too. */
async function noteModel({ job, ledger }: Run, step: 'attempt' | 'successor', model: string): Promise<void> {
  if (ledger.find(step) !== undefined) return
  await ledger.write(new Map([[step, model]]), (tx, now) => updateJob(tx, job.id, now, { model }))
}

/**
 * Lets the agent edit a copy of the files, and lets it mend the problems that this brought in.
 *
 * @param prefix Of the names that its parts have in the ledger.
 */
async function workWith(run: Run, sources: Sources, agent: Agent, prefix: 'agent' | 'attempt'): Promise<Work> {
  const { deps, mirror, folder, settings, signal } = run
  const place = [deps.git, mirror, folder, sources.parent, signal] as const
  const files = agent.needsNoDirectory ? await createMemoryWorkspace(...place) : null
  const workspace = files ?? (await createWorkspace(...place, limitsOf(agent, settings)))
  try {
    const verifier = await createVerifier(workspace.committed, sources.tree, deps, signal)
    const journal = openAgentJournal(run, workspace)
    const task = { ...(await createTask(run, sources, workspace, verifier, journal)), ...(files ? { files } : {}) }
    const judge = async (files: SeenFiles) => ({ verification: await verifier.check(files) })
    const part = (name: string, work: () => Promise<AgentResult>) =>
      journal.part(name, async () => withoutSecrets(run, await keepUnfinished(run, work)), judge)
    const first = await part(`${prefix}-run`, () => agent.run(task))
    let [last, usage] = [first, first.usage]
    const mayRepair = () => last.verification.addedCount > 0 && !last.unfinished && agent.repair
    for (let attempt = 1; attempt <= REPAIRS_MAX && mayRepair(); attempt++) {
      const problems = last.verification.checks.added.map(describeProblem)
      last = await part(`${prefix}-repair-${attempt}`, () => agent.repair!(task, problems, attempt))
      usage = addUsage(usage, last.usage)
    }
    const { tree, verification, unfinished = null } = last
    // After a repair it is the last answer that fits what is there.
    const { title, summary, outcome, choices, isPartial } = last
    if (unfinished) usage = journal.usage()
    return {
      tree,
      model: agent.model,
      title,
      summary,
      usage,
      ...(outcome ? { outcome } : {}),
      ...(choices ? { choices } : {}),
      ...(isPartial ? { isPartial } : {}),
      limits: limitsOf(agent, settings),
      verification,
      unfinished,
    }
  } finally {
    await workspace.remove()
  }
}

function limitsOf({ holdsLimits }: Agent, { budgets }: ProjectSettings): ChangeLimits {
  return holdsLimits ? WIDE_LIMITS : { ...CHANGE_LIMITS, filesMax: budgets.runFiles ?? CHANGE_LIMITS.filesMax }
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
    mayEdit: (path) => judgePath(path, allowedBy(settings)) === null,
    links: workspace.links,
    facts: deps.facts,
    checkpoint,
    nextMessages,
    confirmBudget: (unsaved) => refuseWhenDayIsUsedUp(deps.database, job.projectId, unsaved),
    check: async () => {
      const { checks, fixedCount } = await verifier.check(await workspace.look())
      return { added: checks.added.map(describeProblem), fixedCount }
    },
    diff: async () => {
      const tree = await workspace.writeTree()
      const { files, diff: text } = await readBoundedDiff(deps.git, mirror.gitDir, parent, tree)
      return { files, text }
    },
    signal,
    emit: (event) => events.emit(fromAgent(event)),
  }
}
