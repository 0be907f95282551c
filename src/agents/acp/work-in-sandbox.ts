import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import { Fault } from '../../lib/fault.ts'
import type { AgentResult, AgentTask } from '../agent.ts'
import { openConfinedFiles } from '../files/confined-files.ts'
import type { ModelSettings } from '../models/model-settings.ts'
import { readConventions } from '../prompt/conventions.ts'
import { writeFollowUps } from '../prompt/instructions.ts'
import { readAnswer } from '../prompt/read-answer.ts'
import type { AcpLimits } from './acp-limits.ts'
import { type AcpSettings, type ProxiedModel, usualEnvironment } from './acp-settings.ts'
import { sumUsage } from '../usage.ts'
import type { AcpTurn } from './acp-turn.ts'
import { writeOpening, writeSummary } from './prompt.ts'
import { type ModelProxy, openModelProxy } from './proxy/model-proxy.ts'
import { findProgram } from './sandbox/find-program.ts'
import { MODEL_PORT, type Sandboxed, WORKSPACE, probeSandbox, startInSandbox } from './sandbox/sandbox.ts'
import { type Session, openSession } from './session.ts'
import { watchDisk } from './watch-disk.ts'
import { watchProcesses } from './watch-processes.ts'

export interface WorkDeps {
  clock: Clock
  /** Where programs are found. */
  searchPath: string
  /** For the proxy; null when the installation has no model. */
  model: ModelSettings | null
  /** Folders that no program may see. */
  hidden: readonly string[]
  settings: AcpSettings
  limits: AcpLimits
}

/** Of the path of a socket, by the kernel's structure for it. Longer ones have their socket elsewhere. */
const SOCKET_CHARACTERS_MAX = 100

/** The end of what a program writes about its troubles. */
const COMPLAINT_CHARACTERS_MAX = 300

/**
 * Lets the program work on a part (the instruction itself, or a repair). One message to it and its answer are a turn, which is saved
 * with the directory. What it does is limited from outside: by the sandbox, by the proxy, and by who watches time, output and disk.
 */
export async function workInSandbox(deps: WorkDeps, task: AgentTask, part: number, instruction: string): Promise<AgentResult> {
  const turns = ((await task.checkpoint?.load()) ?? []) as AcpTurn[]
  const ended = turns.find((turn) => turn.part === part && turn.end !== null)
  if (ended) return resultOf(turns, part, ended)
  const missing = await probeSandbox(deps.searchPath)
  if (missing) throw missing
  const place = openPlace(task.directory)
  /** What the turns of this call have saved so far; the proxy counts all of them together. */
  let saved = sumUsage([])
  const used = (): AgentResult['usage'] => proxy?.usage() ?? sumUsage([])
  const proxy: ModelProxy | null = deps.model && (await openProxy(deps, task, place.socket, turns, () => subtract(used(), saved)))
  /** Messages of the user that the program has to answer yet. The turn that took them in says so: after a crash they are told again. */
  let pending = turns.findLast((turn) => turn.part === part)?.next ?? null
  let startedAt = deps.clock.now()
  const save = async (turn: Pick<AcpTurn, 'sessionId' | 'text' | 'end'>) => {
    // No one waits for answers that are on their way: the program has ended.
    await proxy?.drop()
    const now = used()
    const usage = subtract(now, saved)
    saved = now
    const whole: AcpTurn = { part, ...turn, next: pending, usage, elapsedMs: deps.clock.now() - startedAt }
    startedAt = deps.clock.now()
    turns.push(whole)
    await task.checkpoint?.save(whole, usage)
    return whole
  }
  try {
    for (;;) {
      const { sessionId, text } = await takeTurn(deps, task, place, proxy, turns, pending ?? instruction)
      const followUps = (await task.nextMessages?.()) ?? []
      pending = followUps.length === 0 ? null : writeFollowUps(followUps)
      const turn = await save({ sessionId, text, end: pending === null ? readAnswer(text, task.prompt) : null })
      if (pending === null) return resultOf(turns, part, turn)
    }
  } catch (error) {
    // What was used counts also when the run ends here, unless the job is no longer ours.
    if (error instanceof Fault && !task.signal.aborted) await save({ sessionId: null, text: '', end: null })
    throw error
  } finally {
    await proxy?.close()
    place.remove()
  }
}

/**
 * One message to the program and its answer. The program is started for it and stopped after it: the directory is read between turns,
 * and a program that lives could swap folders for links meanwhile. It goes on with its session where it can.
 */
