import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsChange } from '../../src/projects/settings.ts'
import { updateProject } from '../../src/projects/update-project.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const MINUTE_MS = 60_000

describe.each(ENGINES)('GET /v1/analytics/{projectId}/unread on %s', (engine) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1))
  let docs: TestService
  let repository: TestRepository

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    repository = createRepository({
      'docs.json': JSON.stringify({ navigation: { pages: ['index', 'guides/setup'] } }),
      'index.mdx': '# Start\n\n[Setup](/guides/setup)',
      'guides/setup.mdx': '# Setup\n',
      'guides/old.mdx': '# Old',
      'guides/robots.mdx': '# Robots',
      'snippets/part.mdx': 'A part of other pages.',
      'CONTRIBUTING.md': '# For who works on it',
    })
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const newSite = async (url = repository.url, settings: SettingsChange = {}) => {
    const { projectId, key } = await docs.newProject(url)
    const deps = { database: docs.service.context.databases.main, ids: docs.service.context.ids }
    await updateProject(deps, projectId, { settings }, 'test')
    const ask = (path: string, headers = {}) => docs.request(`/v1/analytics/${projectId}/${path}`, { key, headers })
    return {
      projectId,
      key,
      ask,
      send: async (...events: object[]) => {
        const answer = await docs.request(`/v1/analytics/${projectId}/events`, { key, json: events })
        expect(answer.body).toMatchObject({ accepted: events.length, rejected: [] })
      },
      unread: async (query = '') => (await ask(`unread?${query}`)).body.unread as { path: string }[],
      paths: async (query = '') => ((await ask(`unread?${query}`)).body.unread as { path: string }[]).map(({ path }) => path),
    }
  }
  const person = (path: string, time?: string) => ({ path, userAgent: CHROME, ...(time ? { time } : {}) })
  const robot = (path: string) => ({ path, userAgent: GPTBOT })

  describe('200', () => {
    it('has the pages of the branch without views, with their files and what leads to them', async () => {
      const site = await newSite()
      await site.send(person('/'), robot('/guides/robots'))
      const { body } = await site.ask('unread')
      expect(body).toEqual({
        site: { ref: 'main', commit: repository.git('rev-parse', 'HEAD'), pages: 4, unread: 2, everRead: 2 },
        unread: [
          {
            path: '/guides/old',
            file: 'guides/old.mdx',
            title: 'Old',
            human: 0,
            ai: 0,
            total: 0,
            lastViewedAt: null,
            linkedFrom: 0,
            isInNavigation: false,
          },
          expect.objectContaining({ path: '/guides/setup', linkedFrom: 1, isInNavigation: true }),
        ],
        hasMore: false,
      })
    })

    it('takes the range, and says when a page was last viewed, folded or not', async () => {
      const site = await newSite()
      await site.send(person('/guides/old', '2026-01-10T12:00:00Z'), person('/guides/setup', '2026-05-20T10:00:00Z'))
      for (const _ of ['rows', 'blocks']) {
        expect(await site.unread('dateFrom=2026-05-01')).toMatchObject([
          { path: '/', lastViewedAt: null },
          { path: '/guides/old', lastViewedAt: '2026-01-10' },
          { path: '/guides/robots', lastViewedAt: null },
        ])
        expect(await site.unread('dateTo=2026-02-01&path=/guides/s*')).toMatchObject([{ lastViewedAt: '2026-05-20' }])
        await docs.service.context.viewStore.fold(site.projectId)
      }
      await site.send(person('/guides/old', '2026-01-12T12:00:00Z'))
      expect(await site.unread('dateFrom=2026-05-01&path=/guides/old')).toMatchObject([{ lastViewedAt: '2026-01-12' }])
    })

    it('has pages that no person read, with what AI read of them, and the other way round', async () => {
      const site = await newSite()
      await site.send(person('/'), robot('/'), robot('/guides/robots'), robot('/guides/robots'), robot('/guides/old'))
      expect(await site.unread('class=human')).toMatchObject([
        { path: '/guides/robots', human: 0, ai: 2, total: 2, lastViewedAt: null },
        { path: '/guides/old', ai: 1 },
        { path: '/guides/setup', ai: 0 },
      ])
      expect(await site.paths('class=ai')).toEqual(['/guides/setup'])
    })

    it('sorts, pages and filters', async () => {
      const site = await newSite()
      await site.send(person('/guides/old', '2026-01-10T12:00:00Z'), person('/guides/setup', '2026-01-05T10:00:00Z'))
      const recent = 'dateFrom=2026-05-01'
      expect(await site.paths(`${recent}&sort=lastViewedAt`)).toEqual(['/', '/guides/robots', '/guides/setup', '/guides/old'])
      expect(await site.paths(`${recent}&sort=linkedFrom`)).toEqual(['/guides/setup', '/', '/guides/old', '/guides/robots'])
      const { body } = await site.ask(`unread?${recent}&limit=1&offset=1`)
      expect(body).toMatchObject({ site: { unread: 4 }, unread: [{ path: '/guides/old' }], hasMore: true })
    })

    it('is CSV when asked for', async () => {
      const site = await newSite()
      const { headers, text } = await site.ask('unread', { accept: 'text/csv' })
      expect(headers.get('content-disposition')).toContain('unread.csv')
      expect(text.split('\r\n')[0]).toBe('path,file,title,human,ai,total,lastViewedAt,linkedFrom,isInNavigation')
      expect(text).toContain('\r\n/guides/old,guides/old.mdx,Old,0,0,0,,0,false\r\n')
      expect((await site.ask('unread?limit=1', { accept: 'text/csv' })).text.split('\r\n')).toHaveLength(3)
    })

    it('applies the path rules of the project, so that files and views meet', async () => {
      const based = await newSite(repository.url, { paths: { basePath: '/docs' } })
      await based.send(person('/docs/guides/old'), person('/docs/'))
      expect(await based.paths()).toEqual(['/guides/robots', '/guides/setup'])
      const kept = await newSite(repository.url, { paths: { twins: 'kept', trailingSlash: 'kept' } })
      await kept.send(person('/guides/old.html'), robot('/guides/robots.md'), person('/guides/setup/'))
      expect(await kept.paths()).toEqual(['/'])
      const folded = await newSite(repository.url, { paths: { case: 'folded' } })
      await folded.send(person('/Guides/OLD'))
      expect(await folded.paths()).not.toContain('/guides/old')
    })

    it('follows the branch within a minute, and keeps the list of a commit', async () => {
      const own = createRepository({ 'a.md': '# A' })
      try {
        const site = await newSite(own.url)
        expect(await site.paths()).toEqual(['/a'])
        own.write({ 'b.md': '# B' })
        own.commit('More')
        expect(await site.paths()).toEqual(['/a'])
        clock.advance(MINUTE_MS)
        expect(await site.paths()).toEqual(['/a', '/b'])
      } finally {
        own.remove()
      }
    })
  })

  it('is 400 for a range, a sort and a class that make no sense', async () => {
    const site = await newSite()
    for (const query of ['dateFrom=x', 'dateFrom=2026-02-01&dateTo=2026-01-01', 'sort=file', 'class=crawler', 'limit=251'])
      expect((await site.ask(`unread?${query}`)).status).toBe(400)
    // At once: before the repository is read, which may take a minute, and here is 503.
    const cold = await newSite('file:///nowhere/at/all.git')
    expect((await cold.ask('unread?dateFrom=x')).status).toBe(400)
  })

  it('is 401 without a key, and 404 for a project that the key may not see', async () => {
    const [one, other] = [await newSite(), await newSite()]
    expect((await docs.request(`/v1/analytics/${one.projectId}/unread`, { key: null })).status).toBe(401)
    expect((await docs.request(`/v1/analytics/${one.projectId}/unread`, { key: other.key })).status).toBe(404)
  })

  it('is 503 with the reason when the repository or its branch is away, and right again afterwards', async () => {
    const away = await newSite('file:///nowhere/at/all.git')
    const answer = await away.ask('unread')
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'repository_unavailable', '60'])
    expect(answer.body.detail).toBe(
      "The repository can't be found. Check the project's repository, and that the token can see it.",
    )
    expect(answer.text).not.toContain('/nowhere')

    const own = createRepository({ 'a.md': '# A' })
    try {
      own.git('branch', '--move', 'main', 'other')
      const site = await newSite(own.url)
      expect((await site.ask('unread')).body.detail).toContain('no branch main')
      own.git('branch', '--move', 'other', 'main')
      expect(await site.paths()).toEqual(['/a'])
    } finally {
      own.remove()
    }
  })
})

describe('a site of 10,000 pages', () => {
  it('is listed and compared without holding up other requests', async () => {
    const docs = await startTestService()
    const text = 'Some words about [the next page](/section/page-1). '.repeat(40)
    const repository = createRepository(
      Object.fromEntries(
        Array.from({ length: 10_000 }, (_, index) => [`section/page-${index}.md`, `# Page ${index}\n\n${text}`]),
      ),
    )
    try {
      const { projectId, key } = await docs.newProject(repository.url)
      const ask = () => docs.request(`/v1/analytics/${projectId}/unread?limit=250`, { key })
      const progress = { isDone: false }
      const asked = ask().finally(() => (progress.isDone = true))
      let meanwhile = 0
      for (; !progress.isDone; meanwhile++) expect((await docs.request('/health')).status).toBe(200)
      const first = await asked
      expect(first.body.site).toMatchObject({ pages: 10_000, unread: 10_000, everRead: 0 })
      expect((await ask()).body).toEqual(first.body)
      // Were the list made on the main thread, one or two would have got through.
      expect(meanwhile).toBeGreaterThan(20)
    } finally {
      await docs.stop()
      repository.remove()
    }
  })
})
