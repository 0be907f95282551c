import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSite } from '../check/check-site.ts'
import { loadSite } from './load-site.ts'
import { siteFolder } from './site-folder.ts'

const PACKAGES = join(import.meta.dirname, '../../../node_modules')

/** The documentation that installed packages bring along: written by many people, and checked by readers for years. */
describe.each(['fastify', 'pino'])('the documentation of %s', (name) => {
  test('is read without false alarms', async () => {
    const site = await loadSite(await siteFolder(join(PACKAGES, name)))
    const links = [...site.pages.values()].flatMap((page) => page.links)
    expect(links.length).toBeGreaterThan(300)
    expect([...site.pages.values()].flatMap((page) => page.headings).length).toBeGreaterThan(100)
    const problems = checkSite(site)
    const ofCode = (code: string) => problems.filter((problem) => problem.code === code)
    expect(ofCode('unclosed-fence')).toEqual([])
    expect(ofCode('front-matter-invalid')).toEqual([])
    // A few targets are truly broken: a package leaves out files of its repository, and headings of fastify's were renamed.
    const broken = [...ofCode('broken-link'), ...ofCode('broken-anchor')].map(({ path, target }) => `${path} ${target}`)
    expect(new Set(broken).size).toBeLessThan(links.length / 100)
  })
})
