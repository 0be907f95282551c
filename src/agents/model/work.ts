import type { LanguageModel, ModelMessage } from 'ai'
import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import { readSite } from '../../site/edit/site-directory.ts'
import type { AgentResult, AgentTask } from '../agent.ts'
import { openConfinedFiles } from '../files/confined-files.ts'
import type { ModelSettings } from '../models/model-settings.ts'
import { readConventions } from '../prompt/conventions.ts'
import { writeFollowUps } from '../prompt/instructions.ts'
import { readAnswer } from '../prompt/read-answer.ts'
import { sumUsage } from '../usage.ts'
import { Budget } from './budget.ts'
import { ContextOverflow, type ModelAnswer, callModel } from './call-model.ts'
import { CALL_AS_TEXT, NOTHING_CHANGED, claimsChanges, isWrittenCall, withoutChanges } from './final-answer.ts'
import { callDigest, refuseLoops } from './loop-detector.ts'
import type { Limits } from './model-limits.ts'
import { conversationOf, nextPruned } from './prune.ts'
import { runTools } from './run-tools.ts'
import { describeSite } from './site-map.ts'
import { writeSystemPrompt } from './system-prompt.ts'
import { toolSet } from './tools/tool-set.ts'
import { TOOLS } from './tools/tools.ts'
import type { Turn } from './turn.ts'

export interface WorkDeps {
  model: LanguageModel
  settings: ModelSettings
  clock: Clock
  limits: Limits
}

const TOOL_SET = toolSet(TOOLS)
const TOOL_NAMES: ReadonlySet<string> = new Set(TOOLS.keys())

/** Less is of no use, and more is more than one question needs. */
const ANSWER_CHARACTERS = { min: 4000, max: 200_000 }

/** Above this share of the context, old answers of tools are left out before the provider has to refuse. */
const CONTEXT_SHARE_MAX = 0.8

/**
 * Lets the model work on a part (the instruction itself, or a repair) until it answers without calling a tool.
 *
 * Every turn is saved before the next begins, together with the state of the directory. After a crash the turns that were saved are
 * the conversation, and the directory is as the last of them left it: at most one call of the model is made again, and no tool acts
 * twice on the files. Messages that the user sent meanwhile are read at the end of a turn and saved with it.
 */
export async function work(deps: WorkDeps, task: AgentTask, part: number, opening: string): Promise<AgentResult> {
  const turns = ((await task.checkpoint?.load()) ?? []) as Turn[]
  const ended = turns.find((turn) => turn.part === part && turn.end !== null)
  if (ended) return resultOf(turns, part, ended)
  const instructions = await readInstructions(task)
  for (;;) {
    const { turn, fault } = await takeTurn(deps, task, turns, part, opening, instructions)
    turns.push(turn)
    // Saved before anything else, so that what it used is counted also when the run ends here.
    await task.checkpoint?.save(turn, turn.usage)
    if (fault) throw fault
    if (turn.end) return resultOf(turns, part, turn)
    refuseLoops(turns, deps.limits.sameCalls)
  }
}

async function readInstructions(task: AgentTask): Promise<string> {
  const { directory, base, signal } = task
  const paths = await openConfinedFiles(directory).list('', signal)
  const { site } = await readSite(task)
  await site.scan(signal)
  return writeSystemPrompt(await readConventions(base, paths), describeSite(site))
}

async function takeTurn(
  deps: WorkDeps,
  task: AgentTask,
  turns: readonly Turn[],
  part: number,
  opening: string,
  instructions: string,
): Promise<{ turn: Turn; fault: Fault | null }> {
  const { limits, settings, clock } = deps
  const start = clock.now()
  const budget = new Budget(limits, settings.costUsdMax, turns)
  budget.refuseWhenUsedUp()
  await task.confirmBudget?.(sumUsage([]))
  const told: ModelMessage[] = turns.some((turn) => turn.part === part) ? [] : [{ role: 'user', content: opening }]
  const { answer, pruned } = await askWithinContext(deps, task, turns, told, instructions, budget)
  if (answer.text.trim() !== '') task.emit?.({ kind: 'text', data: { text: answer.text.trim() } })

  const isWritten = answer.calls.length === 0 && isWrittenCall(answer.text, TOOL_NAMES)
  const changes = { paths: new Set<string>(), bytes: 0 }
  const onChange = (path: string, bytes: number) => {
    budget.countChange(path, bytes)
    changes.paths.add(path)
    changes.bytes += bytes
  }
  const { links, allowed, base } = task
  const options = {
    ...(links ? { links } : {}),
    ...(allowed ? { allowed } : {}),
    ...(base ? { readEarlier: (path: string) => base.read(path) } : {}),
  }
  const files = openConfinedFiles(task.directory, { ...options, onChange })
  const wideFiles = openConfinedFiles(task.directory, options)
  const tools = await runTools(
    answer,
    { files, wideFiles, task, answerCharactersMax: answerCharacters(settings) },
    limits.callsPerTurn,
  )
  const turn: Turn = {
    part,
    messages: [...told, ...answer.messages, ...tools.messages],
    usage: answer.usage,
    elapsedMs: clock.now() - start,
    changed: [...changes.paths],
    writtenBytes: changes.bytes,
    // A call that was only written counts as one, so that a model which knows no other way is stopped.
    calls: isWritten ? [callDigest('written', null, answer.text)] : tools.digests,
    isFruitless: answer.calls.length === 0 ? isWritten || !isWhole(answer) : tools.isFruitless,
    pruned:
      answer.usage.inputTokens > settings.contextTokens * CONTEXT_SHARE_MAX
        ? (nextPruned(turns.length + 1, pruned) ?? pruned)
        : pruned,
    end: null,
  }
  const { end, said } = await goOnOrEnd(deps, task, [...turns, turn], answer, isWritten)
  turn.end = end
  if (said.length > 0) turn.messages.push({ role: 'user', content: said.join('\n\n') })
  return { turn, fault: tools.fault }
}

