import type { AgentResult, AgentTask } from '../agents/agent.ts'
import type { SeenFiles } from '../git/seen-files.ts'
import type { Workspace } from '../git/workspace.ts'
import { countUse } from './day-budget.ts'
import { NOTHING_USED, type Usage, addUsage } from './job.ts'
import type { Run } from './run.ts'
import { listMessages } from './store.ts'

/** Steps of the ledger that the agent's part of a run consists of. The names are stored. */
export const TURN = 'turn-'
export const TAKEN_MESSAGE = 'message-'

/** One turn of an agent, as it is stored. */
export interface StoredTurn {
  /** What the agent keeps; only the agent knows what it means. */
  turn: unknown
  usage: Usage
  /** The files after the turn. */
  tree: string
}

/** What came of a part of the agent's work: the instruction itself, or a repair. */
type Part<Result> = Result & {
  tree: string
  /** Turns that were saved when the part ended; absent from a ledger of an earlier version. */
  turns?: number
}

/** Writes down the agent's part of a run as it happens, and takes it up again after a crash. */
export interface AgentJournal {
  /** Does a part of the work, or takes it from the ledger; `judge` says what is kept about the files afterwards. */
  part<Result extends AgentResult, More>(
    name: string,
    work: () => Promise<Result>,
    judge: (files: SeenFiles) => Promise<More>,
  ): Promise<Part<Result & More>>
  checkpoint: NonNullable<AgentTask['checkpoint']>
  nextMessages: NonNullable<AgentTask['nextMessages']>
  /** What the turns that are saved have used. */
  usage(): Usage
}

/**
 * A run after a crash starts with the files of the parent commit. Parts and turns that are in the ledger are not done again; before
 * anything else happens, the directory is brought to the tree that the last of them left. So a tool of a turn that was cut off acts
 * on files that it has never touched, although the turn is done again.
 *
 * A message that the agent takes in while it works is answered by this run: the ledger says so in the same transaction as the turn
 * that has it in its conversation. Until the run ends it stays queued, so that cancelling the job cancels it, too; a message that was
 * read but whose turn was not saved is simply read again.
 */
export function openAgentJournal({ deps, job, message, ledger }: Run, workspace: Workspace): AgentJournal {
  /** The tree that the directory should have before work goes on, and the one that it is known to have. */
  let wanted: string | null = null
  let current: string | null = null
  /** Turns that belong to parts that ended. What they left is in the tree of their part. */
  let settled = 0
  const offered = new Set<number>()

  const catchUp = async () => {
    if (wanted !== null && wanted !== current) await workspace.restore(wanted)
    current = wanted ?? current
  }
  const keepTree = async (files?: SeenFiles) => {
    current = await workspace.writeTree(files)
    wanted = current
    return current
  }
  const storedTurns = () => {
    const count = ledger.names().filter((name) => name.startsWith(TURN)).length
    return Array.from({ length: count }, (_, index) => ledger.find(`${TURN}${index + 1}`) as StoredTurn)
  }

  return {
    part: async (name, work, judge) => {
      const stored = ledger.find<Part<Awaited<ReturnType<typeof work>> & Awaited<ReturnType<typeof judge>>>>(name)
      if (stored) {
        wanted = stored.tree
        settled = stored.turns ?? 0
        return stored
      }
      await catchUp()
      const result = await work()
      const files = await workspace.look()
      // Side by side: one waits for git while the other computes.
      const [kept, judged] = await Promise.allSettled([keepTree(files), judge(files)])
      if (kept.status === 'rejected') throw kept.reason
      if (judged.status === 'rejected') throw judged.reason
      const turns = storedTurns().length
      const done = { ...result, tree: kept.value, turns, ...judged.value }
      await ledger.write(new Map([[name, done]]))
      settled = turns
      return done
    },
    checkpoint: {
      load: async () => {
        const turns = storedTurns()
        // A repair begins with the tree that the part before it ended with, not with that of a turn on the way there.
        if (turns.length > settled) wanted = turns.at(-1)!.tree
        await catchUp()
        return turns.map(({ turn }) => turn)
      },
      save: async (turn, usage) => {
        const stored: StoredTurn = { turn, usage, tree: await keepTree() }
        const taken = [...offered].map((seq): [string, unknown] => [`${TAKEN_MESSAGE}${seq}`, null])
        await ledger.write(new Map([[`${TURN}${storedTurns().length + 1}`, stored], ...taken]), (tx, now) =>
          countUse(tx, job.projectId, now, usage),
        )
        offered.clear()
      },
    },
    usage: () => storedTurns().reduce((sum, turn) => addUsage(sum, turn.usage), NOTHING_USED),
    nextMessages: async () => {
      const taken = new Set(ledger.names())
      const fresh = (await listMessages(deps.database, job.id)).filter(
        ({ seq, state }) => state === 'queued' && seq > message.seq && !offered.has(seq) && !taken.has(`${TAKEN_MESSAGE}${seq}`),
      )
      for (const { seq } of fresh) offered.add(seq)
      return fresh.map(({ prompt }) => prompt)
    },
  }
}
