// A thread that looks for a pattern in texts and answers once. Whoever started it ends it when it takes too long.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from '../../../lib/start-thread.ts'
import { viewOf } from '../../prompt/page-view.ts'

export interface SearchThreadData {
  pattern: string
  flags: string
  files: { path: string; text: string }[]
}

export interface FoundLines {
  path: string
  /** All lines that match; of the first ones the text is kept. */
  count: number
  lines: { line: number; text: string }[]
}

const LINE_CHARACTERS_MAX = 300
const LINES_KEPT_MAX = 500

function find({ pattern, flags, files }: SearchThreadData): FoundLines[] {
  const wanted = new RegExp(pattern, flags)
  const anywhere = new RegExp(pattern, `${flags}m`)
  return files.flatMap(({ path, text }) => {
    // What readers do not see is taken out only where it may matter: it takes much longer than the search.
    if (!anywhere.test(text)) return []
    const lines: FoundLines['lines'] = []
    let count = 0
    for (const [index, line] of viewOf(text).text.split('\n').entries()) {
      const at = line.search(wanted)
      if (at < 0) continue
      count += 1
      if (lines.length < LINES_KEPT_MAX) lines.push({ line: index + 1, text: shorten(line, at) })
    }
    return count === 0 ? [] : [{ path, count, lines }]
  })
}

function shorten(line: string, at: number): string {
  if (line.length <= LINE_CHARACTERS_MAX) return line
  const start = Math.max(0, at - LINE_CHARACTERS_MAX / 3)
  return `${start > 0 ? '…' : ''}${line.slice(start, start + LINE_CHARACTERS_MAX)}…`
}

parentPort!.postMessage(find((workerData as ThreadData<SearchThreadData>).data))
