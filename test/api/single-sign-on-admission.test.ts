import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removePerson } from '../../src/people/change-people.ts'
import { acceptInvite, invite } from '../../src/people/invites.ts'
import { findPersonByEmail, findPersonBySubject } from '../../src/people/person-store.ts'
import type { Role } from '../../src/people/person.ts'
import { CLIENT, type Claims, type OpenidProvider, startOpenidProvider } from '../support/openid-provider.ts'
import { PASSWORD, signIn } from '../support/people.ts'
import { BEGIN, CALLBACK, createBrowser } from '../support/test-browser.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** The settings that decide who gets in, by what they are called in the table. */
const MODES = {
  'invite only': {},
  'invite only, with a role': { DOCWRIGHT_OIDC_ROLE: 'admin' },
  domains: { DOCWRIGHT_OIDC_DOMAINS: 'example.com=editor, partner.org,bücher.example=admin' },
  'domains, with a role': { DOCWRIGHT_OIDC_DOMAINS: 'example.com,partner.org=viewer', DOCWRIGHT_OIDC_ROLE: 'editor' },
  organisation: { DOCWRIGHT_OIDC_ORGANISATION: 'Example.com' },
  'domains and organisation': { DOCWRIGHT_OIDC_DOMAINS: 'example.com=editor', DOCWRIGHT_OIDC_ORGANISATION: 'example.com' },
  'domains and tenant': {
    DOCWRIGHT_OIDC_DOMAINS: 'example.com',
    DOCWRIGHT_OIDC_ORGANISATION: '9188040d-6c67-4c5b-b112-36a304b66dad',
    DOCWRIGHT_OIDC_ORGANISATION_CLAIM: 'tid',
  },
} as const
type Mode = keyof typeof MODES

/** What the service knows of someone before they come. */
type Past = 'nothing' | 'password' | 'removed' | 'removed, invited' | 'removed, invite revoked' | `invited as ${Role}`

