import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRenewableClassifier } from '../../src/analytics/classify/classifier.ts'
import { REGISTRY } from '../../src/analytics/classify/registry.ts'
import { readRegistryFile } from '../../src/analytics/classify/registry-file.ts'
import { USUAL_RULES, normalise } from '../../src/analytics/collect/normalise.ts'
import { createRegistryHolder } from '../../src/analytics/take-up-registry.ts'
import { type ViewStore, createViewStore } from '../../src/analytics/store/view-store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestStores, openTestStores } from '../support/test-stores.ts'

const HELPER = {
  agent: 'Helperine',
  operator: 'Helper Inc.',
  kind: 'assistant' as const,
  tokens: ['Helperine'],
  source: 'test',
  licence: 'MIT',
}
const NEWER = { ...REGISTRY, version: '2999.1', date: '2999-01-01', entries: [HELPER, ...REGISTRY.entries] }
/** A person's browser, as far as the shipped registry knows. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Helperine/1.0'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(ENGINES)('another registry on %s', (engine) => {
  let stores: TestStores
  let views: ViewStore

  beforeAll(async () => {
    stores = await openTestStores(engine)
    views = createViewStore(stores.databases.views)
  })
  afterAll(async () => {
    await views.close()
    await stores.close()
  })

  it('judges new views and those of the last days, and is given up when it is taken back', async () => {
    const projectId = await stores.newProject()
    const now = stores.clock.now()
    const classifier = createRenewableClassifier()
    const registry = createRegistryHolder(views, classifier)
    const read = async () => {
      const sighting = normalise({ ...USUAL_RULES, classifier }, { path: '/a', userAgent: USER_AGENT, ip: '203.0.113.7' }, now)
      if ('refused' in sighting) throw new Error(sighting.refused)
      await views.record(projectId, [sighting])
    }
    const totals = async () => {
      await views.maintain(async () => USUAL_RULES)
      const { human, ai } = (await views.rank(projectId, { from: null, to: null })).totals
      return { human, ai }
    }
    await registry.takeUp()
    await read()
    expect(await totals()).toEqual({ human: 1, ai: 0 })
    await views.updateRegistry({ file: NEWER, from: 'registry.json', sha256: 'a'.repeat(64), at: now })
    // By a process that has not noticed yet.
    await views.maintain(async () => USUAL_RULES)
    await read()
    await registry.takeUp()
    expect(registry.current()).toMatchObject({
      version: '2999.1',
      agents: REGISTRY.entries.length + 1,
      update: { from: 'registry.json' },
    })
    await read()
    expect(await totals()).toEqual({ human: 0, ai: 3 })
    const { rows } = await views.table('ai-agents', { projectId, days: { from: null, to: null } }, { offset: 0, limit: 9 })
    expect(rows).toMatchObject([{ agent: 'Helperine', operator: 'Helper Inc.', views: 3 }])
    await views.updateRegistry(null)
    await registry.takeUp()
    expect(registry.current()).toMatchObject({ version: REGISTRY.version, update: null })
    expect(await totals()).toEqual({ human: 3, ai: 0 })
  })

  it('stays behind one that a later version of Docwright brings', async () => {
    const registry = createRegistryHolder(views, createRenewableClassifier())
    const file = { ...NEWER, date: '2020-01-01' }
    await views.updateRegistry({ file, from: 'registry.json', sha256: 'b'.repeat(64), at: stores.clock.now() })
    await registry.takeUp()
    expect(registry.current()).toMatchObject({ version: REGISTRY.version, update: null })
  })
})

describe('the file of a registry', () => {
  const read = (file: unknown) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file)
    return readRegistryFile(text, hashOf(text).toUpperCase())
  }

  it('is taken with the hash that it has, and with new addresses', () => {
    const addressRanges = {
      date: '2999-01-01',
      source: 'test',
      licence: 'MIT',
      sets: { helper: ['203.0.113.0/24', '2001:db8::/32'] },
    }
    expect(read({ ...NEWER, addressRanges })).toEqual({ ...NEWER, addressRanges })
    expect(() => readRegistryFile(JSON.stringify(NEWER), hashOf('another file'))).toThrow(/hash of the file is/)
  })

  it.each([
    ['no JSON', '{', /not JSON/],
    ['a list', [], /not an object/],
    ['no version', { ...NEWER, version: '' }, /`version`/],
    ['a wrong date', { ...NEWER, date: 'today' }, /`date`/],
    ['no entries', { ...NEWER, entries: [] }, /`entries`/],
    ['an unknown kind', { ...NEWER, entries: [HELPER, { ...HELPER, kind: 'friend' }] }, /entry 2/],
    ['an entry without tokens', { ...NEWER, entries: [{ ...HELPER, tokens: [] }] }, /entry 1/],
    [
      'addresses that are none',
      { ...NEWER, addressRanges: { date: '2999-01-01', sets: { a: ['everywhere'] } } },
      /address ranges/,
    ],
    ['addresses without sets', { ...NEWER, addressRanges: { date: '2999-01-01' } }, /`addressRanges`/],
  ])('is refused: %s', (_name, file, message) => {
    expect(() => read(file)).toThrow(message)
  })
})