async function takeTurn(
  deps: WorkDeps,
  task: AgentTask,
  place: Place,
  proxy: ModelProxy | null,
  turns: readonly AcpTurn[],
  instruction: string,
): Promise<{ sessionId: string; text: string }> {
  const opening = await openingFor(task, turns, instruction)
  const work = async (session: Session) => {
    const text = await session.prompt(session.isResumed ? instruction : opening)
    return { sessionId: session.id, text }
  }
  const sandboxed = launch(deps, task, place, proxy)
  return supervise(deps, task, place, proxy, sandboxed, turns, { sessionId: turns.at(-1)?.sessionId ?? null, work })
}

interface Place {
  directory: string
  /** Beside the directory, and removed with it: a program finds its sessions there in a later part of the run. */
  belongings: string
  socket: string
  remove(): void
}

function openPlace(directory: string): Place {
  const belongings = join(dirname(directory), 'agent')
  mkdirSync(belongings, { recursive: true, mode: 0o700 })
  const near = join(belongings, 'model.sock')
  const folder = near.length <= SOCKET_CHARACTERS_MAX ? null : mkdtempSync(join(tmpdir(), 'docwright-'))
  const socket = folder === null ? near : join(folder, 'model.sock')
  return { directory, belongings, socket, remove: () => rmSync(folder ?? socket, { recursive: true, force: true }) }
}

function openProxy(
  { model, limits, clock }: WorkDeps,
  task: AgentTask,
  socket: string,
  turns: readonly AcpTurn[],
  unsaved: () => AgentResult['usage'],
): Promise<ModelProxy> {
  const confirm = async (underWay: AgentResult['usage']) =>
    task.confirmBudget?.(sumUsage([{ usage: unsaved() }, { usage: underWay }]))
  return openModelProxy({ settings: model!, socket, limits, used: sumUsage(turns), confirm, clock })
}

function subtract(whole: AgentResult['usage'], part: AgentResult['usage']): AgentResult['usage'] {
  return {
    turns: whole.turns - part.turns,
    inputTokens: whole.inputTokens - part.inputTokens,
    outputTokens: whole.outputTokens - part.outputTokens,
    costUsd: whole.costUsd - part.costUsd,
  }
}

function launch(deps: WorkDeps, task: AgentTask, place: Place, proxy: ModelProxy | null): Sandboxed {
  const { settings, model, limits, searchPath, hidden } = deps
  const { preset } = settings
  if (preset && (!model || !preset.providers.includes(model.provider)))
    throw new Fault({
      code: 'acp_model_missing',
      message: `The agent program \`${settings.name}\` needs a model of ${preset.providers.join(' or ')}, and ${model ? `this one is of ${model.provider}` : 'none is set up'}.`,
      hint: "Set the project's model, or DOCWRIGHT_MODEL for the server, and the key of its provider.",
    })
  const proxied: ProxiedModel | null = model && { ...model, origin: `http://127.0.0.1:${MODEL_PORT}` }
  return startInSandbox({
    program: findProgram(settings.command, searchPath),
    searchPath,
    workspace: task.directory,
    belongings: place.belongings,
    home: (proxied && preset?.home?.(proxied)) ?? {},
    environment: proxied ? (preset?.environment(proxied) ?? usualEnvironment(proxied)) : {},
    socket: proxy ? place.socket : null,
    hidden,
    limits,
  })
}

/** For a session that is a new one. Made before the program is started, because the directory is looked at. */
async function openingFor(task: AgentTask, turns: readonly AcpTurn[], instruction: string): Promise<string> {
  const paths = await openConfinedFiles(task.directory).list('', task.signal)
  const told = turns.map(({ text }) => text).filter((text) => text !== '')
  const whole = told.length === 0 ? instruction : `${writeSummary(told, task)}\n\nNow:\n\n${instruction}`
  return writeOpening(await readConventions(task.base, paths), whole)
}

