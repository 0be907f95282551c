// A thread of the view store: opens the database and carries out what the main thread asks for.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from '../../../lib/start-thread.ts'
import { openCommands } from './open-commands.ts'
import type { Answer, Call, ThreadSettings } from './create-thread.ts'
import { buffersIn } from './transfer.ts'

const { commands, close } = await openCommands((workerData as ThreadData<ThreadSettings>).data)

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
    const { message, code, stack } = error as Error & { code?: string }
    parentPort!.postMessage({ id, error: { message, code, stack } } satisfies Answer)
  }
}
