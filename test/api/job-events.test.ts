import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/api/app.ts'
import { type NewEvent, appendEvents } from '../../src/jobs/event-store.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { removePerson } from '../../src/people/change-people.ts'
import { ENGINES } from '../support/engines.ts'
import { type EventStream, openEventStream } from '../support/event-stream.ts'
import { finishJob } from '../support/finish-job.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { newVisitor } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** As a worker would, for a job that nothing works on. */
async function append({ service }: TestService, id: string, texts: string[]): Promise<void> {
  const events: NewEvent[] = texts.map((text) => ({ run: 1, kind: 'text', data: JSON.stringify({ text }) }))
  await service.context.databases.main.transaction(async (tx) => {
    await appendEvents(tx, id, events)
    tx.afterCommit(() => service.context.signal.notifyEvents(id))
  })
}

describe.each(ENGINES)('GET /v2/agent/{projectId}/job/{id}/events on %s', (engine) => {
  let docs: TestService
  let base: string

  beforeAll(async () => {
    docs = await startTestService({ engine })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(() => docs.stop())

  const newJob = async (prompt = 'first'): Promise<string> => (await docs.request(`${base}/job`, { json: { prompt } })).body.id
  const list = (id: string, query = '', headers: Record<string, string> = {}) =>
    docs.request(`${base}/job/${id}/events${query}`, { headers })
  const open = (id: string, query = '', headers: Record<string, string> = {}) =>
    openEventStream(docs, `${base}/job/${id}/events${query}`, { headers })

  describe('200 as JSON', () => {
    it('lists what happened, oldest first', async () => {
      const id = await newJob()
      const { status, body, headers } = await list(id)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('vary')).toBe('accept')
      expect(body).toEqual({
        events: [
          { seq: 1, at: expect.any(String), kind: 'message', data: { id: expect.stringMatching(/^msg_/), prompt: 'first' } },
          { seq: 2, at: expect.any(String), kind: 'status', data: { status: 'active', failure: null } },
        ],
        nextAfter: 2,
      })
      expect(Math.abs(Date.parse(body.events[0].at) - Date.now())).toBeLessThan(60_000)
    })

    it('pages with after and limit, and the last page can be asked for again', async () => {
      const id = await newJob()
      await append(docs, id, ['a', 'b', 'c'])
      const seen: number[] = []
      let after = 0
      for (;;) {
        const { body } = await list(id, `?limit=2&after=${after}`)
        seen.push(...body.events.map((event: { seq: number }) => event.seq))
        after = body.nextAfter
        if (body.events.length < 2) break
      }
      expect(seen).toEqual([1, 2, 3, 4, 5])
      expect((await list(id, `?after=${after}`)).body).toEqual({ events: [], nextAfter: 5 })
    })

    it('takes Last-Event-ID before after', async () => {
      const id = await newJob()
      expect((await list(id, '?after=2', { 'last-event-id': '1' })).body.nextAfter).toBe(2)
      expect((await list(id, '?after=2', { 'last-event-id': '' })).body.events).toEqual([])
    })

    it('is what a client gets that accepts JSON, everything, or nothing that there is', async () => {
      const id = await newJob()
      for (const accept of ['application/json', '*/*', 'image/png', 'application/json, text/event-stream;q=0.5'])
        expect((await list(id, '', { accept })).headers.get('content-type')).toMatch(/^application\/json/)
    })

    it('has an entity tag', async () => {
      const id = await newJob()
      const tag = (await list(id)).headers.get('etag')!
      expect((await list(id, '', { 'if-none-match': tag })).status).toBe(304)
      await append(docs, id, ['new'])
      expect((await list(id, '', { 'if-none-match': tag })).status).toBe(200)
    })

    it('shows the link of a pull request on this service whole, and the failure of a job', async () => {
      const id = await newJob()
      await docs.service.context.databases.main.transaction((tx) =>
        appendEvents(tx, id, [
          { run: 1, kind: 'pull-request', data: JSON.stringify({ link: '/pull-requests/x', change: 'created' }) },
          { run: 1, kind: 'step', data: JSON.stringify({ name: 'push', state: 'done', ms: 12 }) },
          { run: 1, kind: 'usage', data: JSON.stringify({ turns: 1, inputTokens: 2, outputTokens: 3, costUsd: 0.25 }) },
          { run: 1, kind: 'check', data: JSON.stringify({ problems: 3, added: 1, fixed: 2 }) },
          { run: 1, kind: 'tool', data: JSON.stringify({ name: 'read', arguments: 'docs/a.md' }) },
        ]),
      )
      await finishJob(docs, id, { status: 'failed', failure: { code: 'x', message: 'No.', hint: null } })
      const { body } = await list(id, '?after=2')
      expect(body.events.map((event: { kind: string; data: object }) => [event.kind, event.data])).toEqual([
        ['pull-request', { link: `${docs.url}/pull-requests/x`, change: 'created' }],
        ['step', { name: 'push', state: 'done', ms: 12 }],
        ['usage', { turns: 1, inputTokens: 2, outputTokens: 3, costUsd: 0.25 }],
        ['check', { problems: 3, added: 1, fixed: 2 }],
        ['tool', { name: 'read', arguments: 'docs/a.md' }],
        ['status', { status: 'failed', failure: { code: 'x', message: 'No.', hint: null } }],
      ])
    })

    it('holds no key that somebody put into a prompt', async () => {
      const id = await newJob(`Use ${docs.key} for it`)
      expect((await list(id)).text).not.toContain(docs.key.slice(3))
    })
  })

  describe('200 as a stream', () => {
    it('sends what there is and what comes, and ends with the job', async () => {
      const id = await newJob()
      const stream = await open(id)
      expect(stream.status).toBe(200)
      expect(Object.fromEntries(stream.headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-request-id': expect.any(String),
      })
      expect(await stream.next()).toMatchObject({
        id: '1',
        event: 'message',
        data: { seq: 1, kind: 'message', data: { prompt: 'first' } },
      })
      expect(await stream.next()).toMatchObject({ id: '2', event: 'status' })
      await append(docs, id, ['one\ntwo', 'three'])
      expect(await stream.next()).toMatchObject({ id: '3', event: 'text', data: { data: { text: 'one\ntwo' } } })
      await finishJob(docs, id, { status: 'completed' })
      const rest = await stream.rest()
      expect(rest.map((message) => [message.id, message.event])).toEqual([
        ['4', 'text'],
        ['5', 'status'],
        [null, 'end'],
      ])
      expect(rest.at(-1)!.data).toEqual({ status: 'completed' })
    })

    it('has the same events as the list', async () => {
      const id = await newJob()
      await append(
        docs,
        id,
        Array.from({ length: 180 }, (_, index) => `${index}`),
      )
      await finishJob(docs, id, { status: 'completed' })
      const streamed = (await (await open(id)).rest()).slice(0, -1).map((message) => message.data)
      expect(streamed).toEqual((await list(id, '?limit=250')).body.events)
    })

    it('goes on after Last-Event-ID, which counts more than after', async () => {
      const id = await newJob()
      await append(docs, id, ['a', 'b'])
      await finishJob(docs, id, { status: 'completed' })
      const ids = async (query: string, headers: Record<string, string> = {}) =>
        (await (await open(id, query, headers)).rest()).map((message) => message.id ?? message.event)
      expect(await ids('?after=3')).toEqual(['4', '5', 'end'])
      expect(await ids('?after=1', { 'last-event-id': '4' })).toEqual(['5', 'end'])
      expect(await ids('', { 'last-event-id': '5' })).toEqual(['end'])
    })

    it('stays for the follow-up when asked to', async () => {
      const id = await newJob()
      await finishJob(docs, id, { status: 'completed' })
      const stream = await open(id, '?follow=true&after=3')
      await docs.request(`${base}/job/${id}/message`, { json: { prompt: 'more' } })
      expect(await stream.next()).toMatchObject({ id: '4', event: 'message', data: { data: { prompt: 'more' } } })
      expect(await stream.next()).toMatchObject({ id: '5', data: { data: { status: 'active' } } })
      stream.close()
    })

    it('sees what another process wrote', async () => {
      const id = await newJob()
      const stream = await open(id, '?after=2')
      await docs.service.context.databases.main.transaction((tx) =>
        appendEvents(tx, id, [{ run: 1, kind: 'text', data: '{"text":"theirs"}' }]),
      )
      expect(await stream.next()).toMatchObject({ id: '3', data: { data: { text: 'theirs' } } })
      stream.close()
    })

    it('is only its headers for HEAD', async () => {
      const path = `${base}/job/${await newJob()}/events`
      const answer = await docs.request(path, { method: 'HEAD', headers: { accept: 'text/event-stream' } })
      expect(answer).toMatchObject({ status: 200, text: '' })
    })
  })

  describe('400', () => {
    it.each([
      ['?limit=0', 'limit'],
      ['?limit=251', 'limit'],
      ['?after=-1', 'after'],
      ['?after=x', 'after'],
      ['?follow=maybe', 'follow'],
    ])('names the parameter for %s', async (query, parameter) => {
      const { status, body } = await list(await newJob(), query)
      expect(status).toBe(400)
      expect(body.details[0].path).toBe(parameter)
    })

    it('names a Last-Event-ID that is not ours', async () => {
      const { status, body } = await list(await newJob(), '', { 'last-event-id': 'abc', accept: 'text/event-stream' })
      expect(status).toBe(400)
      expect(body.details[0].path).toBe('last-event-id')
    })
  })

  describe('401 and 403', () => {
    it('are for no key, and for a key that may only write', async () => {
      const path = `${base}/job/${await newJob()}/events`
      expect((await docs.request(path, { key: null })).status).toBe(401)
      const { key } = await docs.newKey(docs.projectId, ['write'])
      expect((await docs.request(path, { key, headers: { accept: 'text/event-stream' } })).status).toBe(403)
    })
  })

  describe('404', () => {
    it('is the same, to the byte, for a foreign and a missing job and project, as a stream, too', async () => {
      const other = await docs.newProject()
      const foreign = (await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })).body.id
      for (const accept of ['application/json', 'text/event-stream']) {
        const headers = { 'x-request-id': 'same', accept }
        const paths = [
          `${base}/job/${foreign}/events`,
          `${base}/job/job_00000000000000000000000000/events`,
          `/v2/agent/${other.projectId}/job/${foreign}/events`,
          `/v2/agent/prj_none/job/${foreign}/events`,
        ]
        const answers = await Promise.all(paths.map((path) => docs.request(path, { headers })))
        expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
        expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
        expect(answers[0]!.text).toBe((await docs.request(`${base}/job/${foreign}`, { headers })).text)
      }
    })
  })

  describe('429', () => {
    it('is for the 21st stream of a key, until one is closed; other keys and lists are not affected', async () => {
      const id = await newJob()
      const { key } = await docs.newKey(docs.projectId)
      const path = `${base}/job/${id}/events`
      const streams: EventStream[] = []
      for (let count = 0; count < 20; count++) streams.push(await openEventStream(docs, path, { key }))
      const refused = await docs.request(path, { key, headers: { accept: 'text/event-stream' } })
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_streams' } })
      expect(refused.headers.get('retry-after')).toBe('5')
      expect((await docs.request(path, { key })).status).toBe(200)
      const another = await openEventStream(docs, path)
      expect(another.status).toBe(200)
      streams.pop()!.close()
      await expect
        .poll(async () => {
          const stream = await openEventStream(docs, path, { key })
          streams.push(stream)
          return stream.status
        })
        .toBe(200)
      for (const stream of [...streams, another]) stream.close()
    })
  })
})

