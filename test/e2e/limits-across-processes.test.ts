import { afterEach, describe, expect, it } from 'vitest'
import { type Installation, createInstallation } from '../support/docwright-process.ts'
import { createEngine } from '../support/engines.ts'
import { createRepository } from '../support/repository.ts'

/** From the issue: this many at once, of which exactly 100 may pass. */
const CREATES = 2000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Sends all requests at once, spread over the processes, and counts the answers by status. */
async function createMany(urls: string[], projectId: string, key: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  const send = async (index: number) => {
    const answer = await fetch(`${urls[index % urls.length]}/v2/agent/${projectId}/job`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: `${index}` }),
    })
    await answer.arrayBuffer()
    counts[answer.status] = (counts[answer.status] ?? 0) + 1
  }
  await Promise.all(Array.from({ length: CREATES }, (_, index) => send(index)))
  return counts
}

async function prepare(installation: Installation): Promise<{ projectId: string; key: string }> {
  const repository = createRepository({ 'a.md': 'a' })
  cleanups.push(() => repository.remove())
  const { projectId } = await installation.json(['project', 'create', 'Docs', '--repository', repository.path])
  const { key } = await installation.json(['key', 'create', '--project', projectId])
  return { projectId, key }
}

describe('the limit of 100 jobs an hour', () => {
  it('is exact for four processes on one PostgreSQL', async () => {
    const engine = await createEngine('postgres')
    cleanups.push(engine.remove)
    const installation = createInstallation({ DOCWRIGHT_DATABASE_URL: engine.databaseUrl!, DOCWRIGHT_ROLE: 'api' })
    cleanups.push(installation.remove)
    const { projectId, key } = await prepare(installation)
    const services = await Promise.all(Array.from({ length: 4 }, () => installation.serve()))
    expect(
      await createMany(
        services.map((service) => service.url),
        projectId,
        key,
      ),
    ).toEqual({ 201: 100, 429: CREATES - 100 })
  })

  it('is exact for two processes on one SQLite', async () => {
    const installation = createInstallation({ DOCWRIGHT_ROLE: 'api' })
    cleanups.push(installation.remove)
    const { projectId, key } = await prepare(installation)
    const services = await Promise.all([installation.serve(), installation.serve()])
    expect(
      await createMany(
        services.map((service) => service.url),
        projectId,
        key,
      ),
    ).toEqual({ 201: 100, 429: CREATES - 100 })
  })
})
