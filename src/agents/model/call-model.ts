import { type LanguageModel, type ModelMessage, type ToolSet, isStepCount, streamText } from 'ai'
import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { AgentResult } from '../agent.ts'
import type { ModelSettings } from '../models/model-settings.ts'
import { timeoutFault, toTrouble } from './model-faults.ts'

/** Calls for one answer, the first included. When all fail, the job is given back to the queue, which tries again later. */
const TRIES_MAX = 3
const BACKOFF_MS = 1000
/** A provider that asks for more patience gets it from the queue, where the job does not take a worker's place. */
const WAIT_MS_MAX = 20_000

/** What the smallest of Anthropic's current models may write at once. */
const ANTHROPIC_OUTPUT_TOKENS = 32_000

export interface ModelCall {
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  timeoutMs: number
  answerCharactersMax: number
  signal: AbortSignal
}

/** A call of a tool as the model wants it. */
export interface ToolCall {
  id: string
  name: string
  input: unknown
  /** Why the call cannot be read: broken JSON, an unknown tool, fields that are missing. Null when it can. */
  problem: string | null
}

export interface ModelAnswer {
  text: string
  calls: ToolCall[]
  /** As it goes back to the model with the next call. */
  messages: ModelMessage[]
  /** True when the model reached the end of what it may write at once. */
  isCut: boolean
  usage: AgentResult['usage']
}

/** Thrown when the conversation is longer than the model takes. */
export class ContextOverflow extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.name = 'ContextOverflow'
    this.fault = fault
  }
}

interface CallDeps {
  model: LanguageModel
  settings: ModelSettings
  clock: Clock
}

/** Asks the model once. Passing trouble is tried again here a few times; the rest is a `Fault`. */
export async function callModel(deps: CallDeps, call: ModelCall): Promise<ModelAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      return await askInTime(deps, call)
    } catch (error) {
      call.signal.throwIfAborted()
      const { fault, isOverflow } = toTrouble(error, deps.settings)
      if (isOverflow) throw new ContextOverflow(fault)
      // Half to one and a half of the time, so that jobs that failed together do not come back together.
      const waitMs = Math.max(BACKOFF_MS * 2 ** (tries - 1) * (0.5 + Math.random()), (fault.retryAfterSeconds ?? 0) * 1000)
      // A call that took all of its time would take it again; the queue gives other jobs their turn first.
      if (!fault.isPassing || fault.code === 'model_timeout' || tries >= TRIES_MAX || waitMs > WAIT_MS_MAX) throw fault
      await deps.clock.sleep(waitMs, call.signal)
      call.signal.throwIfAborted()
    }
  }
}

async function askInTime(deps: CallDeps, call: ModelCall): Promise<ModelAnswer> {
  const late = new AbortController()
  const answered = new AbortController()
  void deps.clock.sleep(call.timeoutMs, answered.signal).then(() => late.abort())
  try {
    return await ask(deps, { ...call, signal: AbortSignal.any([call.signal, late.signal]) })
  } catch (error) {
    throw late.signal.aborted && !call.signal.aborted ? timeoutFault(deps.settings, call.timeoutMs) : error
  } finally {
    answered.abort()
  }
}

/**
 * One request. It is streamed, because a local model may take minutes for an answer, and a connection without a byte is cut.
 *
 * The library would also run the tools, but all of a turn at once; two edits of one page must come one after the other.
 */
async function ask({ model, settings }: CallDeps, call: ModelCall): Promise<ModelAnswer> {
  const result = streamText({
    model,
    instructions: { role: 'system', content: call.instructions, providerOptions: CACHED },
    messages: withCacheMark(call.messages),
    tools: call.tools,
    stopWhen: isStepCount(1),
    // Anthropic wants to be told, and the library takes a small number for models that it does not know. Others have good defaults.
    ...(settings.provider === 'anthropic' ? { maxOutputTokens: ANTHROPIC_OUTPUT_TOKENS } : {}),
    maxRetries: 0,
    abortSignal: call.signal,
    // Nothing of a conversation stays with the provider.
    providerOptions: { openai: { store: false } },
    // Errors come as parts of the stream; the library would also print them.
    onError: () => undefined,
  })
  let characters = 0
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new Error('the call was stopped')
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') characters += part.text.length
    if (part.type === 'tool-input-delta') characters += part.delta.length
    if (characters > call.answerCharactersMax)
      throw new Fault({
        code: 'model_answer_too_long',
        message: `The model answered with more than ${call.answerCharactersMax} characters.`,
      })
  }
  const step = await result.finalStep
  refuseBadEnd(step, settings)
  const { inputTokens = 0, outputTokens = 0 } = step.usage
  return {
    text: step.text,
    calls: step.toolCalls.map(({ toolCallId, toolName, input, ...rest }) => ({
      id: toolCallId,
      name: toolName,
      input,
      problem: 'invalid' in rest && rest.invalid === true ? describeProblem(rest.error) : null,
    })),
    // The library answers calls that it cannot read by itself; all answers are given in one place instead.
    messages: (await result.responseMessages).filter(({ role }) => role === 'assistant'),
    isCut: step.finishReason === 'length',
    usage: { turns: 1, inputTokens, outputTokens, costUsd: costOf(settings, inputTokens, outputTokens) },
  }
}

function refuseBadEnd(
  { finishReason, rawFinishReason }: { finishReason: string; rawFinishReason: string | undefined },
  settings: ModelSettings,
): void {
  if (finishReason === 'content-filter')
    throw new Fault({
      code: 'model_refused',
      message: `${settings.provider} refused to answer this instruction.`,
      hint: 'Say the instruction in other words, or name the pages.',
    })
  // An end without a reason is the end of the connection, not of the answer.
  if (finishReason === 'error' || finishReason === 'interrupted' || (finishReason === 'other' && rawFinishReason === undefined))
    throw new Error('the answer ended without its end')
}

/** Lets Anthropic reuse its work on what was sent before; a turn then costs a tenth. Other providers do it unasked. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } }

function withCacheMark(messages: ModelMessage[]): ModelMessage[] {
  return messages.map((message, index) => (index === messages.length - 1 ? { ...message, providerOptions: CACHED } : message))
}

function describeProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.length > 1000 ? `${message.slice(0, 1000)}…` : message
}

function costOf({ price }: ModelSettings, inputTokens: number, outputTokens: number): number {
  return price ? (inputTokens * price.input + outputTokens * price.output) / 1_000_000 : 0
}
