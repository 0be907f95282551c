// A thread of the view store: opens the database and carries out what the main thread asks for.
import { parentPort, workerData } from 'node:worker_threads'
import { createReaderCommands, createWriterCommands } from './thread-commands.ts'
import type { Answer, Call, ThreadSettings } from './threads.ts'

/** Connections of a reading thread: so many questions run at once on PostgreSQL. SQLite answers one after the other. */
const POSTGRES_READERS = 4

const { engine: kind, address, role } = workerData as ThreadSettings
// Only the one that is needed is loaded: threads should start quickly and be small.
const engine =
  kind === 'sqlite'
    ? (await import('./sqlite-engine.ts')).openSqliteEngine(address)
    : (await import('./postgres-engine.ts')).openPostgresEngine(address, role === 'writer' ? 1 : POSTGRES_READERS)
const commands = (role === 'writer' ? createWriterCommands(engine) : createReaderCommands(engine)) as unknown as Record<
  string,
  (...words: unknown[]) => Promise<unknown>
>

parentPort!.on('message', (call: Call) => void answer(call))

async function answer({ id, name, words }: Call): Promise<void> {
  if (name === 'close') {
    await engine.close().catch(() => undefined)
    parentPort!.close()
    return
  }
  try {
    const result = await commands[name]!(...words)
    parentPort!.postMessage({ id, result } satisfies Answer, toTransfer(result))
  } catch (error) {
    const { message, code, stack } = error as Error & { code?: string }
    parentPort!.postMessage({ id, error: { message, code, stack } } satisfies Answer)
  }
}

/** Large columns change hands instead of being copied. */
function toTransfer(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return []
  return Object.values(result).flatMap((value) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  )
}