/** Runs the conversation against everything that can end it before its time, and leaves no process behind. */
async function supervise<Result>(
  { clock, limits, settings }: WorkDeps,
  task: AgentTask,
  place: Place,
  proxy: ModelProxy | null,
  { program, stop }: Sandboxed,
  turns: readonly AcpTurn[],
  { sessionId, work }: { sessionId: string | null; work(session: Session): Promise<Result> },
): Promise<Result> {
  const done = new AbortController()
  const over = AbortSignal.any([done.signal, task.signal])
  let complaint = ''
  program.stderr.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString('utf8')).slice(-COMPLAINT_CHARACTERS_MAX)),
  )
  // A program that is gone cannot be written to; its end is reported below.
  program.stdin.on('error', () => undefined)
  const exited = new Promise<Fault>((resolve) => {
    program.on('error', (error) => resolve(crashed(settings.name, error.message)))
    program.on('close', (code, signal) =>
      resolve(crashed(settings.name, `${signal ?? `code ${code}`}${complaint === '' ? '' : `: ${complaint.trim()}`}`)),
    )
  })
  const after = async (milliseconds: number, fault: Fault): Promise<Fault | null> => {
    await clock.sleep(milliseconds, over)
    return over.aborted ? null : fault
  }
  const elapsed = turns.reduce((sum, turn) => sum + turn.elapsedMs, 0)
  const minutes = Math.round(limits.wallMs / 60_000)
  const ends: Promise<Fault | null>[] = [
    exited,
    outputOver(program, limits.outputBytes),
    watchDisk([place.directory, place.belongings], limits, clock, over),
    program.pid === undefined ? NEVER : watchProcesses(program.pid, limits, clock, over),
    after(
      Math.max(0, limits.wallMs - elapsed),
      new Fault({ code: 'budget_time', message: `The agent used its ${minutes} minutes without coming to an end.`, hint: SPLIT }),
    ),
    proxy ? aborted(proxy.exceeded) : NEVER,
    aborted(task.signal).then(() => null),
  ]
  /** Rejects with the first fault. What ends without one says nothing. */
  const ended = Promise.race(ends.map((end) => end.then((fault) => (fault ? Promise.reject(fault) : NEVER))))
  ended.catch(() => undefined)
  const cancelled = aborted(task.signal).then(() => Promise.reject(task.signal.reason as Error))
  cancelled.catch(() => undefined)
  try {
    const opening = openSession(program, {
      workspace: WORKSPACE,
      sessionId,
      messageBytesMax: limits.messageBytes,
      emit: (event) => task.emit?.(event),
    })
    const slow = after(
      limits.startMs,
      new Fault({ code: 'acp_start', message: `The agent program \`${settings.name}\` did not answer in time.`, hint: CHECK }),
    )
    const session = await Promise.race([opening, ended, cancelled, slow.then((fault) => (fault ? Promise.reject(fault) : NEVER))])
    return await Promise.race([work(session), ended, cancelled])
  } catch (error) {
    // Whatever a program says about it.
    proxy?.exceeded.throwIfAborted()
    throw await explain(error, exited, settings.name, clock)
  } finally {
    done.abort()
    await stop(clock)
    await exited
  }
}

const SPLIT = 'Split the instruction into smaller ones and send them one after the other.'
const CHECK = 'Start the program by hand to see whether it works; `docwright doctor` shows how it is started.'
const NEVER = new Promise<never>(() => undefined)

function aborted(signal: AbortSignal): Promise<Fault> {
  return new Promise((resolve) => {
    const tell = () => resolve(signal.reason as Fault)
    if (signal.aborted) tell()
    else signal.addEventListener('abort', tell, { once: true })
  })
}

function outputOver(program: ChildProcessWithoutNullStreams, bytesMax: number): Promise<Fault> {
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax)
        resolve(new Fault({ code: 'budget_output', message: `The agent said more than ${bytesMax} bytes.`, hint: SPLIT }))
    }
    program.stdout.on('data', count)
    program.stderr.on('data', count)
  })
}

function crashed(name: string, how: string): Fault {
  return new Fault({
    code: 'acp_crashed',
    message: `The agent program \`${name}\` ended before it was done (${how}).`,
    hint: CHECK,
  })
}

/** The library reports a broken connection a moment before the program has ended, which says more. */
async function explain(error: unknown, exited: Promise<Fault>, name: string, clock: Clock): Promise<unknown> {
  if (error instanceof Fault) return error
  if (error instanceof Error && error.name === 'AbortError') return error
  const code = (error as { code?: unknown } | null)?.code
  if (code === -32000)
    return new Fault({
      code: 'acp_sign_in',
      message: `The agent program \`${name}\` wants someone to sign in.`,
      hint: 'Use a program that takes its model from variables.',
    })
  if (typeof code === 'number')
    return new Fault({
      code: 'acp_error',
      message: `The agent program \`${name}\` answered with an error: ${(error as Error).message.slice(0, 300)}`,
      hint: CHECK,
    })
  return Promise.race([exited, crashedSoon(name, clock, error)])
}

async function crashedSoon(name: string, clock: Clock, error: unknown): Promise<Fault> {
  await clock.sleep(500)
  return crashed(name, String((error as Error | null)?.message).slice(0, 300))
}

function resultOf(turns: readonly AcpTurn[], part: number, { end }: AcpTurn): AgentResult {
  const { title, summary } = end ?? { title: '', summary: '' }
  return { title, summary, usage: sumUsage(turns.filter((turn) => turn.part === part)) }
}
