import { beforeAll, describe, expect, test } from 'vitest'
import { scanPage } from '../read/scan-page.ts'
import { buildSite, type Site } from '../read/site.ts'
import { checkSite } from './check-site.ts'
import { compareProblems } from './compare-problems.ts'

const PAGES = 4000
const LINKS_PER_PAGE = 5

/** Every hundredth page has one broken link, one broken anchor and one missing image. */
function pageText(index: number): string {
  const links = Array.from({ length: LINKS_PER_PAGE }, (_, step) => {
    const other = (index * 7 + step * 13) % PAGES
    return step % 2 === 0 ? `[l](/section-${other % 40}/page-${other}#usage)` : `[l](../section-${other % 40}/page-${other}.mdx)`
  })
  const faults = index % 100 === 0 ? '[x](/section-1/none) [y](#none) ![z](/img/none.png)' : ''
  return `---\ntitle: Page ${index}\n---\n\n## Usage\n\n${links.join(' and ')}\n\n\`\`\`sh\n[not](a-link)\n\`\`\`\n\n${faults}\n`
}

function pathOf(index: number): string {
  return `docs/section-${index % 40}/page-${index}.mdx`
}

/** Counts how often a set is asked, which is what the time of a check goes up with. */
class CountingSet extends Set<string> {
  lookups = 0

  override has(value: string): boolean {
    this.lookups += 1
    return super.has(value)
  }
}

describe('a site of thousands of pages', () => {
  let site: Site

  beforeAll(() => {
    const paths = Array.from({ length: PAGES }, (_, index) => pathOf(index))
    const pages = new Map(paths.map((path, index) => [path, scanPage(path, pageText(index))]))
    const navigation = { navigation: { pages: [...paths.map((path) => path.slice('docs/'.length, -'.mdx'.length)), 'gone'] } }
    site = buildSite({
      paths: [...paths, 'docs/docs.json'],
      pages,
      texts: new Map([['docs/docs.json', JSON.stringify(navigation, null, 2)]]),
    })
  })

  test('has exactly the faults that were put in', () => {
    const counts = new Map<string, number>()
    for (const { code } of checkSite(site)) counts.set(code, (counts.get(code) ?? 0) + 1)
    expect(Object.fromEntries(counts)).toEqual({
      'broken-link': PAGES / 100,
      'broken-anchor': PAGES / 100,
      'missing-image': PAGES / 100,
      'nav-missing-page': 1,
    })
  })

  test('costs a few look-ups per link and not one per page', () => {
    const files = new CountingSet(site.files)
    checkSite({ ...site, files })
    const links = PAGES * LINKS_PER_PAGE + PAGES
    expect(files.lookups / links).toBeLessThan(10)
  })

  test('gives up one problem more when one page is removed from under its links', () => {
    const removed = pathOf(7)
    const files = new Set(site.files)
    files.delete(removed)
    const pages = new Map(site.pages)
    pages.delete(removed)
    const { added, fixed } = compareProblems(checkSite(site), checkSite({ ...site, files, pages }))
    expect(fixed).toEqual([])
    expect(new Set(added.map(({ code }) => code))).toEqual(new Set(['broken-link', 'nav-missing-page']))
    expect(added.filter(({ code }) => code === 'broken-link')).toHaveLength(LINKS_PER_PAGE)
  })
})