/** X stands for someone new in every row. */
const ROWS: [mode: Mode, claims: Claims, past: Past, outcome: Role | `no: ${string}`][] = [
  // Without a setting, only invites count.
  ['invite only', { email: 'X@example.com' }, 'nothing', 'no: invite_needed'],
  ['invite only', { email: 'X@example.com' }, 'invited as viewer', 'viewer'],
  ['invite only', { email: 'X@example.com' }, 'invited as admin', 'admin'],
  ['invite only', { email: 'X@EXAMPLE.COM' }, 'invited as editor', 'editor'],
  ['invite only', { email: 'X@example.com' }, 'removed', 'no: invite_needed'],
  ['invite only', { email: 'X@example.com' }, 'removed, invited', 'editor'],
  ['invite only', { email: 'X@example.com' }, 'password', 'no: link_first'],
  ['invite only', { email: 'X@gmail.com', hd: 'example.com' }, 'nothing', 'no: invite_needed'],
  ['invite only', { email: 'X@example.com', email_verified: false }, 'invited as viewer', 'no: email_not_verified'],
  // The role that there was before this release opens no door.
  ['invite only, with a role', { email: 'X@example.com' }, 'nothing', 'no: invite_needed'],
  ['invite only, with a role', { email: 'X@example.com' }, 'invited as viewer', 'viewer'],
  // Domains, with a role of their own or the one for all.
  ['domains', { email: 'X@example.com' }, 'nothing', 'editor'],
  ['domains', { email: 'X@Example.COM' }, 'nothing', 'editor'],
  ['domains', { email: 'X@partner.org' }, 'nothing', 'viewer'],
  ['domains', { email: 'X@bücher.example' }, 'nothing', 'admin'],
  ['domains', { email: 'X@xn--bcher-kva.example' }, 'nothing', 'admin'],
  ['domains', { email: 'X@example.com' }, 'invited as viewer', 'viewer'],
  ['domains', { email: 'X@example.com' }, 'password', 'no: link_first'],
  ['domains', { email: 'X@example.com' }, 'removed', 'no: invite_needed'],
  ['domains', { email: 'X@example.com' }, 'removed, invited', 'editor'],
  ['domains', { email: 'X@example.com' }, 'removed, invite revoked', 'no: invite_needed'],
  ['domains', { email: 'X@elsewhere.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@elsewhere.com' }, 'invited as viewer', 'viewer'],
  ['domains', { email: 'X@example.com', email_verified: false }, 'nothing', 'no: email_not_verified'],
  ['domains', {}, 'nothing', 'no: email_not_verified'],
  // Whatever looks like an allowed domain.
  ['domains', { email: 'X@evil-example.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@example.com.evil.org' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@sub.example.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@example.co' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@xexample.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@ex\u0430mple.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@ｅxample.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@example。com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@ex%61mple.com' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@bu\u0308cher.example' }, 'nothing', 'admin'],
  ['domains', { email: 'X@bucher.example' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@example.com.' }, 'nothing', 'no: email_not_verified'],
  ['domains', { email: 'X@example.com@evil.org' }, 'nothing', 'no: email_not_verified'],
  ['domains', { email: 'X@evil.org@example.com' }, 'nothing', 'no: email_not_verified'],
  ['domains', { email: '"X@evil.org"@example.com' }, 'nothing', 'no: email_not_verified'],
  ['domains', { email: '"X@example.com"@evil.org' }, 'nothing', 'no: email_not_verified'],
  ['domains', { email: '"X"@evil.org' }, 'nothing', 'no: invite_needed'],
  ['domains', { email: 'X@example.com\u200b' }, 'nothing', 'no: email_not_verified'],
  ['domains', { email: 'X@example.com\nbcc: eve@evil.org' }, 'nothing', 'no: email_not_verified'],
  // A Kelvin sign is a `k` once it is in lower case.
  ['domains', { email: 'X\u212a@example.com' }, 'nothing', 'no: email_not_verified'],
  ['domains, with a role', { email: 'X@example.com' }, 'nothing', 'editor'],
  ['domains, with a role', { email: 'X@partner.org' }, 'nothing', 'viewer'],
  // An organisation is asked of everyone, and opens no door on its own.
  ['organisation', { email: 'X@example.com', hd: 'example.com' }, 'nothing', 'no: invite_needed'],
  ['organisation', { email: 'X@example.com', hd: 'example.com' }, 'invited as editor', 'editor'],
  ['organisation', { email: 'X@example.com' }, 'invited as editor', 'no: other_organisation'],
  ['organisation', { email: 'X@example.com', hd: 'evil.org' }, 'invited as editor', 'no: other_organisation'],
  ['domains and organisation', { email: 'X@example.com', hd: 'example.com' }, 'nothing', 'editor'],
  ['domains and organisation', { email: 'X@example.com', hd: 'EXAMPLE.com' }, 'nothing', 'editor'],
  ['domains and organisation', { email: 'X@example.com' }, 'nothing', 'no: other_organisation'],
  ['domains and organisation', { email: 'X@example.com', hd: 'example.com.evil.org' }, 'nothing', 'no: other_organisation'],
  ['domains and organisation', { email: 'X@example.com', hd: ['example.com'] }, 'nothing', 'no: other_organisation'],
  ['domains and organisation', { email: 'X@example.com', hd: true }, 'nothing', 'no: other_organisation'],
  ['domains and organisation', { email: 'X@evil.org', hd: 'example.com' }, 'nothing', 'no: invite_needed'],
  ['domains and organisation', { email: 'X@example.com', hd: 'example.com' }, 'removed', 'no: invite_needed'],
  ['domains and organisation', { email: 'X@example.com', hd: 'example.com' }, 'password', 'no: link_first'],
  ['domains and tenant', { email: 'X@example.com', tid: '9188040D-6C67-4C5B-B112-36A304B66DAD' }, 'nothing', 'viewer'],
  ['domains and tenant', { email: 'X@example.com', tid: 'another', hd: '9188040d' }, 'nothing', 'no: other_organisation'],
  ['domains and tenant', { email: 'X@example.com' }, 'nothing', 'no: other_organisation'],
]

/** How else someone who was removed could spell their address, or come with another account or another address. */
const RETURNS: [how: string, email: (name: string) => string, isSameAccount: boolean][] = [
  ['the same account and address', (name) => `${name}@example.com`, true],
  ['the same account and another address', (name) => `other-${name}@example.com`, true],
  ['another account with the same address', (name) => `${name}@example.com`, false],
  ['another account, in capitals', (name) => `${name}@Example.com`.toUpperCase(), false],
  ['another account, with a tag', (name) => `${name}+again@example.com`, false],
  ['another account, with dots', (name) => `${name[0]}.${name.slice(1)}@example.com`, false],
  ['another account, in quotes', (name) => `"${name}"@example.com`, false],
]

describe.each(Object.keys(MODES) as Mode[])('a single sign-on set to %s', (mode) => {
  let provider: OpenidProvider
  let docs: TestService

  beforeAll(async () => {
    // Providers tell either way; half of the settings see one, half the other.
    provider = await startOpenidProvider({ tellsAllInToken: Object.keys(MODES).indexOf(mode) % 2 === 0 })
    docs = await startTestService({
      env: {
        DOCWRIGHT_OIDC_ISSUER: provider.issuer,
        DOCWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
        DOCWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
        ...MODES[mode],
      },
    })
    provider.allow(docs.url + CALLBACK)
  })
  afterAll(async () => {
    await docs.stop()
    await provider.stop()
  })

  const people = () => ({ database: docs.service.context.databases.main, ids: docs.service.context.ids })
  const signInAs = async (subject: string) => {
    const browser = createBrowser(docs)
    const { location } = await browser.get(BEGIN)
    const { location: end } = await browser.get((await provider.signIn(location!, subject)).slice(docs.url.length))
    const { user } = JSON.parse((await browser.get('/v1/session')).text)
    return { end, user }
  }
  /** The role with which someone is in, or why they are not. */
  const outcomeOf = async (subject: string, claims: Claims) => {
    provider.people.set(subject, { ...(claims.email === undefined ? {} : { email_verified: true }), ...claims })
    const { end, user } = await signInAs(subject)
    const code = /^\/sign-in\?error=(\w+)$/.exec(end!)?.[1]
    expect(user === null).toBe(code !== undefined)
    return code === undefined ? user.role : `no: ${code}`
  }
  const join = async (email: string) => {
    const { token } = await invite(people(), { email, role: 'admin', actor: 'test' })
    return (await acceptInvite(people(), { token, name: 'X', password: PASSWORD, before: null })).person
  }
  const prepare = async (past: Past, email: string) => {
    if (past === 'nothing') return
    if (past.startsWith('invited')) {
      await invite(people(), { email, role: past.slice('invited as '.length) as Role, actor: 'test' })
      return
    }
    const { id } = await join(email)
    if (past === 'password') return
    await removePerson(people(), { id, actor: 'test', mayBeLastAdmin: true })
    if (past === 'removed') return
    const made = await invite(people(), { email, role: 'editor', actor: 'test' })
    if (past === 'removed, invite revoked')
      await people().database.query.deleteFrom('invite').where('id', '=', made.invite.id).execute()
  }

  it.each(ROWS.filter(([of]) => of === mode).map(([, ...row]) => row))('%j with %s: %s', async (claims, past, expected) => {
    const name = `x${randomBytes(4).toString('hex')}`
    const email = claims.email?.replace('X', name)
    if (email !== undefined) await prepare(past, email)
    const before = email === undefined ? null : await findPersonByEmail(people().database, email.toLowerCase())
    expect(await outcomeOf(name, { ...claims, ...(email === undefined ? {} : { email }) })).toBe(expected)
    if (past === 'password') {
      // The account is as it was, and still opens with its password only.
      expect(await findPersonByEmail(people().database, email!)).toEqual(before)
      expect((await signIn(docs, email!)).status).toBe(200)
    }
  })

  it.each(mode === 'domains' ? RETURNS : [])('keeps someone who was removed out, with %s', async (_how, spell, isSameAccount) => {
    const name = `r${randomBytes(4).toString('hex')}`
    expect(await outcomeOf(name, { email: `${name}@example.com` })).toBe('editor')
    const { id } = (await findPersonByEmail(people().database, `${name}@example.com`))!
    await removePerson(people(), { id, actor: 'test', mayBeLastAdmin: true })
    const subject = isSameAccount ? name : `${name}-2`
    const email = spell(name)
    expect(await outcomeOf(subject, { email })).toBe('no: invite_needed')
    expect(await findPersonBySubject(people().database, `${provider.issuer} ${subject}`)).toBeNull()
    expect((await signIn(docs, email)).status).toBe(401)
    // An invite lets them in again, for good.
    await invite(people(), { email, role: 'viewer', actor: 'test' })
    expect(await outcomeOf(subject, { email })).toBe('viewer')
    expect(await outcomeOf(subject, { email })).toBe('viewer')
  })

  if (mode === 'domains')
    it('forgets who was removed once they accepted a new invite', async () => {
      const name = `r${randomBytes(4).toString('hex')}`
      const email = `${name}@example.com`
      const first = await join(email)
      await removePerson(people(), { id: first.id, actor: 'test', mayBeLastAdmin: true })
      await join(email)
      const rows = () => people().database.query.selectFrom('removed_person').selectAll().execute()
      expect(JSON.stringify(await rows())).not.toContain(name)
    })

  if (mode === 'organisation')
    it('refuses known people, too, once their account left the organisation', async () => {
      await invite(people(), { email: 'leaving@example.com', role: 'editor', actor: 'test' })
      expect(await outcomeOf('leaving', { email: 'leaving@example.com', hd: 'example.com' })).toBe('editor')
      expect(await outcomeOf('leaving', { email: 'leaving@example.com' })).toBe('no: other_organisation')
    })

  if (mode === 'invite only')
    it('takes an invite only with its own address, and leaves it to its owner', async () => {
      await invite(people(), { email: 'wanted@example.com', role: 'admin', actor: 'test' })
      expect(await outcomeOf('eve', { email: 'eve@example.com' })).toBe('no: invite_needed')
      expect(await outcomeOf('eve', { email: 'wanted+eve@example.com' })).toBe('no: invite_needed')
      expect(await outcomeOf('eve', { email: 'wanted@example.com', email_verified: false })).toBe('no: email_not_verified')
      expect(await outcomeOf('wanted', { email: 'wanted@example.com' })).toBe('admin')
    })
})
