import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEvents } from '../../src/analytics/record-events.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const CLAUDE_CODE = 'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)'

describe.each(ENGINES)('the tables of /v1/analytics/{projectId} on %s', (engine) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1))
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())

  const newSite = async () => {
    const { projectId, key } = await docs.newProject()
    return {
      projectId,
      send: async (...events: object[]) => {
        const answer = await docs.request(`/v1/analytics/${projectId}/events`, { key, json: events })
        expect(answer.body).toMatchObject({ accepted: events.length, rejected: [] })
      },
      beacon: async (...paths: string[]) =>
        recordEvents(
          { ...docs.service.context, ...(await docs.service.context.rulesFor(projectId)) },
          projectId,
          paths.map((path) => ({ event: { path, userAgent: CHROME, ip: '203.0.113.9' } })),
          { source: 'beacon' },
        ),
      get: async (path: string) => (await docs.request(`/v1/analytics/${projectId}/${path}`, { key })).body,
      csv: (path: string) => docs.request(`/v1/analytics/${projectId}/${path}`, { key, headers: { accept: 'text/csv' } }),
    }
  }
  const person = (path: string, more: object = {}) => ({ path, userAgent: CHROME, ...more })

  describe('200 of /views with filters', () => {
    it('takes one page, or all that begin so', async () => {
      const site = await newSite()
      await site.send(person('/a'), person('/a/b'), person('/ab'), person('/b'))
      expect((await site.get('views?path=/a')).views).toMatchObject([{ path: '/a' }])
      const { views, totals } = await site.get('views?path=/a*')
      expect(views.map((view: { path: string }) => view.path)).toEqual(['/a', '/a/b', '/ab'])
      expect(totals.total).toBe(3)
    })

    it.each([
      ['text/csv', 'text/csv'],
      ['TEXT/CSV ; charset=utf-8', 'text/csv'],
      ['application/json;q=0.5, text/csv', 'text/csv'],
      ['text/csv;q=0.5, application/json', 'application/json'],
      ['text/csv;q=0', 'application/json'],
      ['*/*;q=0.9, text/csv;q=0.1', 'application/json'],
      ['*/*', 'application/json'],
    ])('is for who accepts %s of the type %s', async (accept, type) => {
      const { headers } = await docs.request(`/v1/analytics/${docs.projectId}/views`, { headers: { accept } })
      expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    })

    it('counts one class alone, and sorts as asked', async () => {
      const site = await newSite()
      await site.send(person('/a'), person('/a'), { path: '/b', userAgent: GPTBOT }, person('/b'))
      expect((await site.get('views?class=ai')).views).toEqual([{ path: '/b', human: 0, ai: 1, total: 1 }])
      expect((await site.get('views?class=human')).totals).toEqual({ human: 3, ai: 0, total: 3 })
      expect((await site.get('views?sort=ai')).views[0].path).toBe('/b')
      expect((await site.get('views?sort=path')).views.map((view: { path: string }) => view.path)).toEqual(['/a', '/b'])
    })

    it('is CSV when asked for, whole unless a limit is given, and never a formula', async () => {
      const site = await newSite()
      await site.send(...Array.from({ length: 60 }, (_, index) => person(`/${index}`)), person('/a,"b"'))
      const { headers, text } = await site.csv('views?sort=path')
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(text.split('\r\n')).toHaveLength(63)
      expect(text.startsWith('path,human,ai,total\r\n/0,1,0,1\r\n')).toBe(true)
      expect(text).toContain('\r\n"/a,""b""",1,0,1\r\n')
      expect((await site.csv('views?limit=2')).text.split('\r\n')).toHaveLength(4)
    })
  })

  describe('200 of /views and /timeseries by one agent', () => {
    it('has its pages, its totals and its days, however it was recognised, and nobody else', async () => {
      const site = await newSite()
      await site.send(
        { path: '/a', userAgent: GPTBOT, time: '2026-01-10T10:30:00Z' },
        { path: '/a', userAgent: GPTBOT, time: '2026-01-11T10:30:00Z' },
        { path: '/b.md', userAgent: GPTBOT, time: '2026-01-11T11:30:00Z' },
        { path: '/b', userAgent: CLAUDE_CODE, time: '2026-01-11T11:30:00Z' },
        { path: '/b', userAgent: GOOGLEBOT, time: '2026-01-11T11:30:00Z' },
        person('/a', { time: '2026-01-11T11:30:00Z' }),
      )
      for (const _ of ['rows', 'blocks']) {
        expect(await site.get('views?agent=GPTBot')).toEqual({
          totals: { human: 0, ai: 3, total: 3 },
          views: [
            { path: '/a', human: 0, ai: 2, total: 2 },
            { path: '/b', human: 0, ai: 1, total: 1 },
          ],
          hasMore: false,
          keptSince: null,
        })
        await docs.service.context.viewStore.fold(site.projectId)
      }
      expect((await site.get('views?agent=GPTBot&dateFrom=2026-01-11&path=/a*')).views).toEqual([
        { path: '/a', human: 0, ai: 1, total: 1 },
      ])
      expect(await site.get('timeseries?agent=GPTBot&dateFrom=2026-01-09&dateTo=2026-01-12')).toMatchObject({
        totals: { human: 0, ai: 3, total: 3 },
        timeseries: [{ total: 0 }, { ai: 1 }, { ai: 2 }],
        keptSince: null,
      })
      expect(await site.get('timeseries?agent=GPTBot&interval=month&path=/b')).toMatchObject({
        timeseries: [{ time: '2026-01-01T00:00:00.000Z', ai: 1 }],
      })
      expect((await site.get('views?agent=GPTBot&class=human')).totals.total).toBe(0)
      expect((await site.get('views?agent=Googlebot')).totals.total).toBe(0)
      expect((await site.get('views?agent=Nobody')).views).toEqual([])
    })

    it('agrees with /agents and with /views?class=ai', async () => {
      const site = await newSite()
      const robots = [GPTBOT, CLAUDE_CODE]
      await site.send(
        ...Array.from({ length: 40 }, (_, index) => ({
          path: `/${index % 7}`,
          userAgent: robots[(index * 7) % 3 === 0 ? 0 : 1],
        })),
      )
      await site.beacon('/1', '/2')
      const { agents } = await site.get('agents?class=ai')
      const sums = new Map<string, number>()
      for (const { agent, views } of agents) sums.set(agent, (sums.get(agent) ?? 0) + views)
      let total = 0
      for (const [agent, views] of sums) {
        expect((await site.get(`views?agent=${encodeURIComponent(agent)}`)).totals).toEqual({ human: 0, ai: views, total: views })
        total += views
      }
      expect((await site.get('views?class=ai')).totals.ai).toBe(total)
    })

    it('says from when on views are kept by agent, and floors the range to days', async () => {
      const site = await newSite()
      await site.send({ path: '/a', userAgent: GPTBOT, time: '2026-05-30T23:00:00Z' })
      expect((await site.get('views?agent=GPTBot&dateFrom=2026-05-30T23:30:00Z')).totals.ai).toBe(1)
      // 800 days are kept; what is older counts in the sums, but nobody knows any more whose it was.
      const old = { path: '/a', userAgent: GPTBOT, time: '2024-01-10T10:30:00Z' }
      await site.send(old)
      const answer = await site.get('views?agent=GPTBot')
      expect(answer).toMatchObject({ totals: { ai: 1 }, keptSince: '2024-03-23' })
      expect((await site.get('views')).totals.ai).toBe(2)
      expect(await site.get('timeseries?agent=GPTBot&dateFrom=2024-01-01&interval=month')).toMatchObject({
        keptSince: '2024-03-23',
        totals: { ai: 1 },
      })
      expect((await site.get('views?agent=GPTBot&dateFrom=2026-01-01')).keptSince).toBeNull()
      expect((await site.csv('views?agent=GPTBot')).headers.get('x-kept-since')).toBe('2024-03-23')
    })

    it('has no hours: that is 400, as is an empty name', async () => {
      const site = await newSite()
      const { status, details } = await site.get('timeseries?agent=GPTBot&interval=hour')
      expect([status, details[0].path]).toEqual([400, 'interval'])
      expect((await site.get('views?agent=')).status).toBe(400)
    })
  })

  describe('200 of /timeseries', () => {
    it('has every step of the range, in hours, days and months', async () => {
      const site = await newSite()
      await site.send(person('/a', { time: '2026-01-10T10:30:00Z' }), person('/a', { time: '2026-01-12T00:00:00Z' }), {
        path: '/b',
        time: '2026-02-01T23:59:00Z',
        userAgent: GPTBOT,
      })
      expect(await site.get('timeseries?dateFrom=2026-01-10&dateTo=2026-01-13')).toEqual({
        interval: 'day',
        totals: { human: 2, ai: 0, total: 2 },
        timeseries: [
          { time: '2026-01-10T00:00:00.000Z', human: 1, ai: 0, total: 1 },
          { time: '2026-01-11T00:00:00.000Z', human: 0, ai: 0, total: 0 },
          { time: '2026-01-12T00:00:00.000Z', human: 1, ai: 0, total: 1 },
        ],
      })
      const months = await site.get('timeseries?interval=month')
      expect(months.timeseries).toEqual([
        { time: '2026-01-01T00:00:00.000Z', human: 2, ai: 0, total: 2 },
        { time: '2026-02-01T00:00:00.000Z', human: 0, ai: 1, total: 1 },
      ])
      const hours = await site.get('timeseries?interval=hour&dateFrom=2026-01-10T10:00:00Z&dateTo=2026-01-10T12:00:00Z&path=/a')
      expect(hours.timeseries.map((step: { human: number }) => step.human)).toEqual([1, 0])
      expect((await site.get('timeseries?interval=month&path=/b&class=ai')).totals).toEqual({ human: 0, ai: 1, total: 1 })
      expect((await site.csv('timeseries?interval=month')).text).toBe(
        'time,human,ai,total\r\n2026-01-01T00:00:00.000Z,2,0,2\r\n2026-02-01T00:00:00.000Z,0,1,1\r\n',
      )
    })

    it('is empty for a project without views', async () => {
      expect((await (await newSite()).get('timeseries')).timeseries).toEqual([])
    })

    it('has all days, also when the clock of a server was not set once', async () => {
      const site = await newSite()
      await site.send(person('/a', { time: 0 }), person('/a'))
      const { totals, timeseries } = await site.get('timeseries')
      expect(totals.total).toBe(2)
      expect(timeseries[0]).toMatchObject({ time: '1970-01-01T00:00:00.000Z', total: 1 })
      expect(timeseries.at(-1).total).toBe(1)
    })
  })

  describe('200 of /agents', () => {
    it('names who reads, with kind and evidence, and whoever counts in neither column with the reason', async () => {
      const site = await newSite()
      await site.send(
        { path: '/a', userAgent: CLAUDE_CODE },
        { path: '/b', userAgent: CLAUDE_CODE },
        { path: '/a.md', userAgent: CLAUDE_CODE, headers: { accept: 'text/markdown, text/html, */*' } },
        { path: '/a', userAgent: GOOGLEBOT },
        person('/a'),
      )
      const { agents, hasMore } = await site.get('agents')
      expect(hasMore).toBe(false)
      expect(agents).toHaveLength(3)
      expect(agents[0]).toEqual({
        agent: 'Claude Code',
        operator: 'Anthropic',
        class: 'ai',
        kind: 'coding-agent',
        evidence: 'declared',
        surface: 'html',
        reason: null,
        views: 2,
      })
      expect(agents).toContainEqual(expect.objectContaining({ agent: 'Claude Code', surface: 'markdown', views: 1 }))
      expect(agents).toContainEqual(expect.objectContaining({ agent: 'Googlebot', class: 'crawler', reason: 'search' }))
      expect((await site.get('agents?class=crawler')).agents).toHaveLength(1)
      expect((await site.get('agents?path=/b')).agents).toMatchObject([{ agent: 'Claude Code', views: 1 }])
      expect((await site.get('agents?limit=1')).hasMore).toBe(true)
      expect((await site.csv('agents?limit=1')).text).toBe(
        'agent,operator,class,kind,evidence,surface,reason,views\r\nClaude Code,Anthropic,ai,coding-agent,declared,html,,2\r\n',
      )
    })
  })

  describe('200 of /referrers', () => {
    it('has hosts, the assistants by name, and not the site itself', async () => {
      const site = await newSite()
      await site.send(
        person('/a', { referrer: 'https://www.google.com/search?q=x' }),
        person('/a', { referrer: 'https://chatgpt.com/' }),
        person('/b?utm_source=chatgpt.com'),
        { url: 'https://docs.example.com/b', referrer: 'https://docs.example.com/a', userAgent: CHROME },
      )
      expect((await site.get('referrers')).referrers).toEqual([
        { host: 'chatgpt.com', assistant: 'ChatGPT', human: 2, ai: 0, total: 2 },
        { host: 'google.com', assistant: null, human: 1, ai: 0, total: 1 },
      ])
      expect((await site.get('referrers?path=/b')).referrers).toMatchObject([{ host: 'chatgpt.com', total: 1 }])
      expect((await site.get('referrers?class=ai')).referrers).toEqual([])
    })
  })

  describe('200 of /misses', () => {
    it('has paths that are not there, with who asked, who sent them, and when', async () => {
      const site = await newSite()
      await site.send(
        { path: '/gone', status: 410, userAgent: GPTBOT, time: '2026-01-10T10:00:00Z' },
        { path: '/gone', status: 404, userAgent: GPTBOT, time: '2026-01-12T10:00:00Z' },
        person('/gone', { status: 404, referrer: 'https://claude.ai/chat', time: '2026-01-11T10:00:00Z' }),
        { path: '/wp-login.php', status: 404, userAgent: 'curl/8.11.1', time: '2026-01-11T10:00:00Z' },
        person('/broken', { status: 500 }),
        { path: '/lost', status: 404, userAgent: GPTBOT },
        { path: '/lost', status: 404, userAgent: CLAUDE_CODE },
      )
      const { misses } = await site.get('misses')
      expect(misses).toHaveLength(3)
      expect(misses[0]).toEqual({
        path: '/gone',
        human: 1,
        ai: 2,
        other: 0,
        total: 3,
        status: 404,
        firstSeen: '2026-01-10T10:00:00.000Z',
        lastSeen: '2026-01-12T10:00:00.000Z',
        agents: ['GPTBot'],
        referrers: ['claude.ai'],
      })
      expect((await site.get('misses?class=human')).misses).toMatchObject([{ path: '/gone', total: 1 }])
      expect((await site.get('misses?dateTo=2026-01-11')).misses).toMatchObject([{ path: '/gone', total: 1, status: 410 }])
      expect((await site.get('views')).totals.total).toBe(0)
      expect((await site.csv('misses?path=/gone')).text.split('\r\n')[1]).toBe(
        '/gone,1,2,0,3,404,2026-01-10T10:00:00.000Z,2026-01-12T10:00:00.000Z,GPTBot,claude.ai',
      )
      // Names have spaces in them.
      expect((await site.csv('misses?path=/lost')).text.split('\r\n')[1]).toMatch(/,Claude Code; GPTBot,$/)
    })
  })

  describe('200 of /visitors and /exclusions', () => {
    it('counts different people by day', async () => {
      const site = await newSite()
      const at = (time: string, ip: string) => person('/a', { time, ip })
      await site.send(at('2026-01-10T10:00:00Z', '203.0.113.1'), at('2026-01-10T11:00:00Z', '203.0.113.1'))
      await site.send(at('2026-01-10T12:00:00Z', '203.0.113.2'), at('2026-01-11T10:00:00Z', '203.0.113.1'))
      expect(await site.get('visitors')).toEqual({
        interval: 'day',
        isSumOfDays: false,
        visitors: [
          { date: '2026-01-10', visitors: 2 },
          { date: '2026-01-11', visitors: 1 },
        ],
      })
      expect((await site.csv('visitors')).text).toBe('date,visitors\r\n2026-01-10,2\r\n2026-01-11,1\r\n')
    })

    it('adds up the days of weeks and months, and says so', async () => {
      const site = await newSite()
      // A Sunday, the Monday after it, and the last day of a month in the same week as the first of the next.
      const days = ['2026-01-11', '2026-01-12', '2026-03-31', '2026-04-01']
      await site.send(...days.map((day) => person('/a', { time: `${day}T10:00:00Z`, ip: '203.0.113.1' })))
      expect(await site.get('visitors?interval=week')).toEqual({
        interval: 'week',
        isSumOfDays: true,
        visitors: [
          { date: '2026-01-05', visitors: 1 },
          { date: '2026-01-12', visitors: 1 },
          { date: '2026-03-30', visitors: 2 },
        ],
      })
      expect((await site.csv('visitors?interval=month')).text).toBe(
        'date,visitors\r\n2026-01-01,2\r\n2026-03-01,1\r\n2026-04-01,1\r\n',
      )
    })

    it('counts what is left out, by reason', async () => {
      const site = await newSite()
      await site.send({ path: '/logo.svg' }, { path: '/a', userAgent: GOOGLEBOT }, { path: '/b', userAgent: GOOGLEBOT })
      expect(await site.get('exclusions')).toEqual({
        total: 3,
        exclusions: [
          { reason: 'search', count: 2 },
          { reason: 'asset', count: 1 },
        ],
      })
    })
  })

  describe('200 of /breakdown', () => {
    const seen = (url: string, more: object = {}) => ({ url: `https://docs.example.com${url}`, userAgent: CHROME, ...more })

    it('breaks views by people down by what is known of them, the most frequent first, the unknown last', async () => {
      const site = await newSite()
      await site.send(
        seen('/a?utm_source=news&utm_campaign=%3Dspring', { headers: { 'Accept-Language': 'de-AT,en;q=0.5' } }),
        seen('/a', { referrer: 'https://news.ycombinator.com/item?id=1', headers: { 'accept-language': 'fr' } }),
        seen('/b', { referrer: 'https://docs.example.com/a', headers: { 'accept-language': 'de' } }),
        person('/b', { referrer: 'https://docs.example.com/a', userAgent: undefined }),
        { path: '/a?utm_source=news', userAgent: GPTBOT },
      )
      const breakdown = async (query: string) =>
        ((await site.get(`breakdown?by=${query}`)).breakdown as { value: string | null; human: number }[]).map(
          ({ value, human }) => `${value} ${human}`,
        )
      expect(await breakdown('language')).toEqual(['de 2', 'fr 1', 'null 1'])
      expect(await breakdown('language&path=/a')).toEqual(['de 1', 'fr 1'])
      expect(await breakdown('language&sort=value&limit=1&offset=1')).toEqual(['fr 1'])
      expect(await breakdown('device')).toEqual(['desktop 3', 'null 1'])
      expect(await breakdown('browser&dateTo=2026-01-01')).toEqual([])
      expect(await breakdown('utm-source')).toEqual(['news 1', 'null 3'])
      expect(await breakdown('entry-page')).toEqual(['/a 2', 'null 1'])
      expect(await breakdown('referrer-page')).toEqual(['docs.example.com 1', 'news.ycombinator.com/item 1', 'null 2'])
      expect((await site.get('referrers')).referrers.map(({ host }: { host: string }) => host)).toEqual([
        'docs.example.com',
        'news.ycombinator.com',
      ])
      expect((await site.csv('breakdown?by=utm-campaign')).text).toBe("value,human\r\n'=spring,1\r\n,3\r\n")
      expect(await site.get('breakdown?by=device&limit=1')).toEqual({
        by: 'device',
        breakdown: [{ value: 'desktop', human: 3 }],
        hasMore: true,
      })
    })

    it('has no one in it of another project', async () => {
      const [site, other] = [await newSite(), await newSite()]
      await site.send(seen('/a'))
      expect((await other.get('breakdown?by=device')).breakdown).toEqual([])
    })
  })

  describe('200 of /ai-agents and /operators', () => {
    it('tells how agents read, what they missed and which are new, and what operators give back', async () => {
      const site = await newSite()
      const at = (time: string, event: object) => ({ time: `${time}T10:00:00Z`, ...event })
      await site.send(
        at('2026-01-01', { path: '/a', userAgent: GPTBOT }),
        at('2026-01-20', { path: '/a.md', userAgent: GPTBOT }),
        at('2026-01-20', { path: '/llms.txt', userAgent: GPTBOT }),
        at('2026-01-20', { path: '/gone', userAgent: GPTBOT, status: 404 }),
        at('2026-01-20', { path: '/a', userAgent: CLAUDE_CODE, headers: { accept: 'text/markdown' } }),
        at('2026-01-20', { path: '/a', userAgent: GOOGLEBOT }),
        at('2026-01-20', person('/a', { referrer: 'https://chatgpt.com/c/1' })),
        at('2026-01-20', person('/b?utm_source=chatgpt.com')),
        at('2026-01-20', person('/b', { referrer: 'https://perplexity.ai/' })),
      )
      const reads = { html: 0, markdown: 0, llmsTxt: 0, mcp: 0, misses: 0 }
      const gptbot = { ...reads, views: 3, html: 1, markdown: 1, llmsTxt: 1, misses: 1 }
      expect(await site.get('ai-agents')).toMatchObject({
        agents: [
          { agent: 'GPTBot', operator: 'OpenAI', ...gptbot, firstSeen: '2026-01-01', lastSeen: '2026-01-20', isNew: false },
          { agent: 'Claude Code', operator: 'Anthropic', ...reads, views: 1, markdown: 1, firstSeen: '2026-01-20', isNew: true },
        ],
        hasMore: false,
      })
      const { operators } = await site.get('operators')
      expect(operators).toMatchObject([
        { operator: 'OpenAI', ...gptbot, referrals: 2, readsPerReferral: 1.5, agents: ['GPTBot'] },
        { operator: 'Anthropic', views: 1, referrals: 0, readsPerReferral: null, agents: ['Claude Code'] },
        { operator: 'Perplexity', views: 0, referrals: 1, readsPerReferral: 0, agents: [], firstSeen: null },
      ])
      expect((await site.get('operators?path=/b&sort=operator')).operators).toMatchObject([
        { operator: 'OpenAI', views: 0, referrals: 1 },
        { operator: 'Perplexity', referrals: 1 },
      ])
      expect((await site.get('ai-agents?dateTo=2026-01-02')).agents).toMatchObject([{ agent: 'GPTBot', views: 1 }])
      expect((await site.csv('ai-agents?limit=1&sort=agent')).text).toBe(
        'agent,operator,kind,views,html,markdown,llmsTxt,mcp,misses,firstSeen,lastSeen,isNew\r\nClaude Code,Anthropic,coding-agent,1,0,1,0,0,0,2026-01-20,2026-01-20,true\r\n',
      )
      expect((await site.csv('operators')).text).toContain('\r\nPerplexity,0,0,0,0,0,0,1,0,,,\r\n')
    })
  })

  describe('200 of /registry', () => {
    it('names the registry that is shipped', async () => {
      expect(await (await newSite()).get('registry')).toEqual({
        version: expect.stringMatching(/^\d{4}\.\d+/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        agents: expect.any(Number),
        addressesDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        source: null,
        sha256: null,
        updatedAt: null,
      })
    })
  })

  describe('200 of /realtime', () => {
    it('has the last 30 minutes and their pages, and is not sent again while it stays the same', async () => {
      const { projectId, key } = await docs.newProject()
      const ask = (more: Record<string, string> = {}) =>
        docs.request(`/v1/analytics/${projectId}/realtime?limit=1`, { key, headers: more })
      const events = [
        person('/a', { time: clock.now() - 5 * 60_000 }),
        person('/a'),
        { path: '/b', userAgent: GPTBOT },
        person('/c', { time: clock.now() - 31 * 60_000 }),
      ]
      await docs.request(`/v1/analytics/${projectId}/events`, { key, json: events })
      const answer = await ask()
      expect(answer.body.totals).toEqual({ human: 2, ai: 1, total: 3 })
      expect(answer.body.minutes).toHaveLength(30)
      expect(answer.body.minutes.at(-1)).toEqual({ time: '2026-06-01T00:00:00.000Z', human: 1, ai: 1, total: 2 })
      expect(answer.body.minutes.at(-6)).toMatchObject({ time: '2026-05-31T23:55:00.000Z', human: 1 })
      expect(answer.body.pages).toEqual([{ path: '/a', human: 2, ai: 0, total: 2 }])
      const tag = answer.headers.get('etag')!
      expect(await ask({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
      await docs.request(`/v1/analytics/${projectId}/events`, { key, json: [person('/a')] })
      expect(await ask({ 'if-none-match': tag })).toMatchObject({ status: 200, body: { totals: { human: 3 } } })
      expect((await ask({ accept: 'text/csv' })).text).toMatch(/\r\n2026-06-01T00:00:00.000Z,2,1,3\r\n$/)
    })
  })

  describe('400 of /breakdown', () => {
    it.each(['breakdown', 'breakdown?by=shoe-size', 'breakdown?by=device&class=ai&limit=0'])('refuses %s', async (query) => {
      expect(await (await newSite()).get(query)).toMatchObject({ status: 400, code: 'invalid_request' })
    })
  })

  describe('a site with a beacon', () => {
    it('counts people once whom the beacon saw as well, in every table, whatever comes first', async () => {
      const site = await newSite()
      const seen = [
        person('/a', { ip: '203.0.113.9', referrer: 'https://chatgpt.com/' }),
        person('/b', { ip: '203.0.113.8' }),
        { path: '/a', userAgent: GPTBOT },
      ]
      await site.send(...seen)
      expect((await site.get('views')).totals).toEqual({ human: 2, ai: 1, total: 3 })
      await site.beacon('/a')
      expect((await site.get('views')).totals).toEqual({ human: 2, ai: 1, total: 3 })
      await site.beacon('/a', '/a', '/c')
      const views = [
        { path: '/a', human: 3, ai: 1, total: 4 },
        { path: '/b', human: 1, ai: 0, total: 1 },
        { path: '/c', human: 1, ai: 0, total: 1 },
      ]
      expect((await site.get('views')).views).toEqual(views)
      expect((await site.get('timeseries')).totals).toEqual({ human: 5, ai: 1, total: 6 })
      expect((await site.get('visitors')).visitors).toMatchObject([{ visitors: 2 }])
      expect((await site.get('referrers')).referrers).toMatchObject([{ host: 'chatgpt.com', human: 1 }])
    })

    it('says how many views it left out because the other side counts them', async () => {
      const site = await newSite()
      await site.send(person('/a'), person('/b'), { path: '/a', userAgent: GPTBOT })
      expect((await site.get('exclusions')).exclusions).toEqual([])
      await site.beacon('/a', '/a.md')
      expect(await site.get('exclusions')).toEqual({
        total: 2,
        exclusions: [{ reason: 'counted-by-server', count: 2 }],
      })
    })
  })

  describe('400, 401, 404', () => {
    it.each([
      ['views?class=bot', 'class'],
      ['views?sort=random', 'sort'],
      ['views?path=', 'path'],
      ['timeseries?interval=week', 'interval'],
      ['timeseries?interval=hour&dateFrom=2000-01-01&dateTo=2026-01-01', 'interval'],
      ['timeseries?dateFrom=noon', 'dateFrom'],
      ['timeseries?dateFrom=2026-01-10T10:10:00Z&dateTo=2026-01-10T10:50:00Z', 'dateFrom'],
      ['agents?limit=251', 'limit'],
      ['agents?class=human', 'class'],
      ['referrers?offset=-1', 'offset'],
      ['misses?dateFrom=2026-01-10T01:00:00Z&dateTo=2026-01-10T05:00:00Z', 'dateFrom'],
      ['visitors?dateTo=yesterday', 'dateTo'],
      ['exclusions?dateFrom=2026-01-02&dateTo=2026-01-01', 'dateFrom'],
    ])('names the parameter of %s', async (path, parameter) => {
      const answer = await docs.request(`/v1/analytics/${docs.projectId}/${path}`)
      expect(answer.status).toBe(400)
      expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(parameter)
    })

    it.each(['timeseries', 'agents', 'referrers', 'misses', 'visitors', 'exclusions', 'realtime', 'ai-agents', 'operators'])(
      '%s needs a key, and shows nothing of other projects',
      async (table) => {
        const other = await docs.newProject()
        expect((await docs.request(`/v1/analytics/${docs.projectId}/${table}`, { key: null })).status).toBe(401)
        expect((await docs.request(`/v1/analytics/${other.projectId}/${table}`)).status).toBe(404)
      },
    )
  })
})
