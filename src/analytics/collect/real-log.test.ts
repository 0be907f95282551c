import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectFormat } from './detect-format.ts'
import type { ViewEvent } from './event.ts'
import { openLogFile } from './log-source.ts'
import { type LogBatch, readLog } from './read-log.ts'

const PATH = new URL('../../../test/fixtures/apache-combined-10k.log', import.meta.url).pathname

/** By splitting at spaces, as one would with awk: no code in common with what is tested. */
function countColumn(column: number, clean: (word: string) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of readFileSync(PATH, 'utf8').split('\n')) {
    if (line === '') continue
    const word = clean(line.split(' ')[column]!)
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

function countEvents(events: readonly ViewEvent[], key: (event: ViewEvent) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const event of events) counts[key(event)] = (counts[key(event)] ?? 0) + 1
  return counts
}

describe('the log of a real server', async () => {
  const { format } = detectFormat(readFileSync(PATH, 'utf8').split('\n').slice(0, 100))
  const batches: LogBatch[] = await Array.fromAsync(readLog(await openLogFile(PATH), format!))
  const events = batches.flatMap((batch) => batch.events)

  test('is a combined log of which every line can be read', () => {
    expect(format!.name).toBe('combined')
    expect(events).toHaveLength(10_000)
    expect(batches.map((batch) => batch.unreadable)).toEqual(batches.map(() => ({})))
  })

  test('has the statuses, methods, days and addresses that a count of its words gives', () => {
    expect(countEvents(events, (event) => String(event.status))).toEqual(countColumn(8, (word) => word))
    expect(countEvents(events, (event) => event.method!)).toEqual(countColumn(5, (word) => word.slice(1)))
    expect(countEvents(events, (event) => event.ip!)).toEqual(countColumn(0, (word) => word))
    expect(countEvents(events, (event) => event.path!)).toEqual(countColumn(6, (word) => word))
    const day = (word: string): string => `2015-05-${word.slice(1, 3)}`
    expect(countEvents(events, (event) => new Date(event.time!).toISOString().slice(0, 10))).toEqual(countColumn(3, day))
  })

  test('has the user agents that are between its last two quotes', () => {
    const agents: Record<string, number> = {}
    for (const line of readFileSync(PATH, 'utf8').split('\n')) {
      if (line === '') continue
      const parts = line.split('" "')
      const agent = parts.at(-1)!.replace(/"$/, '').replace(/^-$/, '').replaceAll('\\"', '"')
      agents[agent] = (agents[agent] ?? 0) + 1
    }
    expect(countEvents(events, (event) => event.userAgent!)).toEqual(agents)
  })
})
