import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** Texts that break programs: control characters, other planes, halves of pairs, numbers that are none, things that look like code. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\uD800',
    '💥',
    '../..',
    "' or 1=1 --",
    '${x}',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-0',
    '1e999',
    '9'.repeat(400),
    '%00',
    '\r\nX: y',
    'a'.repeat(5000),
  ),
)

const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }))

const FIELDS = [
  'prompt',
  'ref',
  'branch',
  'model',
  'draft',
  'title',
  'id',
  'time',
  'path',
  'url',
  'method',
  'status',
  'referrer',
  'userAgent',
  'ip',
  'headers',
  'email',
  'password',
  'current',
  'new',
  'token',
  'name',
  'role',
  'repository',
  'codeHost',
  'agent',
  'settings',
  'kind',
  'scopes',
  'origins',
  'expiresAt',
  'overlapHours',
  'head',
  '__proto__',
]
const PARAMETERS = ['limit', 'offset', 'dateFrom', 'dateTo', 'status', 'cursor', 'wait', 'include', 'x']

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
  area: fc.constantFrom(
    'v2/agent',
    'v1/analytics',
    'v1/agent',
    'v1/projects',
    'v1/pull-requests',
    'v1',
    'pull-requests',
    'docs',
    'assets',
  ),
  project: fc.oneof(
    { weight: 5, arbitrary: fc.constant('PROJECT') },
    { weight: 3, arbitrary: fc.constantFrom('setup', 'password', 'users', 'invites', 'projects', 'test') },
    { weight: 1, arbitrary: nasty },
  ),
  rest: fc.array(
    fc.oneof(
      fc.constantFrom('job', 'jobs', 'JOB', 'message', 'messages', 'cancel', 'archive', 'unarchive', 'views', 'events'),
      fc.constantFrom('keys', 'KEY', 'rotate', 'checklist', 'audit', 'peek', 'accept', 'test', 'merge', 'close', 'ready'),
      nasty,
    ),
    { maxLength: 4 },
  ),
  query: fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), nasty), { maxLength: 3 }),
  who: fc.constantFrom('nobody', 'key', 'admin'),
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'application/x-ndjson',
    'text/plain',
    'multipart/form-data',
    '',
  ),
  body: fc.oneof(
    fc
      .array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 5 })
      .map((pairs) => `{${pairs.map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`).join(',')}}`),
    fc.json(),
    nasty,
  ),
  idempotencyKey: fc.option(fc.string({ maxLength: 10 })),
})

describe.each(ENGINES)('any request at all, on %s', (engine) => {
  let docs: TestService
  let jobId: string
  let keyId: string
  let admin: Visitor

  beforeAll(async () => {
    docs = await startTestService({ engine })
    jobId = (await docs.request(`/v2/agent/${docs.projectId}/job`, { json: { prompt: 'x' } })).body.id
    keyId = (await docs.newKey(docs.projectId)).id
    admin = await newVisitor(docs, 'admin')
  })
  afterAll(() => docs.stop())

  it('gets an answer that is not our mistake, in the one form for errors, and leaves no key in the log', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ method, area, project, rest, query, who, type, body, idempotencyKey }) => {
        const words = [
          project === 'PROJECT' ? docs.projectId : project,
          ...rest.map((word) => (word === 'JOB' ? jobId : word === 'KEY' ? keyId : word)),
        ]
        const search = new URLSearchParams(query.filter(([name, text]) => name !== 'wait' || !/^\d/.test(text)))
        const path = `/${area}/${words.map((word) => encodeURIComponent(word.toWellFormed())).join('/')}?${search}`
        const isUsable = /^[\x20-\x7e]*$/.test(idempotencyKey ?? '')
        const answer = await docs.request(path.slice(0, 12_000), {
          method,
          ...(who === 'key' ? {} : { key: null }),
          ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
          headers: {
            ...(who === 'admin' ? { cookie: admin.cookie, origin: docs.url } : {}),
            ...(type === '' ? {} : { 'content-type': type }),
            ...(idempotencyKey !== null && isUsable ? { 'idempotency-key': idempotencyKey } : {}),
          },
        })
        expect(answer.status).toBeLessThan(500)
        if (answer.status < 400 || method === 'HEAD') return
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
        expect(answer.body).toMatchObject({
          status: answer.status,
          detail: expect.any(String),
          error: expect.any(String),
          instance: expect.any(String),
        })
      }),
      { numRuns: 1500, endOnFailure: true },
    )
    expect(docs.log()).not.toContain(docs.key.slice(3))
    expect(docs.log()).not.toContain(admin.cookie.split('=')[1])
    expect(docs.log()).not.toContain('"level":50')
  })
})
