import { setTimeout as delay } from 'node:timers/promises'
import { descendantsOf, startProgram } from '../../test/support/program.ts'
import { COMMAND } from '../../test/support/docwright-process.ts'
import type { Book } from './book.ts'
import { type Progress, type Step, STEPS, readProgress, untilMoved, untilStep } from './progress.ts'
import { LEASE_SECONDS, type Node, type World } from './world.ts'

/** `idle`: no job was worked on. */
export type Hit = Step | 'idle'

/** What happened so far, for the table. */
export interface Tally {
  /** The service alone, and with all that it started. */
  kills: number
  killsOfAll: number
  stops: number
  /** Stops after which another worker, or the same one again, had the job before the stopped one went on. */
  takeovers: number
  hits: Map<Hit, number>
}

/** How long a round waits for a job to reach the step that it aims at. */
const AIM_MS = 1_500

/** Past the step's beginning, so that the fault comes anywhere in it: steps take from a few to some hundred milliseconds. */
const AFTER_MS = 60

/** Without any move. Long enough for another worker to look for work, and for the database to drop what the stopped one had locked. */
const TAKEOVER_MS = LEASE_SECONDS * 1000 + 8_000

/** One round: some requests, and a fault while they are worked on. */
export async function playRound(world: World, book: Book, tally: Tally): Promise<void> {
  const { random } = world
  await book.resend()
  const requests = [book.createJob(), ...(random.chance(0.4) ? [book.createJob()] : [])]
  if (random.chance(0.6)) requests.push(book.sendMessage())
  const sending = Promise.all(requests)
  if (random.chance(0.8)) await sending

  const aim = random.pick(STEPS)
  const after = random.next() * random.next() * AFTER_MS
  const fault = random.weighted(
    world.nodes.length > 1 ? { kill: 40, 'kill-all': 25, stop: 35 } : { kill: 50, 'kill-all': 35, stop: 15 },
  )
  const met = await untilStep(world, aim, AIM_MS)
  await delay(after)
  const node = world.nodes.find(({ owner }) => owner === met?.owner) ?? random.pick(world.nodes)
  if (fault === 'stop')
    await (world.nodes.length > 1 ? stopBesideAnother(world, node, book, tally) : stopAlone(world, node, book, tally))
  else {
    await (fault === 'kill' ? node.program.end('SIGKILL') : node.program.endAll())
    tally.kills++
    if (fault === 'kill-all') tally.killsOfAll++
    await note(world, node, tally)
    await node.start()
  }
  await sending
  await book.look()
}

/** Writes down at which step of its jobs the fault met a process. */
async function note(world: World, node: Node, tally: Tally): Promise<Progress[]> {
  const held = (await readProgress(world)).filter((one) => one.owner === node.owner)
  for (const hit of held.length > 0 ? held.map(({ step }) => step) : (['idle'] as const))
    tally.hits.set(hit, (tally.hits.get(hit) ?? 0) + 1)
  return held
}

/** Stops a worker until another has its jobs, then lets it go on, at once or when they are done. */
async function stopBesideAnother(world: World, node: Node, book: Book, tally: Tally): Promise<void> {
  const frozen = world.random.chance(0.5) ? [] : descendantsOf(node.program.pid)
  node.program.signal('SIGSTOP')
  for (const pid of frozen) trySignal(pid, 'SIGSTOP')
  tally.stops++
  const held = await note(world, node, tally)
  if (held.length === 0) await delay(LEASE_SECONDS * 1000)
  else if (await untilMoved(world, held, TAKEOVER_MS)) tally.takeovers++
  else book.violations.push(`nobody took over ${held.map(({ jobId }) => jobId).join(', ')} from a stopped worker`)
  await delay(world.random.next() * world.random.next() * 500)
  for (const pid of frozen) trySignal(pid, 'SIGCONT')
  node.program.signal('SIGCONT')
}

/** Stops the only process of a folder. Nobody may take its place while it lives; it goes on, or is killed and started again. */
async function stopAlone(world: World, node: Node, book: Book, tally: Tally): Promise<void> {
  node.program.signal('SIGSTOP')
  tally.stops++
  await note(world, node, tally)
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', DOCWRIGHT_DATA: node.data }
  const second = await startProgram(COMMAND, ['serve', '--json'], env).catch(() => null)
  if (second) {
    book.violations.push('a second service started on a folder whose own was only stopped')
    await second.endAll()
  }
  await delay(LEASE_SECONDS * 1000)
  if (world.random.chance(0.6)) node.program.signal('SIGCONT')
  else {
    await node.program.endAll()
    await node.start()
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}
