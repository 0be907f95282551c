import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltinHost } from '../../src/codehosts/builtin.ts'
import { listAudit } from '../../src/database/audit-store.ts'
import { ENGINES } from '../support/engines.ts'
import { type Visitor, newVisitor } from '../support/people.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('pull requests in the hands of editors, on %s', (engine) => {
  let docs: TestService
  let repository: TestRepository
  let editor: Visitor
  let viewer: Visitor
  let count = 0

  beforeAll(async () => {
    repository = createRepository({ 'docs/a.md': 'one\n' })
    docs = await startTestService({ engine, repository: repository.url })
    editor = await newVisitor(docs, 'editor')
    viewer = await newVisitor(docs, 'viewer')
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  /** Opens a pull request; the last part of its link. The base is checked out nowhere, so that it can be merged. */
  async function open(files: Record<string, string>, isDraft = false): Promise<string> {
    const head = `change-${++count}`
    repository.git('checkout', '--quiet', 'main')
    const baseCommit = repository.git('rev-parse', 'main')
    repository.git('checkout', '--quiet', '-b', head)
    repository.write(files)
    const headCommit = repository.commit('Change')
    const link = await createBuiltinHost(docs.service.context.builtin).openPullRequest({
      projectId: docs.projectId,
      repository: repository.url,
      head,
      base: 'main',
      title: 'A title',
      body: 'Text',
      baseCommit,
      headCommit,
      isDraft,
    })
    return link.split('/').at(-1)!
  }

  const act = (token: string, action: string, json?: object, who = editor) =>
    who.request(`/v1/pull-requests/${token}/${action}`, { method: 'POST', ...(json ? { json } : {}) })

  describe('POST /v1/pull-requests/{token}/…', () => {
    it('200: merges into the repository, in the name of the editor', async () => {
      const token = await open({ [`docs/m${count}.md`]: 'merged\n' })
      expect(await act(token, 'merge')).toMatchObject({ status: 200, body: { state: 'merged' } })
      expect(repository.git('log', '-1', '--format=%P', 'main').split(' ')).toHaveLength(2)
      const [entry] = await listAudit(docs.service.context.databases.main, docs.projectId)
      expect(entry).toMatchObject({ action: 'pull-request.merge', actor: editor.email })
    })

    it('200: a draft is ready, then closed', async () => {
      const token = await open({ 'docs/draft.md': 'x\n' }, true)
      expect(await act(token, 'merge')).toMatchObject({ status: 409, body: { code: 'pull_request_draft' } })
      expect(await act(token, 'ready')).toMatchObject({ status: 200, body: { state: 'open' } })
      expect(await act(token, 'close')).toMatchObject({ status: 200, body: { state: 'closed' } })
      expect(await act(token, 'close')).toMatchObject({ status: 409, body: { code: 'pull_request_closed' } })
    })

    it('409: a conflict, named by its path; and another commit than the one that was looked at', async () => {
      const [first, second] = [await open({ 'docs/a.md': 'left\n' }), await open({ 'docs/a.md': 'right\n' })]
      expect(await act(second, 'merge', { head: 'f'.repeat(40) })).toMatchObject({ status: 409, body: { code: 'head_moved' } })
      expect((await act(first, 'merge')).status).toBe(200)
      const answer = await act(second, 'merge')
      expect(answer).toMatchObject({ status: 409, body: { code: 'merge_conflict' } })
      expect(answer.body.detail).toContain('docs/a.md')
    })

    it('403: a viewer. 401: nobody. 404: no such link', async () => {
      const token = await open({ 'docs/v.md': 'x\n' })
      expect(await act(token, 'merge', undefined, viewer)).toMatchObject({ status: 403, body: { code: 'role_too_low' } })
      expect((await docs.request(`/v1/pull-requests/${token}/merge`, { method: 'POST' })).status).toBe(401)
      for (const wrong of ['x', '%00']) expect((await act(wrong, 'merge')).status).toBe(404)
    })

    it('400: a head that is no commit', async () => {
      expect((await act(await open({ 'docs/h.md': 'x\n' }), 'merge', { head: '--help' })).status).toBe(400)
    })
  })

  describe('the page', () => {
    const see = (token: string, who: Visitor | null) => (who ?? docs).request(`/pull-requests/${token}`, who ? {} : { key: null })
    const send = (token: string, action: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${docs.url}/pull-requests/${token}/${action}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: editor.cookie,
          origin: docs.url,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        body,
      })
    const headOf = (page: string) => /name="head" value="([0-9a-f]{40})"/.exec(page)![1]!

    it('has buttons for an editor only, and lets forms go nowhere else', async () => {
      const token = await open({ 'docs/b.md': 'x\n' })
      const page = await see(token, editor)
      expect(page.text).toContain(`<form method="post" action="/pull-requests/${token}/merge">`)
      expect(page.text).toContain(`<form method="post" action="/pull-requests/${token}/close">`)
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      for (const who of [viewer, null]) {
        const other = await see(token, who)
        expect(other.text).not.toContain('<form')
        expect(other.headers.get('content-security-policy')).toContain("form-action 'none'")
      }
    })

    it('303: merges what it showed, and shows itself again', async () => {
      const token = await open({ 'docs/c.md': 'x\n' })
      const answer = await send(token, 'merge', `head=${headOf((await see(token, editor)).text)}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/pull-requests/${token}`])
      const page = await see(token, editor)
      expect(page.text).toContain('<span class="badge merged">merged</span>')
      expect(page.text).not.toContain('<form')
    })

    it('409: says why it could not, and escapes what was sent', async () => {
      const token = await open({ 'docs/d.md': 'x\n' })
      const answer = await send(token, 'merge', 'head=<script>alert(1)</script>')
      expect(answer.status).toBe(409)
      const text = await answer.text()
      expect(text).toContain('role="alert"')
      expect(text).not.toContain('<script')
      expect(text).toContain('<form')
    })

    it('303: a form of somebody whose session has ended leads to the sign-in', async () => {
      const token = await open({ 'docs/e.md': 'x\n' })
      const answer = await send(token, 'close', '', { cookie: `__Host-docwright=${'A'.repeat(43)}` })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in'])
      expect((await see(token, null)).text).toContain('<span class="badge open">open</span>')
    })

    it('403: a form on another site; a viewer', async () => {
      const token = await open({ 'docs/f.md': 'x\n' })
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { cookie: viewer.cookie },
      ]
      for (const headers of foreign) expect((await send(token, 'close', '', headers)).status).toBe(403)
      expect((await see(token, null)).text).toContain('<span class="badge open">open</span>')
    })

    it('415: a body that is no form', async () => {
      const token = await open({ 'docs/g.md': 'x\n' })
      expect((await send(token, 'close', '{}', { 'content-type': 'application/json' })).status).toBe(415)
    })
  })
})
