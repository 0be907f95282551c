import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../../src/database/audit-store.ts'
import { createCipher } from '../../src/secrets/cipher.ts'
import { deleteSecret } from '../../src/secrets/delete-secret.ts'
import { createSecrets } from '../../src/secrets/secrets.ts'
import { setSecret } from '../../src/secrets/set-secret.ts'
import { listSecrets } from '../../src/secrets/store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const VALUE = 'sk-secret-of-a-project-0001'

describe.each(ENGINES)('secrets of projects on %s', (engine) => {
  const cipher = createCipher(Buffer.from('the secret of the service'))
  let stores: TestStores
  beforeAll(async () => {
    stores = await openTestStores(engine)
  })
  afterAll(() => stores.close())

  const deps = () => ({ database: stores.databases.main, ids: stores.ids, cipher })
  const secrets = (own = cipher) => createSecrets(stores.databases.main, own)

  it('are found by their project and name only', async () => {
    const [projectId, other] = [await stores.newProject(), await stores.newProject()]
    await setSecret(deps(), { projectId, name: 'openai', value: `${VALUE}\n`, actor: 'test' })
    expect(await secrets().find(projectId, 'openai')).toBe(VALUE)
    expect(await secrets().find(projectId, 'google')).toBeNull()
    expect(await secrets().find(other, 'openai')).toBeNull()
    expect(await secrets().readable(projectId)).toEqual([VALUE])
  })

  it('take the place of the one that had their name', async () => {
    const projectId = await stores.newProject()
    await setSecret(deps(), { projectId, name: 'openai', value: VALUE, actor: 'first' })
    stores.clock.advance(1000)
    const second = await setSecret(deps(), { projectId, name: 'openai', value: 'short', actor: 'second' })
    expect(second).toEqual({ name: 'openai', lastFour: null, setAt: stores.clock.now(), setBy: 'second' })
    expect(await listSecrets(stores.databases.main, projectId)).toMatchObject([second])
    expect(await secrets().find(projectId, 'openai')).toBe('short')
  })

  it('show their last four characters from twenty on', async () => {
    const projectId = await stores.newProject()
    const set = async (value: string) => (await setSecret(deps(), { projectId, name: 'google', value, actor: 'test' })).lastFour
    expect(await set('a'.repeat(15) + '1234')).toBeNull()
    expect(await set('a'.repeat(16) + '1234')).toBe('1234')
  })

  it('are in no row but encrypted', async () => {
    const projectId = await stores.newProject()
    await setSecret(deps(), { projectId, name: 'anthropic', value: VALUE, actor: 'test' })
    const rows = await stores.databases.main.query.selectFrom('secret').selectAll().execute()
    const audit = await listAudit(stores.databases.main, projectId)
    expect(JSON.stringify([rows, audit])).not.toContain(VALUE.slice(0, 12))
  })

  it('say which one cannot be decrypted, and what to do', async () => {
    const projectId = await stores.newProject()
    await setSecret(deps(), { projectId, name: 'code-host-token', value: VALUE, actor: 'test' })
    const other = secrets(createCipher(Buffer.from('another secret of the service')))
    await expect(other.find(projectId, 'code-host-token')).rejects.toMatchObject({
      code: 'secret_unreadable',
      message: `The secret \`code-host-token\` of project ${projectId} can't be decrypted: it was stored with another DOCWRIGHT_SECRET.`,
      hint: expect.stringContaining(`docwright project secret set --project ${projectId} code-host-token`),
    })
    expect(await other.readable(projectId)).toEqual([])
    expect(await other.unreadable(projectId)).toMatchObject([{ code: 'secret_unreadable' }])
    expect(await secrets().unreadable(projectId)).toEqual([])
  })

  it('do not open in the row of another project', async () => {
    const [projectId, other] = [await stores.newProject(), await stores.newProject()]
    await setSecret(deps(), { projectId, name: 'openai', value: VALUE, actor: 'test' })
    await setSecret(deps(), { projectId: other, name: 'openai', value: 'another-value', actor: 'test' })
    const [{ sealed } = { sealed: '' }] = await listSecrets(stores.databases.main, projectId)
    await stores.databases.main.query.updateTable('secret').set({ sealed }).where('project_id', '=', other).execute()
    await expect(secrets().find(other, 'openai')).rejects.toMatchObject({ code: 'secret_unreadable' })
  })

  it('are deleted once, and leave audit entries without their values', async () => {
    const projectId = await stores.newProject()
    await setSecret(deps(), { projectId, name: 'openai', value: VALUE, actor: 'someone' })
    await deleteSecret(deps(), projectId, 'openai', 'another')
    await expect(deleteSecret(deps(), projectId, 'openai', 'another')).rejects.toMatchObject({ code: 'secret_not_found' })
    expect(await secrets().find(projectId, 'openai')).toBeNull()
    const entries = (await listAudit(stores.databases.main, projectId)).filter(({ action }) => action.startsWith('secret.'))
    expect(entries.map(({ action, actor, object }) => [action, actor, object])).toEqual([
      ['secret.delete', 'another', 'openai'],
      ['secret.set', 'someone', 'openai'],
    ])
  })

  it.each(['', '  ', 'two words', 'line\nline', 'ümlaut', 'x'.repeat(4001)])(
    'are refused when they cannot be sent: %j',
    async (value) => {
      const projectId = await stores.newProject()
      const refused = setSecret(deps(), { projectId, name: 'openai', value, actor: 'test' })
      await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
      if (value.trim() !== '') await expect(refused).rejects.not.toThrow(value)
    },
  )
})