describe('a stream', () => {
  it('beats every 15 seconds of silence', async () => {
    const clock = createManualClock()
    const docs = await startTestService({ clock })
    const { id } = (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).body
    const stream = await openEventStream(docs, `/v2/agent/${docs.projectId}/job/${id}/events?after=2`)
    const start = clock.now()
    const over = new AbortController()
    // The stream looks once a second, and the clock must not run ahead of it.
    const ticking = (async () => {
      while (!over.signal.aborted) {
        clock.advance(250)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    })()
    for (let beat = 1; beat <= 2; beat++) {
      expect(await stream.next()).toMatchObject({ comment: 'still here' })
      expect(clock.now() - start).toBeGreaterThanOrEqual(beat * 15_000)
    }
    expect(clock.now() - start).toBeLessThan(40_000)
    over.abort()
    await ticking
    stream.close()
    await docs.stop()
  })

  it('ends soon after its caller lost the right to it: a revoked key, a session that was ended, a person who was removed', async () => {
    const clock = createManualClock()
    const docs = await startTestService({ clock })
    const { id } = (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).body
    const path = `/v2/agent/${docs.projectId}/job/${id}/events?after=2&follow=true`
    const { databases, ids } = docs.service.context
    const deps = { database: databases.main, ids }
    const [key, other, visitor] = [
      await docs.newKey(docs.projectId),
      await docs.newKey(docs.projectId),
      await newVisitor(docs, 'viewer'),
    ]
    const removed = await newVisitor(docs, 'viewer')
    const streams = await Promise.all([
      openEventStream(docs, path, { key: key.key }),
      openEventStream(docs, path, { key: null, headers: { cookie: visitor.cookie } }),
      openEventStream(docs, path, { key: null, headers: { cookie: removed.cookie } }),
    ])
    const staying = await openEventStream(docs, path, { key: other.key })
    await revokeKey(deps, docs.projectId, key.id, 'test')
    await visitor.request('/v1/session?everywhere=true', { method: 'DELETE' })
    await removePerson(deps, { id: removed.id, actor: 'test', mayBeLastAdmin: false })
    const start = clock.now()
    const over = new AbortController()
    const ticking = (async () => {
      while (!over.signal.aborted) {
        clock.advance(250)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    })()
    expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([null, null, null])
    expect(clock.now() - start).toBeLessThan(15_000)
    expect(await staying.next()).toMatchObject({ comment: 'still here' })
    over.abort()
    await ticking
    staying.close()
    await docs.stop()
  })

  it('ends cleanly, without the event `end`, when the service stops', async () => {
    const docs = await startTestService()
    const { id } = (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).body
    const stream = await openEventStream(docs, `/v2/agent/${docs.projectId}/job/${id}/events`)
    expect(await stream.next()).toMatchObject({ id: '1' })
    const start = Date.now()
    const [rest] = await Promise.all([stream.rest(), docs.stop()])
    expect(rest.map((message) => message.event)).toEqual(['status'])
    expect(Date.now() - start).toBeLessThan(1500)
  })

  it('reads the store no further than its reader, and goes on when that does; a stop does not wait for it', async () => {
    const docs = await startTestService()
    const { context } = docs.service
    const { id } = (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).body
    const total = 4000
    for (let count = 0; count < total; count += 100)
      await append(
        docs,
        id,
        Array.from({ length: 100 }, () => 'x'.repeat(8000)),
      )

    let reads = 0
    const { main } = context.databases
    const query = new Proxy(main.query, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown
        if (name !== 'selectFrom' || typeof value !== 'function') return value
        return (...words: unknown[]) => {
          if (words[0] === 'event') reads++
          return value.apply(target, words) as unknown
        }
      },
    })
    const draining = new AbortController()
    const app = createApp({
      ...context,
      databases: { ...context.databases, main: { ...main, query } },
      leaving: draining.signal,
      draining: draining.signal,
      baseUrl: () => docs.url,
    })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const request = `GET /v2/agent/${docs.projectId}/job/${id}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${docs.key}\r\n\r\n`
    const start = () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.pause()
      socket.write(request)
      return socket
    }
    const settled = async () => {
      for (let before = -1; before !== reads;) {
        before = reads
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    }

    const slow = start()
    await settled()
    expect(reads).toBeGreaterThan(0)
    // All of it are 32 MB in 80 batches; the buffers of the system take some of them.
    expect(reads).toBeLessThan(60)
    let received = ''
    slow.on('data', (chunk: Buffer) => (received += chunk.toString()))
    slow.resume()
    await expect.poll(() => received.match(/^id: /gm)?.length, { timeout: 20_000, interval: 200 }).toBe(total + 2)
    const seqs = [...received.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))
    expect(seqs).toEqual(Array.from({ length: total + 2 }, (_, index) => index + 1))
    slow.destroy()

    const stuck = start()
    const closed = once(stuck, 'close')
    await settled()
    draining.abort()
    const stoppedAt = Date.now()
    await app.close()
    expect(Date.now() - stoppedAt).toBeLessThan(6000)
    stuck.on('error', () => undefined)
    stuck.resume()
    await closed
    await docs.stop()
  })
})
