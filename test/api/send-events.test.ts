import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import SqliteFile from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('POST /v1/analytics/{projectId}/events on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
  })
  afterAll(() => docs.stop())

  const newSite = async () => {
    const { projectId, key } = await docs.newProject()
    const path = `/v1/analytics/${projectId}`
    return {
      send: (json: unknown) => docs.request(`${path}/events`, { key, json }),
      sendRaw: (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
        docs.request(`${path}/events`, { method: 'POST', key, body, headers }),
      total: async (): Promise<number> => (await docs.request(`${path}/views`, { key })).body.totals.total,
      views: async () => (await docs.request(`${path}/views`, { key })).body.views,
    }
  }

  describe('202', () => {
    it('takes one object, an array, and one event per line', async () => {
      const site = await newSite()
      expect((await site.send({ path: '/a' })).body).toEqual({ accepted: 1, duplicates: 0, rejected: [] })
      expect((await site.send([{ path: '/a' }, { url: 'https://docs.example.com/a?x=1#y' }])).body.accepted).toBe(2)
      const lines = await site.sendRaw('{"path":"/a"}\n\n{"path":"/a"}\r\n', { 'content-type': 'application/x-ndjson' })
      expect(lines.status).toBe(202)
      expect(lines.body.accepted).toBe(2)
      expect(await site.views()).toEqual([{ path: '/a', human: 5, ai: 0, total: 5 }])
    })

    it('takes gzip', async () => {
      const site = await newSite()
      const body = Uint8Array.from(gzipSync(JSON.stringify([{ path: '/a' }, { path: '/b' }])))
      const answer = await site.sendRaw(body, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      expect(answer.body).toEqual({ accepted: 2, duplicates: 0, rejected: [] })
    })

    it('says which events it cannot read, and counts the others', async () => {
      const site = await newSite()
      const answer = await site.send([
        { path: '/a' },
        {},
        7,
        { path: '/b', status: 'x' },
        { path: `/${'x'.repeat(600)}` },
        { path: '/\u0007' },
        { path: '/c', time: 'noon' },
        { path: '/d', time: '2099-01-01T00:00:00Z' },
      ])
      expect(answer.status).toBe(202)
      expect(answer.body.accepted).toBe(1)
      expect(answer.body.rejected.map((item: { index: number }) => item.index)).toEqual([1, 2, 3, 4, 5, 6, 7])
      for (const { message } of answer.body.rejected) expect(message).toEqual(expect.stringMatching(/\w/))
      const lines = await site.sendRaw('\uFEFF{"path":"/a"}\r\n\r\n{broken\n', { 'content-type': 'application/x-ndjson' })
      expect(lines.body).toEqual({ accepted: 1, duplicates: 0, rejected: [{ index: 1, message: 'is not JSON' }] })
    })

    it('drops members that would change all objects, and counts the events', async () => {
      const site = await newSite()
      const events = [
        '{"path":"/a"}',
        '{"path":"/a","__proto__":{"status":404}}',
        '{"path":"/a","\\u005f_proto__":{"path":"/b"},"headers":{"__proto__":{"x":1},"accept":"text/html"}}',
        '{"path":"/a","constructor":{"prototype":{"x":1}}}',
        '{"path":"/a","headers":{"constructor":{"prototype":{"x":1}}}}',
        '{"path":"/a","constructor":null,"x":{"y":[{"__proto__":null}]}}',
      ]
      const all = { accepted: events.length, duplicates: 0, rejected: [] }
      const array = await site.sendRaw(`[${events.join(',')}]`, { 'content-type': 'application/json' })
      expect(array).toMatchObject({ status: 202, body: all })
      const lines = await site.sendRaw(events.join('\n'), { 'content-type': 'application/x-ndjson' })
      expect(lines).toMatchObject({ status: 202, body: all })
      expect(await site.views()).toEqual([{ path: '/a', human: 12, ai: 0, total: 12 }])
      expect(({} as { x?: number }).x).toBeUndefined()
    })

    it('counts an event id once within 72 hours, in one batch and over batches', async () => {
      const site = await newSite()
      expect(
        (await site.send([{ id: 'x', path: '/a' }, { id: 'x', path: '/a' }, { id: 'y', path: '/a' }, { path: '/a' }])).body,
      ).toEqual({ accepted: 3, duplicates: 1, rejected: [] })
      clock.advance(72 * 3_600_000 - 1)
      expect((await site.send({ id: 'x', path: '/a' })).body).toMatchObject({ accepted: 0, duplicates: 1 })
      clock.advance(72 * 3_600_000)
      expect((await site.send({ id: 'x', path: '/a' })).body).toMatchObject({ accepted: 1, duplicates: 0 })
      expect(await site.total()).toBe(4)
    })

    it('counts a batch once that is sent again and again, for however long', async () => {
      const site = await newSite()
      const batch = [
        { id: 'x', path: '/a' },
        { id: 'y', path: '/b' },
      ]
      for (let time = 0; time < 6; time++) {
        await site.send(batch)
        clock.advance(71 * 3_600_000)
      }
      expect(await site.total()).toBe(2)
    })

    it('counts an id once when the same batch is sent many times at once', async () => {
      const site = await newSite()
      const batch = Array.from({ length: 50 }, (_, index) => ({ id: `e${index}`, path: `/${index % 5}` }))
      await Promise.all(Array.from({ length: 8 }, () => site.send(batch)))
      expect(await site.total()).toBe(50)
    })

    it('keeps the ids of projects apart', async () => {
      const [one, two] = [await newSite(), await newSite()]
      await one.send({ id: 'x', path: '/a' })
      expect((await two.send({ id: 'x', path: '/a' })).body.accepted).toBe(1)
    })

    it.each([
      ['HEAD', { method: 'HEAD' }],
      ['POST', { method: 'POST' }],
      ['a redirect', { status: 301 }],
      ['a miss', { status: 404 }],
      ['an error', { status: 500 }],
      ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
      ['a link that Next.js looks up ahead', { path: '/a?_rsc=1r34m' }],
      ['a picture, by what the browser says', { headers: { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' } }],
      ['what a script of a page asks for', { headers: { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' } }],
      ['a crawler whose name is among the headers', { headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
      ['an ordinary crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
      ['a client that hides its name', { userAgent: '' }],
    ])('accepts %s but counts it in neither column', async (_what, event) => {
      const site = await newSite()
      expect((await site.send({ path: '/a', ...event })).body.accepted).toBe(1)
      expect(await site.total()).toBe(0)
    })

    it('counts 304 as a view, and an asset not', async () => {
      const site = await newSite()
      await site.send([{ path: '/a', status: 304 }, { path: '/logo.svg' }])
      expect(await site.views()).toEqual([{ path: '/a', human: 1, ai: 0, total: 1 }])
    })

    it.each([
      'GPTBot/1.2',
      'Mozilla/5.0 (compatible; ChatGPT-User/1.0)',
      'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)',
      'PerplexityBot/1.0',
      'CCBot/2.0',
    ])('counts %s as AI', async (userAgent) => {
      const site = await newSite()
      await site.send({ path: '/a', userAgent })
      expect(await site.views()).toEqual([{ path: '/a', human: 0, ai: 1, total: 1 }])
    })

    it('reads the user agent and the referrer among the headers when they are not given by themselves', async () => {
      const site = await newSite()
      await site.send([
        { path: '/a', headers: { 'User-Agent': 'GPTBot/1.2', Referer: 'https://chatgpt.com/' } },
        {
          path: '/a',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
          headers: { 'user-agent': 'GPTBot/1.2' },
        },
      ])
      expect(await site.views()).toEqual([{ path: '/a', human: 1, ai: 1, total: 2 }])
    })

    it('counts a browser that asks for Markdown as AI', async () => {
      const site = await newSite()
      await site.send({
        path: '/a',
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/143.0.0.0 Safari/537.36',
        headers: { Accept: 'text/markdown;q=1.0, text/html;q=0.7' },
      })
      expect(await site.views()).toEqual([{ path: '/a', human: 0, ai: 1, total: 1 }])
    })
  })

  describe('400', () => {
    it('is for more than 1,000 events, broken JSON, broken gzip, and no body; nothing is counted', async () => {
      const site = await newSite()
      expect((await site.send(Array.from({ length: 1001 }, () => ({ path: '/a' })))).status).toBe(400)
      expect((await site.sendRaw('[{"path":', { 'content-type': 'application/json' })).status).toBe(400)
      expect(
        (await site.sendRaw(Uint8Array.from([1, 2, 3]), { 'content-type': 'application/json', 'content-encoding': 'gzip' }))
          .status,
      ).toBe(400)
      expect((await site.sendRaw('', { 'content-type': 'application/json' })).status).toBe(400)
      expect(await site.total()).toBe(0)
    })
  })

  describe('403, 413, 415', () => {
    it('needs the scope write', async () => {
      const { key } = await docs.newKey(docs.projectId, ['read'])
      expect((await docs.request(`/v1/analytics/${docs.projectId}/events`, { key, json: { path: '/a' } })).status).toBe(403)
    })

    it('takes bodies over 1 MiB but not over 4 MiB, also not after unpacking', async () => {
      const site = await newSite()
      const event = { path: '/a', userAgent: 'x'.repeat(2000) }
      expect((await site.send(Array.from({ length: 1000 }, () => event))).status).toBe(202)
      expect((await site.sendRaw(`[${' '.repeat(4 * 1024 * 1024)}]`, { 'content-type': 'application/json' })).status).toBe(413)
      const bomb = Uint8Array.from(gzipSync(Buffer.alloc(50 * 1024 * 1024, ' ')))
      expect((await site.sendRaw(bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(413)
    })

    /** Sends a body in pieces and looks for an answer when all of it was sent, or the connection broke. */
    const sendPieces = async (
      header: string,
      pieces: Iterable<string>,
    ): Promise<{ answer: string; error: string | null; bytes: number }> => {
      const socket = connect(Number(new URL(docs.url).port), '127.0.0.1')
      let answer = ''
      let error: string | null = null
      const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
      socket.on('data', (piece) => (answer += String(piece))).on('error', (met: NodeJS.ErrnoException) => (error = met.code!))
      const head = `POST /v1/analytics/${docs.projectId}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${docs.key}\r\n`
      socket.write(`${head}Content-Type: application/json\r\n${header}\r\n\r\n`)
      for (const piece of pieces) {
        if (error !== null) break
        await new Promise<void>((resolve) => void socket.write(piece, () => resolve()))
      }
      await closed
      return { answer, error, bytes: socket.bytesWritten }
    }
    function* repeat(piece: string, times: number): Generator<string> {
      for (let time = 0; time < times; time++) yield piece
    }

    it('is told to clients that send all of a body before they look for an answer', async () => {
      const piece = ' '.repeat(48_000)
      for (const pieces of [100, 200]) {
        const { answer, error } = await sendPieces(`Content-Length: ${pieces * 48_000}`, repeat(piece, pieces))
        expect(error).toBeNull()
        expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      }
    })

    it('does not wait for what is far too large, whether or not it says so', async () => {
      // It never sends what it claims.
      expect((await sendPieces('Content-Length: 1000000000', ['['])).answer).toMatch(/^HTTP\/1\.1 413 /)
      const endless = repeat(`10000\r\n${' '.repeat(0x10000)}\r\n`, 1_000)
      const { error, bytes } = await sendPieces('Transfer-Encoding: chunked', endless)
      expect(error).toMatch(/EPIPE|ECONNRESET/)
      expect(bytes).toBeGreaterThan(12 * 1024 * 1024)
      expect(bytes).toBeLessThan(40 * 1024 * 1024)
    })

    it('takes no other types and encodings', async () => {
      const site = await newSite()
      expect((await site.sendRaw('path=/a', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
      expect((await site.sendRaw('{}', { 'content-type': 'application/json', 'content-encoding': 'br' })).status).toBe(415)
    })
  })

  describe.runIf(engine === 'sqlite')('503', () => {
    it('is for a store that is stuck: what waits is stored when it goes on, and nothing twice', async () => {
      const site = await newSite()
      await site.send({ path: '/a' })
      const other = new SqliteFile(join(docs.service.context.folder.path, 'views.db'))
      other.exec('begin immediate')
      const waiting = site.send({ path: '/a' })
      await new Promise((resolve) => setTimeout(resolve, 200))
      clock.advance(2001)
      const refused = await site.send({ path: '/a' })
      expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
      expect(refused.headers.get('retry-after')).toBe('1')
      other.exec('rollback')
      other.close()
      expect((await waiting).status).toBe(202)
      expect(await site.total()).toBe(2)
    })
  })
})
