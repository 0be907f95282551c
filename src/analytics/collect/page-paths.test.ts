import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PathRules, createPagePaths } from './page-paths.ts'

const toPagePath = createPagePaths()

describe('the path of a page', () => {
  it.each([
    ['/', '/'],
    ['', '/'],
    ['/guide', '/guide'],
    ['/guide/', '/guide'],
    ['/guide///', '/guide'],
    ['//guide//start', '/guide/start'],
    ['/guide?x=1', '/guide'],
    ['/guide/?x=/y/', '/guide'],
    ['/guide#part', '/guide'],
    ['/guide.md', '/guide'],
    ['/guide.mdx', '/guide'],
    ['/guide.html', '/guide'],
    ['/guide.HTML', '/guide'],
    ['/guide/index', '/guide'],
    ['/guide/index.html', '/guide'],
    ['/guide/index.md', '/guide'],
    ['/guide.html.md', '/guide'],
    ['/guide/index.html.md', '/guide'],
    ['/guide.htm.mdx?x', '/guide'],
    ['/a b.html.md', '/a b'],
    ['/guide.html.md/', '/guide'],
    ['/guide.md.html', '/guide.md'],
    ['/index.html.md', '/'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/reindex', '/reindex'],
    ['/guide/.md', '/guide/.md'],
    ['/.html/', '/.html'],
    ['/Guide', '/Guide'],
    ['/de/guide', '/de/guide'],
    ['/caf%C3%A9', '/café'],
    ['/café', '/café'],
    ['/a%20b', '/a b'],
    ['/100%', '/100%'],
    ['/%ff', '/%ff'],
    ['/llms.txt', '/llms.txt'],
    ['/v1.2/start', '/v1.2/start'],
    ['guide', '/guide'],
    ['https://docs.example.com', '/'],
    ['https://docs.example.com/guide/?q#h', '/guide'],
    ['https://docs.example.com?x', '/'],
    ['WSS://docs.example.com/live', '/live'],
    ['/guide:start', '/guide:start'],
    ['example.com:443', '/example.com:443'],
  ])('%s is %s', (address, path) => {
    expect(toPagePath(address)).toEqual({ path })
  })

  it.each(['/a\u0000', '/a\nb', '/a%0Ab', '/a%C2%85', `/${'x'.repeat(512)}`, `/${'é'.repeat(256)}`])(
    '%j is refused, with the reason',
    (address) => {
      expect(toPagePath(address)).toEqual({
        refused: expect.stringMatching(/\w/),
        reason: expect.stringMatching(/^control-characters$|^path-too-long$/),
      })
    },
  )

  it.each([
    'about:blank',
    'file:///home/ada/saved/index.html',
    'data:text/html,x',
    'blob:https://docs.example.com/1-2',
    'ftp://x/y',
  ])('%s is not a page of a site', (address) => {
    expect(toPagePath(address)).toEqual({ refused: expect.stringContaining("isn't a page"), reason: 'not-a-page' })
  })

  it('is its own path: what was a page once is the same page again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const page = toPagePath(url)
        if ('path' in page && !/[%?#]|\.(mdx?|html?)$|\/index$/i.test(page.path)) expect(toPagePath(page.path)).toEqual(page)
      }),
    )
  })
})

describe('the rules of a project', () => {
  it.each<[string, Partial<PathRules>, string, string | null]>([
    ['a base path is cut off', { basePath: '/docs' }, '/docs/guide', '/guide'],
    ['also when it is asked for itself', { basePath: '/docs' }, '/docs', '/'],
    ['also when it was written with slashes or without', { basePath: 'docs/' }, '/docs/index.html', '/'],
    ['also as its twin', { basePath: '/docs' }, '/docs.md', '/'],
    ['but not where twins are kept', { basePath: '/docs', twins: 'kept' }, '/docs.md', null],
    ['a locale, too, as its twin', { foldedLocales: ['de'] }, '/de.html', '/'],
    ['also when it is percent-encoded', { basePath: '/docs' }, '/%64ocs/guide', '/guide'],
    ['what is outside the base path is no page', { basePath: '/docs' }, '/blog/guide', null],
    ['a name that only begins like the base path is outside', { basePath: '/docs' }, '/docs2/guide', null],
    ['the base path has its case', { basePath: '/docs' }, '/Docs/guide', null],
    ['unless case is folded', { basePath: '/Docs', case: 'folded' }, '/dOCS/Guide', '/guide'],
    ['case can be folded', { case: 'folded' }, '/Guide/ÉTÉ', '/guide/été'],
    ['a trailing slash can be kept', { trailingSlash: 'kept' }, '/guide/', '/guide/'],
    ['but only one', { trailingSlash: 'kept' }, '/guide//', '/guide/'],
    ['and its absence too', { trailingSlash: 'kept' }, '/guide', '/guide'],
    ['an index is then its folder', { trailingSlash: 'kept' }, '/guide/index.html', '/guide/'],
    ['a file is then its page', { trailingSlash: 'kept' }, '/guide.html', '/guide'],
    ['the root stays the root', { trailingSlash: 'kept' }, '/', '/'],
    ['twins can be kept', { twins: 'kept' }, '/guide.md', '/guide.md'],
    ['also an index', { twins: 'kept' }, '/guide/index', '/guide/index'],
    ['slashes are cut from kept twins', { twins: 'kept' }, '/guide.md/', '/guide.md'],
    ['locales are kept by themselves', {}, '/de/guide', '/de/guide'],
    ['locales can be folded', { foldedLocales: ['de', 'pt-BR'] }, '/de/guide', '/guide'],
    ['in any case', { foldedLocales: ['de', 'pt-BR'] }, '/pt-br/Guide', '/Guide'],
    ['also the root of one', { foldedLocales: ['de'] }, '/de', '/'],
    ['also its index', { foldedLocales: ['de'] }, '/de/index.html', '/'],
    ['others are kept', { foldedLocales: ['de'] }, '/fr/guide', '/fr/guide'],
    ['only as a whole segment', { foldedLocales: ['de'] }, '/demo/guide', '/demo/guide'],
    ['only as the first segment', { foldedLocales: ['de'] }, '/guide/de', '/guide/de'],
    ['behind the base path', { basePath: '/docs', foldedLocales: ['de'] }, '/docs/de/guide', '/guide'],
    ['all at once', { basePath: '/docs', foldedLocales: ['de'], case: 'folded' }, 'https://x.example/Docs/DE/A.MD?b#c', '/a'],
  ])('%s', (_, rules, address, path) => {
    const page = createPagePaths(rules)(address)
    if (path === null) expect(page).toMatchObject({ reason: 'outside-base-path', refused: expect.stringContaining('/docs') })
    else expect(page).toEqual({ path })
  })

  it('give the same for addresses that take the short way and those that do not', () => {
    const plain = fc.stringMatching(/^(?:\/(?:[\w~-]{1,8}|index)){1,4}(?:\/|\.md|\.mdx|\.htm|\.html|\.txt)?(?:[?#][/.a]{0,3})?$/)
    fc.assert(
      fc.property(plain, (path) => {
        expect(toPagePath(path)).toEqual(toPagePath(`http://x${path}`))
      }),
    )
  })
})
