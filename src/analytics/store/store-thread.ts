// A thread of the view store: opens the database and carries out what the main thread asks for.
import { parentPort, workerData } from 'node:worker_threads'
import { openCommands } from './open-commands.ts'
import type { Answer, Call, ThreadSettings } from './threads.ts'

const { commands, close } = await openCommands(workerData as ThreadSettings)

parentPort!.on('message', (call: Call) => void answer(call))

async function answer({ id, name, words }: Call): Promise<void> {
  if (name === 'close') {
    await close().catch(() => undefined)
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
