import type { Worker } from 'node:worker_threads'
import type { Engine as EngineName } from '../../../database/database.ts'
import { DatabaseUnreachable } from '../../../database/unavailable.ts'
import { startThread } from '../../../lib/start-thread.ts'
import type { ReportFailure } from './thread-commands.ts'
import { buffersIn } from './transfer.ts'

export interface ThreadSettings {
  engine: EngineName
  address: string
  role: 'writer' | 'reader'
}

export interface Call {
  id: number
  name: string
  words: unknown[]
}

export interface Answer {
  id: number
  result?: unknown
  error?: PlainError
}

/** What a thread has to tell that no command asked for. */
export interface Report {
  failed: { projectId: string | null; error: PlainError }
}

/** An error as it crosses threads. */
export interface PlainError {
  message: string
  code: string | undefined
  stack: string | undefined
}

export type Commands = Record<string, (...words: never[]) => Promise<unknown>>

/**
 * A thread that carries out commands. It is started by the first one, so a process that never asks has none. Columns of numbers in the
 * words change hands: the caller has them no more.
 */
export interface Thread<Set extends Commands> {
  call<Name extends keyof Set & string>(name: Name, ...words: Parameters<Set[Name]>): ReturnType<Set[Name]>
  close(): Promise<void>
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

export function createThread<Set extends Commands>(settings: ThreadSettings, report: ReportFailure): Thread<Set> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0

  const fail = (error: Error) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = startThread(new URL('./store-thread.ts', import.meta.url), settings)
    started.on('message', (message: Answer | Report) => {
      if ('failed' in message) return report(message.failed.projectId, toError(message.failed.error))
      const { id, result, error } = message
      const call = waiting.get(id)
      waiting.delete(id)
      // The thread keeps the process alive only while something waits for it.
      if (waiting.size === 0) started.unref()
      if (error) call?.reject(toError(error))
      else call?.resolve(result)
    })
    started.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
    // A thread that ended is started again by the next command; what it had under way was rolled back.
    started.on('exit', () => {
      if (worker === started) fail(unavailable())
    })
    return started
  }

  return {
    call: ((name: string, ...words: unknown[]) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, name, words } satisfies Call, words.flatMap(buffersIn))
      })) as unknown as Thread<Set>['call'],
    close: async () => {
      if (!worker) return
      const ending = worker
      worker = null
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.ref()
      ending.postMessage({ id: 0, name: 'close', words: [] } satisfies Call)
      await ended
    },
  }
}

function toError({ message, code, stack }: PlainError): Error {
  return Object.assign(new Error(message), { code, stack })
}

function unavailable(): Error {
  return new DatabaseUnreachable('The thread of the view store ended.')
}
