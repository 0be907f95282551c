import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { createInstallation } from '../support/docwright-process.ts'
import { reachStep } from '../support/reach-step.ts'
import { createRepository } from '../support/repository.ts'
import { startScriptedModel } from '../support/scripted-model.ts'
import type { Asked, Reply } from '../support/scripted-reply.ts'

const TURNS = 6

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** What is done depends on the conversation alone, as with a real model. Each edit can be seen in the page, and how often. */
function nextReply(asked: Asked): Reply {
  const done = asked.results.length
  if (done === TURNS) return { text: 'Write the lines\n\nWrote all lines.' }
  if (done === 2) return { calls: [{ name: 'move', input: { from: 'docs/old.md', to: 'docs/new.md' } }] }
  if (done === 4) return { calls: [{ name: 'delete', input: { path: 'docs/gone.md' } }] }
  return { calls: [{ name: 'edit', input: { path: 'docs/a.md', old: 'END', new: `line ${done}\nEND` } }] }
}

/** Kills while the model is asked for so many answers, or right after it gave one. */
const MOMENTS: { name: string; atCall: number; isAnswered: boolean }[] = Array.from({ length: TURNS + 1 }, (_, atCall) => [
  { name: `while call ${atCall + 1} waits for its answer`, atCall, isAnswered: false },
  { name: `just after the answer to call ${atCall + 1}`, atCall, isAnswered: true },
]).flat()

describe('kill -9 in the middle of a job with a model', () => {
  it('costs at most one call each, does nothing twice, and opens one pull request', async () => {
    const model = await startScriptedModel()
    cleanups.push(model.close)
    const repository = createRepository({
      'docs/a.md': 'END\n',
      'docs/old.md': '# Old\n',
      'docs/gone.md': '# Gone\n',
      'docs/b.md': 'See [old](old.md).\n',
    })
    cleanups.push(repository.remove)
    const installation = createInstallation({ DOCWRIGHT_LOG: 'error', DOCWRIGHT_JOBS_PER_PROJECT: '1', ...model.env('messages') })
    cleanups.push(installation.remove)
    const { projectId } = await installation.json([
      'project',
      'create',
      'Docs',
      '--repository',
      repository.path,
      '--agent',
      'model',
    ])
    const { key } = await installation.json(['key', 'create', '--project', projectId])
    const expected = expectedFiles()

    let service = await installation.serve()
    const call = async (path: string, json?: unknown) =>
      (
        await fetch(`${service.url}/v2/agent/${projectId}${path}`, {
          method: json === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${key}`, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        })
      ).json()
    for (const { name, atCall, isAnswered } of MOMENTS) {
      let kill = () => {}
      const reached = new Promise<void>((resolve) => (kill = resolve))
      model.play((asked, index) => {
        if (index !== atCall) return nextReply(asked)
        setTimeout(kill, isAnswered ? 5 : 0)
        return isAnswered ? nextReply(asked) : { ...nextReply(asked), delayMs: 2000 }
      })
      const { id } = await call('/job', { prompt: 'Write the lines' })
      await reached
      await service.end('SIGKILL')
      service = await installation.serve()
      const job = await call(`/job/${id}?wait=50&include=failure,usage,diffStat`)
      expect(job, name).toMatchObject({ status: 'completed', failure: null, usage: { turns: TURNS + 1 } })
      expect(model.asked.length, name).toBeLessThanOrEqual(TURNS + 2)
      expect(filesAt(repository.path, `docwright/${id}`), name).toEqual(expected)
      expect(repository.git('rev-list', '--count', `main..docwright/${id}`), name).toBe('1')
      expect(await (await fetch(job.prLink)).text(), name).toContain('Write the lines')
    }
    expect(readdirSync(join(installation.folder, 'data', 'workspaces'))).toEqual([])
    expect(await service.end('SIGTERM')).toBe(0)
    expect(countPullRequests(installation.folder)).toBe(MOMENTS.length)
    // Each turn is counted once for the budgets of the day, although some were cut off and done again. The run may last past midnight.
    expect(sumOf(installation.folder, 'select sum(tokens) as sum from project_day')).toBe(MOMENTS.length * (TURNS + 1) * 110)
  }, 300_000)

  it('keeps unfinished work once, where the project wants it kept', async () => {
    const model = await startScriptedModel()
    cleanups.push(model.close)
    const repository = createRepository({ 'docs/a.md': 'END\n' })
    cleanups.push(repository.remove)
    const installation = createInstallation({ DOCWRIGHT_LOG: 'error', ...model.env('messages') })
    cleanups.push(installation.remove)
    const words = ['project', 'create', 'Docs', '--repository', repository.path, '--agent', 'model']
    const { projectId } = await installation.json(words)
    await installation.json(['project', 'set', projectId, '--keep-unfinished'])
    const { key } = await installation.json(['key', 'create', '--project', projectId])
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const steps = ['policy', 'push', 'pull-request']
    for (const step of steps) {
      const path = `/v2/agent/${projectId}/job`
      const service = await installation.serve()
      model.play((asked) => (asked.results.length === 0 ? nextReply(asked) : { calls: [{ name: 'list', input: {} }] }))
      const body = JSON.stringify({ prompt: 'Write the lines' })
      const { id } = await (await fetch(service.url + path, { method: 'POST', headers, body })).json()
      await reachStep(service.url, `${path}/${id}/events`, key, step)
      await service.end('SIGKILL')
      const next = await installation.serve()
      const job = await (await fetch(`${next.url}${path}/${id}?wait=50&include=failure,usage`, { headers })).json()
      expect(job, step).toMatchObject({ status: 'failed', failure: { code: 'agent_loop' }, usage: { turns: 6 } })
      expect(job.prLink, step).not.toBeNull()
      expect(filesAt(repository.path, `docwright/${id}`), step).toEqual({ 'docs/a.md': 'line 0\nEND' })
      expect(repository.git('rev-list', '--count', `main..docwright/${id}`), step).toBe('1')
      expect(await next.end('SIGTERM')).toBe(0)
    }
    expect(countPullRequests(installation.folder)).toBe(steps.length)
  }, 120_000)
})

/** Every edit once, in order. */
function expectedFiles(): Record<string, string> {
  return {
    'docs/a.md': 'line 0\nline 1\nline 3\nline 5\nEND',
    'docs/b.md': 'See [old](new.md).',
    'docs/new.md': '# Old',
  }
}

function filesAt(path: string, ref: string): Record<string, string> {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: path, encoding: 'utf8' }).trim()
  return Object.fromEntries(
    git('ls-tree', '-r', '--name-only', ref)
      .split('\n')
      .map((name) => [name, git('show', `${ref}:${name}`)]),
  )
}

/** The built-in code host keeps one row for each. */
function countPullRequests(folder: string): number {
  return sumOf(folder, 'select count(*) as sum from pull_request')
}

function sumOf(folder: string, query: string): number {
  const database = new SqliteFile(join(folder, 'data', 'main.db'), { readonly: true })
  const { sum } = database.prepare(query).get() as { sum: number }
  database.close()
  return sum
}
