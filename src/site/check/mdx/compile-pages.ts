import { startThread } from '../../../lib/start-thread.ts'
import type { MdxAnswer, MdxFault, MdxPage } from './mdx-thread.ts'

/** A page that takes longer is written to; real ones take some 10 ms, the longest half a second. */
const PAGE_MS = 5_000

/** A larger page is data. */
const CHARACTERS_MAX = 500_000

/** Threads that were lost to a page. Whoever writes one such page can write many. */
const LOSSES_MAX = 2

export interface CompileOptions {
  signal?: AbortSignal
  /** What is not done by then is not judged. */
  budgetMs?: number
}

/** What is wrong with each page; null for one that compiles, undefined for one that could not be judged in its time. */
export type CompiledPages = Map<string, MdxFault | null | undefined>

/** Compiles pages on a thread of their own, which is ended when a page takes too long. */
export async function compilePages(pages: readonly MdxPage[], options: CompileOptions = {}): Promise<CompiledPages> {
  const compiled: CompiledPages = new Map()
  const until = AbortSignal.timeout(Math.min(options.budgetMs ?? 2 ** 31 - 1, 2 ** 31 - 1))
  let waiting = pages.filter(({ text }) => text.length <= CHARACTERS_MAX)
  for (let losses = 0; waiting.length > 0 && losses <= LOSSES_MAX && !until.aborted; losses += 1) {
    await compileOnThread(waiting, compiled, AbortSignal.any([until, ...(options.signal ? [options.signal] : [])]))
    options.signal?.throwIfAborted()
    // The first without an answer is the one that the thread was lost to.
    waiting = waiting.filter(({ path }) => !compiled.has(path)).slice(1)
  }
  for (const { path } of pages) if (!compiled.has(path)) compiled.set(path, undefined)
  return compiled
}

async function compileOnThread(pages: readonly MdxPage[], compiled: CompiledPages, signal: AbortSignal): Promise<void> {
  const worker = startThread(new URL('./mdx-thread.ts', import.meta.url), null)
  try {
    await new Promise<void>((resolve, reject) => {
      let left = pages.length
      // The first page also waits for the thread to start.
      let timer = setTimeout(resolve, 2 * PAGE_MS)
      worker.on('message', ({ path, fault }: MdxAnswer) => {
        compiled.set(path, fault)
        left -= 1
        clearTimeout(timer)
        if (left === 0) resolve()
        else timer = setTimeout(resolve, PAGE_MS)
      })
      worker.once('error', reject)
      signal.addEventListener('abort', () => resolve(), { once: true })
      worker.postMessage(pages)
    })
  } finally {
    await worker.terminate()
  }
}
