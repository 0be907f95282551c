import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../../src/database/data-folder.ts'
import { claimNode } from '../../src/database/node-claim.ts'
import { SecretMismatchError, adoptSecret, confirmSecret, isOtherSecret } from '../../src/database/secret-fingerprint.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

describe.each(ENGINES)('the secret of a database on %s', (engine) => {
  let stores: TestStores
  beforeEach(async () => {
    stores = await openTestStores(engine)
  })
  afterEach(() => stores.close())

  it('is that of the first node, and nodes with another are refused until an operator says otherwise', async () => {
    const { main } = stores.databases
    const [first, second] = [Buffer.from('the-secret-of-the-first-node'), Buffer.from('the-secret-of-the-second-node')]
    expect(await isOtherSecret(main, second)).toBe(false)
    await confirmSecret(main, first)
    await confirmSecret(main, first)
    await expect(confirmSecret(main, second)).rejects.toBeInstanceOf(SecretMismatchError)
    expect(await isOtherSecret(main, second)).toBe(true)
    const stored = JSON.stringify(await main.query.selectFrom('server_secret').selectAll().execute())
    for (const form of [first.toString(), first.toString('hex'), first.toString('base64')]) expect(stored).not.toContain(form)
    await adoptSecret(main, second)
    await confirmSecret(main, second)
    await expect(confirmSecret(main, first)).rejects.toBeInstanceOf(SecretMismatchError)
  })
})

describe('copies of a data folder on one PostgreSQL', () => {
  let stores: TestStores
  let folder: string
  let count = 0
  beforeEach(async () => {
    stores = await openTestStores('postgres')
    folder = mkdtempSync(join(tmpdir(), 'docwright-copies-'))
    openDataFolder(join(folder, 'first'), () => 'the-name')
    cpSync(join(folder, 'first'), join(folder, 'copy'), { recursive: true })
  })
  afterEach(async () => {
    await stores.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async (name: string) =>
    claimNode(
      stores.databases.main,
      openDataFolder(join(folder, name), () => 'unused'),
      () => `new-name-${++count}`,
    )

  it('have names of their own while both work, which they keep', async () => {
    const first = await start('first')
    const copy = await start('copy')
    expect(first.folder.instance).toBe('the-name')
    expect(copy.folder.instance).toMatch(/^new-name/)
    expect(readFileSync(join(folder, 'copy/docwright.json'), 'utf8')).toContain(copy.folder.instance)
    await copy.release()
    const again = await start('copy')
    expect(again.folder.instance).toBe(copy.folder.instance)
    for (const claim of [first, again]) await claim.release()
  })

  it('get the name back at once when they start again in their place, also after a kill', async () => {
    const killed = await start('first')
    const next = await start('first')
    expect(next.folder.instance).toBe('the-name')
    for (const claim of [killed, next]) await claim.release()
  })

  it('take the name over when the other has ended, or was not heard of for a while', async () => {
    await (await start('first')).release()
    const moved = await start('copy')
    expect(moved.folder.instance).toBe('the-name')
    stores.clock.advance(46_000)
    const back = await start('first')
    expect(back.folder.instance).toBe('the-name')
    for (const claim of [moved, back]) await claim.release()
  })
})