/** Whether the answer was the last one; if not, what the model is told next, behind the answers of the tools. */
async function goOnOrEnd(
  deps: WorkDeps,
  task: AgentTask,
  turns: readonly Turn[],
  answer: ModelAnswer,
  isWritten: boolean,
): Promise<{ end: Turn['end']; said: string[] }> {
  const followUps = (await task.nextMessages?.()) ?? []
  const isLast = answer.calls.length === 0 && isWhole(answer) && !isWritten && followUps.length === 0
  const objection = isWritten ? CALL_AS_TEXT : isLast ? await objectTo(answer, task, turns) : null
  if (isLast && objection === null) return { end: await readEnd(answer, task), said: [] }
  const said = [...(followUps.length > 0 ? [writeFollowUps(followUps)] : []), ...(objection === null ? [] : [objection])]
  return { end: null, said: [...said, ...remarks(deps, turns, answer)] }
}

/** Once in a run, a model that says that it has changed something and has not gets another chance. */
async function objectTo({ text }: ModelAnswer, { diff }: AgentTask, turns: readonly Turn[]): Promise<string | null> {
  const wasSaid = turns.some(({ messages }) => messages.some(({ content }) => content === NOTHING_CHANGED))
  if (!diff || wasSaid || !claimsChanges(text)) return null
  return (await diff()).files.length === 0 ? NOTHING_CHANGED : null
}

/** What the part came to: the words of the model, and what the files say. */
async function readEnd({ text }: ModelAnswer, task: AgentTask): Promise<Turn['end']> {
  const { title, summary } = readAnswer(text, task.prompt)
  const isChanged = task.diff ? (await task.diff()).files.length > 0 : null
  if (isChanged === null) return { title, summary }
  return isChanged ? { title, summary, outcome: 'changed' } : { title, summary: withoutChanges(summary), outcome: 'no_changes' }
}

/** An eighth of what the model takes in at once, at about four characters a token: room for some pages and the talk about them. */
function answerCharacters({ contextTokens }: ModelSettings): number {
  return Math.min(Math.max(contextTokens / 2, ANSWER_CHARACTERS.min), ANSWER_CHARACTERS.max)
}

function isWhole({ text, isCut }: ModelAnswer): boolean {
  return !isCut && text.trim() !== ''
}

/** Asks, and leaves out more and more of the oldest answers of tools as long as the conversation is too long. */
async function askWithinContext(
  deps: WorkDeps,
  task: AgentTask,
  turns: readonly Turn[],
  told: ModelMessage[],
  instructions: string,
  budget: Budget,
): Promise<{ answer: ModelAnswer; pruned: number }> {
  for (let pruned = turns.at(-1)?.pruned ?? 0; ;) {
    try {
      const answer = await callModel(deps, {
        instructions,
        messages: [...conversationOf(turns, pruned), ...told],
        tools: TOOL_SET,
        timeoutMs: Math.min(deps.limits.callMs, budget.remainingMs()),
        answerCharactersMax: deps.limits.answerCharacters,
        signal: task.signal,
      })
      return { answer, pruned }
    } catch (error) {
      if (error instanceof Fault && error.code === 'model_timeout' && budget.remainingMs() <= deps.limits.callMs)
        throw budget.timeIsUp()
      if (!(error instanceof ContextOverflow)) throw error
      const next = nextPruned(turns.length, pruned)
      if (next === null)
        throw new Fault({
          code: 'context_overflow',
          message: "The instruction and the pages it needs are longer than the model's context.",
          hint: 'Name fewer pages in one instruction, or use a model with a larger context.',
        })
      pruned = next
    }
  }
}

/** What the service says to the model of its own accord, behind the answers of the tools. */
function remarks({ limits, settings }: WorkDeps, turns: readonly Turn[], answer: ModelAnswer): string[] {
  const notice = new Budget(limits, settings.costUsdMax, turns).notice()
  if (notice !== null) return [notice]
  if (answer.calls.length > 0 || isWhole(answer)) return []
  return [
    answer.isCut ? 'Your answer was cut off. Go on in smaller steps.' : 'Your answer was empty. Go on, or answer as agreed.',
  ]
}

function resultOf(turns: readonly Turn[], part: number, { end }: Turn): AgentResult {
  return { title: '', summary: '', ...end, usage: sumUsage(turns.filter((turn) => turn.part === part)) }
}
