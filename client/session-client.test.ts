import { describe, expect, it } from 'vitest'
import { DocwrightClient, DocwrightError, SessionClient } from './index.ts'

/** Notes what is sent, and answers. */
function stub(status: number, body?: unknown) {
  const sent: { url: string; method: string; headers: Headers; body: string | null }[] = []
  const send = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({
      url: new Request(url).url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    })
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }
  return { sent, fetch: send }
}

const baseUrl = 'https://docwright.example.com/'

describe('a client without a key', () => {
  it('sends no key: the browser adds the cookie of the session', async () => {
    const { sent, fetch } = stub(200, { jobs: [], nextCursor: null })
    await new DocwrightClient({ baseUrl, projectId: 'prj_1', fetch }).listJobs({ status: 'active' })
    expect(sent[0]!.url).toBe('https://docwright.example.com/v2/agent/prj_1/jobs?status=active')
    expect(sent[0]!.headers.has('authorization')).toBe(false)
  })

  it('exports a table as CSV', async () => {
    const { sent, fetch } = stub(200, 'rows')
    const file = await new DocwrightClient({ baseUrl, projectId: 'prj_1', fetch }).exportCsv('views', { dateFrom: '2026-01-01' })
    expect(await file.text()).toBe('"rows"')
    expect(sent[0]!.url).toBe('https://docwright.example.com/v1/analytics/prj_1/views?dateFrom=2026-01-01')
    expect(sent[0]!.headers.get('accept')).toBe('text/csv')
  })
})

describe('the client for signed-in people', () => {
  it('signs out with an empty answer', async () => {
    const { sent, fetch } = stub(204)
    expect(await new SessionClient({ baseUrl, fetch }).signOut(true)).toBeUndefined()
    expect(sent[0]).toMatchObject({
      method: 'DELETE',
      url: 'https://docwright.example.com/v1/session?everywhere=true',
      body: null,
    })
  })

  it('writes ids so that they stay one part of the address', async () => {
    const { sent, fetch } = stub(204)
    await new SessionClient({ baseUrl, fetch }).withdrawInvite('../session?x#y')
    expect(sent[0]!.url).toBe('https://docwright.example.com/v1/invites/..%2Fsession%3Fx%23y')
  })

  it('sends tokens of links in the body, never in the address', async () => {
    const { sent, fetch } = stub(200, {})
    const client = new SessionClient({ baseUrl, fetch })
    await client.peekInvite('token-1')
    await client.acceptInvite('token-1', { name: 'Ada', password: 'x' })
    await client.peekRecovery('token-1')
    await client.recover('token-1', 'x')
    await client.setUp({ token: 'token-1', email: 'a@b.co', name: 'Ada', password: 'x' })
    for (const { url, body } of sent) {
      expect(url).not.toContain('token-1')
      expect(body).toContain('"token":"token-1"')
    }
  })

  it('sends a secret in the body, never in the address', async () => {
    const { sent, fetch } = stub(200, { name: 'openai', lastFour: null, setAt: '', setBy: '' })
    const client = new SessionClient({ baseUrl, fetch })
    await client.setSecret('prj_1', 'openai', 'sk-1')
    await client.listSecrets('prj_1')
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', 'https://docwright.example.com/v1/projects/prj_1/secrets/openai', '{"value":"sk-1"}'],
      ['GET', 'https://docwright.example.com/v1/projects/prj_1/secrets', null],
    ])
  })

  it('throws the problem of the service', async () => {
    const { fetch } = stub(403, {
      type: 'about:blank',
      title: '',
      status: 403,
      detail: 'No.',
      instance: '',
      code: 'role_too_low',
      error: 'No.',
    })
    const refused = new SessionClient({ baseUrl, fetch }).listUsers()
    await expect(refused).rejects.toBeInstanceOf(DocwrightError)
    await expect(refused).rejects.toMatchObject({ problem: { code: 'role_too_low' } })
  })
})
