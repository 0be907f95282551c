import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateLog, generateLogBytes } from '../../bench/generate-log.ts'
import { type LogCount, countCombinedLog, countRequests } from '../support/count-log.ts'
import { type Installation, createInstallation } from '../support/docwright-process.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { LOG_WRITERS, writable } from '../support/write-log.ts'

const LINES = 40_000
const SEED = 20_261_115

let installation: Installation
let repository: TestRepository
beforeAll(() => {
  installation = createInstallation({ DOCWRIGHT_LOG: 'warn' })
  repository = createRepository({ 'guide.md': 'Hello\n' })
})
afterAll(async () => {
  await installation.remove()
  repository.remove()
})

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Imports a log into a project of its own, and holds all that is counted against a count that was made in another way. */
async function expectSame(name: string, content: Buffer, lines: number, expected: LogCount): Promise<void> {
  const log = join(installation.folder, `${name}.log`)
  writeFileSync(log, content)
  const { projectId } = await installation.json(['project', 'create', 'Docs', '--repository', repository.path])
  const report = await installation.json(['views', 'import', '--project', projectId, log])
  const { ai, blank, excluded } = report
  // Of formats without user agents; they count as people.
  const human = report.human + report.unidentified
  expect({ human, ai, blank, excluded, refused: sum(report.refused), unreadable: sum(report.unreadable) }).toEqual({
    human: expected.human,
    ai: expected.ai,
    blank: expected.blank,
    excluded: expected.excluded,
    refused: expected.refused,
    unreadable: expected.unreadable,
  })
  expect(report.logs).toEqual([{ name: log, format: name, lines }])
  expect(human + ai + blank + sum(excluded) + sum(report.refused) + sum(report.unreadable)).toBe(lines)

  const { totals, views } = await installation.json(['views', 'export', '--project', projectId])
  expect(totals).toEqual({ human, ai, total: human + ai })
  const pages = Object.fromEntries(
    (views as { path: string; human: number; ai: number }[]).map((view) => [view.path, { human: view.human, ai: view.ai }]),
  )
  expect(pages).toEqual(expected.pages)
}

it('counts a log with every oddity to the line and to the page', { timeout: 120_000 }, async () => {
  const content = Buffer.concat([Buffer.from('\ufeff'), ...generateLogBytes(LINES, SEED)])
  const expected = countCombinedLog(content, Date.now())
  expect(expected.unreadable).toBeGreaterThan(100)
  expect(expected.refused).toBeGreaterThan(20)
  expect(Object.keys(expected.excluded)).toHaveLength(10)
  await expectSame('combined', content, LINES, expected)
})

it.each(Object.entries(LOG_WRITERS))('counts the same requests the same as %s', { timeout: 120_000 }, async (name, writer) => {
  const requests = [...generateLog(LINES / 4, SEED)].flatMap(({ request }) => (request && writable(request) ? [request] : []))
  const head = writer.head ?? []
  const content = Buffer.from([...head, ...requests.map(writer.line)].map((line) => `${line}\n`).join(''))
  const known = requests.map((request) => ({
    ...request,
    userAgent: writer.agentOf ? writer.agentOf(request) : request.userAgent,
  }))
  const expected = { ...countRequests(known, Date.now()), blank: head.length }
  await expectSame(name, content, requests.length + head.length, expected)
})
