import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userCommand } from '../../src/cli/user.ts'
import { ENGINES } from '../support/engines.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { PASSWORD, type Visitor, cookieOf, newVisitor, signIn } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const DAY_MS = 86_400_000

describe.each(ENGINES)('people on %s', (engine) => {
  const clock = createManualClock()
  let docs: TestService
  let admin: Visitor
  let editor: Visitor

  beforeAll(async () => {
    docs = await startTestService({ engine, clock })
    admin = await newVisitor(docs, 'admin')
    editor = await newVisitor(docs, 'editor')
  })
  afterAll(() => docs.stop())

  const whoIs = async (cookie: string) => (await docs.request('/v1/session', { key: null, headers: { cookie } })).body.user
  const patch = (id: string, role: string, who = admin) => who.request(`/v1/users/${id}`, { method: 'PATCH', json: { role } })
  const remove = (id: string, who = admin) => who.request(`/v1/users/${id}`, { method: 'DELETE' })
  const invite = (email: string, role = 'viewer', who = admin) => who.request('/v1/invites', { json: { email, role } })
  const accept = (token: string, more: object = {}) =>
    docs.request('/v1/invites/accept', { key: null, json: { token, name: 'New', password: PASSWORD, ...more } })
  const peek = (token: string) => docs.request('/v1/invites/peek', { key: null, json: { token } })
  const tokenOf = (answer: { body: { link: string } }) => new URL(answer.body.link).hash.slice(1)

  describe('GET /v1/users', () => {
    it('200: all people, without a trace of their passwords', async () => {
      const { status, body, text } = await admin.request('/v1/users')
      expect(status).toBe(200)
      expect(body.users[0]).toEqual({
        id: admin.id,
        email: admin.email,
        name: 'A admin',
        role: 'admin',
        createdAt: expect.stringMatching(/Z$/),
        lastSignInAt: expect.stringMatching(/Z$/),
      })
      expect(text).not.toContain('argon2')
    })

    it('403: an editor', async () => {
      expect(await editor.request('/v1/users')).toMatchObject({ status: 403, body: { code: 'role_too_low' } })
    })
  })

  describe('PATCH /v1/users/{id}', () => {
    it('200: holds from the next request on', async () => {
      const other = await newVisitor(docs, 'viewer')
      expect((await other.request('/v1/users')).status).toBe(403)
      expect(await patch(other.id, 'admin')).toMatchObject({ status: 200, body: { id: other.id, role: 'admin' } })
      expect((await other.request('/v1/users')).status).toBe(200)
      await patch(other.id, 'viewer')
      expect((await other.request('/v1/users')).status).toBe(403)
    })

    it('400: a role that there is not', async () => {
      expect((await patch(editor.id, 'owner')).status).toBe(400)
    })

    it('404: nobody', async () => {
      for (const id of ['usr_00000000000000000000000000', 'x', '%00', '..']) expect((await patch(id, 'viewer')).status).toBe(404)
    })

    it('409: the last admin, also when two admins demote each other at the same moment', async () => {
      expect(await patch(admin.id, 'viewer')).toMatchObject({ status: 409, body: { code: 'last_admin' } })
      const other = await newVisitor(docs, 'admin')
      const answers = await Promise.all([patch(other.id, 'viewer', admin), patch(admin.id, 'viewer', other)])
      const statuses = answers.map((answer) => answer.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const rest = statuses[0] === 200 ? admin : other
      expect((await patch(rest.id, 'viewer', rest)).status).toBe(409)
      if (rest === other) await patch(admin.id, 'admin', other)
      await remove(other.id)
    })
  })

  describe('DELETE /v1/users/{id}', () => {
    it('204: ends all their sessions, and nobody can sign in with that e-mail', async () => {
      const other = await newVisitor(docs, 'editor')
      expect((await remove(other.id)).status).toBe(204)
      expect(await whoIs(other.cookie)).toBeNull()
      expect((await signIn(docs, other.email)).status).toBe(401)
      expect((await remove(other.id)).status).toBe(404)
    })

    it('409: oneself', async () => {
      expect(await remove(admin.id)).toMatchObject({ status: 409, body: { code: 'own_user' } })
    })

    it('403: an editor', async () => {
      expect((await remove(admin.id, editor)).status).toBe(403)
    })
  })

  describe('POST /v1/invites and what follows', () => {
    it('201: a link that works once, with the role that was given', async () => {
      const made = await invite('New@Example.com', 'editor')
      expect(made.status).toBe(201)
      expect(made.body.link).toMatch(new RegExp(`^${docs.url}/invite#[\\w-]{43}$`))
      const token = tokenOf(made)
      expect((await peek(token)).body).toEqual({ email: 'new@example.com', role: 'editor' })
      const answers = await Promise.all([accept(token), accept(token)])
      expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 404])
      const { body } = answers.find((answer) => answer.status === 201)!
      expect(body.user).toMatchObject({ email: 'new@example.com', name: 'New', role: 'editor' })
      expect(await whoIs(cookieOf(answers.find((answer) => answer.status === 201)!))).toEqual(body.user)
      expect((await peek(token)).status).toBe(404)
    })

    it('201: a second one for the same address ends the first', async () => {
      const [first, second] = [await invite('twice@example.com'), await invite('twice@example.com', 'admin')]
      expect((await peek(tokenOf(first))).status).toBe(404)
      expect((await peek(tokenOf(second))).body.role).toBe('admin')
      const { invites } = (await admin.request('/v1/invites')).body
      expect(invites.filter((one: { email: string }) => one.email === 'twice@example.com')).toEqual([
        {
          id: second.body.id,
          email: 'twice@example.com',
          role: 'admin',
          createdAt: expect.any(String),
          expiresAt: second.body.expiresAt,
        },
      ])
    })

    it('404: a link that was revoked, or is older than a week', async () => {
      const revoked = await invite('revoked@example.com')
      expect((await admin.request(`/v1/invites/${revoked.body.id}`, { method: 'DELETE' })).status).toBe(204)
      expect((await admin.request(`/v1/invites/${revoked.body.id}`, { method: 'DELETE' })).status).toBe(404)
      expect((await accept(tokenOf(revoked))).status).toBe(404)
      const old = await invite('old@example.com')
      clock.advance(7 * DAY_MS - 1)
      expect((await peek(tokenOf(old))).status).toBe(200)
      clock.advance(1)
      expect((await peek(tokenOf(old))).status).toBe(404)
      expect((await accept(tokenOf(old))).status).toBe(404)
      for (const token of ['x', '%00', 'A'.repeat(43)]) expect((await peek(token)).status).toBe(404)
      for (const method of ['GET', 'POST'])
        expect((await docs.request(`/v1/invites/${tokenOf(old)}/peek`, { key: null, method })).status).toBe(404)
    })

    it('201: without a role it is the one that the list names, and the command line gives', async () => {
      const made = await admin.request('/v1/invites', { json: { email: 'plain@example.com' } })
      const { defaultRole } = (await admin.request('/v1/invites')).body
      expect((await peek(tokenOf(made))).body.role).toBe(defaultRole)
      const command = userCommand().commands.find((one) => one.name() === 'invite')!
      expect(command.options.find((option) => option.long === '--role')!.defaultValue).toBe(defaultRole)
    })

    it('409: somebody who is there already', async () => {
      expect(await invite(editor.email.toUpperCase())).toMatchObject({ status: 409, body: { code: 'user_exists' } })
    })

    it('403: an editor cannot invite, list or revoke', async () => {
      expect((await invite('a@example.com', 'admin', editor)).status).toBe(403)
      expect((await editor.request('/v1/invites')).status).toBe(403)
      expect((await editor.request('/v1/invites/inv_x', { method: 'DELETE' })).status).toBe(403)
    })

    it('400: a bad address, role or password leaves the link as it was', async () => {
      expect((await invite('nobody')).status).toBe(400)
      expect((await invite('a@example.com', 'owner')).status).toBe(400)
      const token = tokenOf(await invite('later@example.com'))
      expect((await accept(token, { password: 'short' })).status).toBe(400)
      expect((await accept(token)).status).toBe(201)
    })
  })

  it('leave audit entries that name who did what', async () => {
    const rows = await docs.service.context.databases.main.query
      .selectFrom('audit')
      .select(['actor', 'action', 'object'])
      .where('project_id', 'is', null)
      .execute()
    expect(rows).toContainEqual({ actor: admin.email, action: 'user.invite', object: 'new@example.com' })
    expect(rows).toContainEqual({ actor: 'new@example.com', action: 'user.create', object: expect.stringMatching(/^usr_/) })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.remove', 'user.role.admin', 'user.invite.revoke']),
    )
  })
})
