// A thread of the view store: opens the database and carries out what the main thread asks for.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from '../../../lib/start-thread.ts'
import { openCommands } from './open-commands.ts'
import type { Answer, Call, PlainError, Report, ThreadSettings } from './create-thread.ts'
import { buffersIn } from './transfer.ts'

const { commands, close } = await openCommands((workerData as ThreadData<ThreadSettings>).data, (projectId, error) =>
  parentPort!.postMessage({ failed: { projectId, error: toPlain(error) } } satisfies Report),
)

parentPort!.on('message', (call: Call) => void answer(call))

async function answer({ id, name, words }: Call): Promise<void> {
  if (name === 'close') {
    await close().catch(() => undefined)
    parentPort!.close()
    return
  }
  try {
    const result = await commands[name]!(...words)
    parentPort!.postMessage({ id, result } satisfies Answer, buffersIn(result))
  } catch (error) {
    parentPort!.postMessage({ id, error: toPlain(error) } satisfies Answer)
  }
}

function toPlain(error: unknown): PlainError {
  const { message, code, stack } = error as Error & { code?: string }
  return { message, code, stack }
}
