import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

interface View {
  path: string
  human: number
  ai: number
  total: number
}

describe.each(ENGINES)('GET /v1/analytics/{projectId}/views on %s', (engine) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1))
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())

  /** Each case has a project of its own, so that none sees another's views. */
  const newSite = async () => {
    const { projectId, key } = await docs.newProject()
    return {
      send: async (...events: object[]) => {
        const answer = await docs.request(`/v1/analytics/${projectId}/events`, { key, json: events })
        expect(answer.body).toMatchObject({ accepted: events.length, rejected: [] })
      },
      get: (query = '') => docs.request(`/v1/analytics/${projectId}/views${query}`, { key }),
    }
  }
  const person = (path: string, time?: string) => ({ path, userAgent: CHROME, ...(time ? { time } : {}) })
  const ai = (path: string, time?: string) => ({
    path,
    userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ...(time ? { time } : {}),
  })

  describe('200', () => {
    it('is empty, with zero totals, for a project without views', async () => {
      const { body } = await (await newSite()).get()
      expect(body).toEqual({ totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false })
    })

    it('counts people and AI apart, per page and in total', async () => {
      const site = await newSite()
      await site.send(person('/a'), person('/a'), ai('/a'), ai('/b'))
      const { body } = await site.get()
      expect(body).toEqual({
        totals: { human: 2, ai: 2, total: 4 },
        views: [
          { path: '/a', human: 2, ai: 1, total: 3 },
          { path: '/b', human: 0, ai: 1, total: 1 },
        ],
        hasMore: false,
      })
    })

    it('has the fields in the order of the specification', async () => {
      const site = await newSite()
      await site.send(person('/a'))
      const { text } = await site.get()
      expect(text).toBe(
        '{"totals":{"human":1,"ai":0,"total":1},"views":[{"path":"/a","human":1,"ai":0,"total":1}],"hasMore":false}',
      )
    })

    it('orders equal totals by path, by code point', async () => {
      const site = await newSite()
      const paths = ['/b', '/a', '/B', '/é', '/z', '/\u{1F600}', '/\uFF5E', '/a-b', '/a/b']
      await site.send(...paths.map((path) => person(path)), person('/z'))
      const { body } = await site.get()
      expect(body.views.map((view: View) => view.path)).toEqual([
        '/z',
        '/B',
        '/a',
        '/a-b',
        '/a/b',
        '/b',
        '/é',
        '/\uFF5E',
        '/\u{1F600}',
      ])
    })

    it('includes dateFrom and excludes dateTo', async () => {
      const site = await newSite()
      await site.send(
        person('/before', '2026-01-09T23:59:59.999Z'),
        person('/first', '2026-01-10T00:00:00Z'),
        person('/last', '2026-01-11T23:59:59Z'),
        person('/after', '2026-01-12T00:00:00Z'),
      )
      const { body } = await site.get('?dateFrom=2026-01-10&dateTo=2026-01-12')
      expect(body.views.map((view: View) => view.path)).toEqual(['/first', '/last'])
      expect(body.totals.total).toBe(2)
      expect((await site.get('?dateFrom=2026-01-12')).body.views).toMatchObject([{ path: '/after' }])
      expect((await site.get('?dateTo=2026-01-10')).body.views).toMatchObject([{ path: '/before' }])
    })

    it('honours date-times with an offset to the hour, floored', async () => {
      const site = await newSite()
      await site.send(person('/ten', '2026-01-10T10:30:00Z'), person('/eleven', '2026-01-10T11:30:00Z'))
      expect((await site.get('?dateFrom=2026-01-10T12:45:00%2B02:00&dateTo=2026-01-10T11:00:00Z')).body.views).toMatchObject([
        { path: '/ten' },
      ])
      expect((await site.get('?dateFrom=2026-01-10T13:00:00+02:00')).body.views).toMatchObject([{ path: '/eleven' }])
    })

    it('pages by offset; totals are the same on every page; hasMore ends on the last one', async () => {
      const site = await newSite()
      await site.send(...Array.from({ length: 7 }, (_, index) => person(`/${index}`)))
      const pages = await Promise.all([0, 3, 6, 9].map(async (offset) => (await site.get(`?limit=3&offset=${offset}`)).body))
      expect(pages.map((page) => page.views.length)).toEqual([3, 3, 1, 0])
      expect(pages.map((page) => page.hasMore)).toEqual([true, true, false, false])
      for (const page of pages) expect(page.totals).toEqual({ human: 7, ai: 0, total: 7 })
      expect(pages.flatMap((page) => page.views.map((view: View) => view.path))).toEqual([
        '/0',
        '/1',
        '/2',
        '/3',
        '/4',
        '/5',
        '/6',
      ])
    })

    it('says that there is no more when the last page is exactly full', async () => {
      const site = await newSite()
      await site.send(person('/a'), person('/b'))
      expect((await site.get('?limit=2')).body.hasMore).toBe(false)
      expect((await site.get('?limit=1')).body.hasMore).toBe(true)
    })

    it('gives 50 rows unless asked, and up to 250', async () => {
      const site = await newSite()
      await site.send(...Array.from({ length: 300 }, (_, index) => person(`/${index}`)))
      expect((await site.get()).body.views).toHaveLength(50)
      expect((await site.get('?limit=250')).body.views).toHaveLength(250)
    })

    it('lets the pages of one export agree while views keep arriving, and starts the next one fresh', async () => {
      const site = await newSite()
      await site.send(person('/a'), person('/a'), person('/b'), person('/c'))
      const first = (await site.get('?limit=1')).body
      await site.send(person('/c'), person('/c'), person('/c'), person('/new'))
      const second = (await site.get('?limit=1&offset=1')).body
      const third = (await site.get('?limit=1&offset=2')).body
      expect([first, second, third].map((page) => page.views[0].path)).toEqual(['/a', '/b', '/c'])
      expect(second.totals).toEqual(first.totals)
      expect(third).toMatchObject({ totals: first.totals, hasMore: false })
      expect((await site.get('?limit=1')).body).toMatchObject({ views: [{ path: '/c' }], totals: { total: 8 } })
    })

    it('shows a view as soon as it was accepted', async () => {
      const site = await newSite()
      for (let count = 1; count <= 5; count++) {
        await site.send(person('/a'))
        expect((await site.get()).body.totals.total).toBe(count)
      }
    })

    it('says what is left of the read limit', async () => {
      const answer = await (await newSite()).get()
      expect(answer.headers.get('ratelimit-policy')).toBe('"analytics-read";q=1000;w=60')
      expect(answer.headers.get('ratelimit')).toBe('"analytics-read";r=999;t=60')
    })
  })

  describe('400', () => {
    it.each([
      ['limit=0', 'limit'],
      ['limit=251', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['offset=-1', 'offset'],
      ['offset=x', 'offset'],
      ['offset=0x10', 'offset'],
      ['dateFrom=yesterday', 'dateFrom'],
      ['dateFrom=2026-02-30', 'dateFrom'],
      ['dateFrom=2026-13-01', 'dateFrom'],
      ['dateFrom=', 'dateFrom'],
      ['dateTo=2026-01-01T25:00:00Z', 'dateTo'],
      ['dateTo=2026-01-01T10:00:00+', 'dateTo'],
      ['dateTo=2026-01-01 10:00:00', 'dateTo'],
      ['dateTo=20260101', 'dateTo'],
      ['dateTo=2026-01-01&dateTo=2026-01-02', 'dateTo'],
      ['dateFrom=2026-01-02&dateTo=2026-01-02', 'dateFrom'],
      ['dateFrom=2026-01-03&dateTo=2026-01-02', 'dateFrom'],
      // Both are floored to the hour, which leaves nothing in between.
      ['dateFrom=2026-01-02T10:10:00Z&dateTo=2026-01-02T10:50:00Z', 'dateFrom'],
    ])('names the parameter for %s', async (query, parameter) => {
      const answer = await docs.request(`/v1/analytics/${docs.projectId}/views?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(parameter)
      expect(answer.body.error).toContain(parameter)
    })
  })

  describe('401 and 404', () => {
    it('needs a key, and shows nothing of other projects', async () => {
      const other = await docs.newProject()
      expect((await docs.request(`/v1/analytics/${docs.projectId}/views`, { key: null })).status).toBe(401)
      const headers = { 'x-request-id': 'same' }
      const foreign = await docs.request(`/v1/analytics/${other.projectId}/views?limit=0`, { headers })
      const missing = await docs.request(`/v1/analytics/prj_00000000000000000000000000/views?limit=0`, { headers })
      expect(foreign.status).toBe(404)
      expect(foreign.text).toBe(missing.text)
    })
  })

  describe('429', () => {
    it('is for more reads in a minute than the operator allows', async () => {
      const small = await startTestService({ engine, clock, env: { DOCWRIGHT_ANALYTICS_READS_PER_MINUTE: '3' } })
      const read = () => small.request(`/v1/analytics/${small.projectId}/views`)
      for (let count = 0; count < 3; count++) expect((await read()).status).toBe(200)
      const refused = await read()
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      clock.advance(60_000)
      expect((await read()).status).toBe(200)
      await small.stop()
    })
  })
})
