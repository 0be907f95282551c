import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPagePath } from './page-path.ts'

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
    ['/index.html', '/'],
    ['/index', '/'],
    ['/reindex', '/reindex'],
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
  ])('%s is %s', (address, path) => {
    expect(toPagePath(address)).toEqual({ path })
  })

  it.each(['/a\u0000', '/a\nb', '/a%0Ab', '/a%C2%85', `/${'x'.repeat(512)}`, `/${'é'.repeat(256)}`])(
    '%j is refused, with the reason',
    (address) => {
      expect(toPagePath(address)).toEqual({ refused: expect.stringMatching(/\w/) })
    },
  )

  it('is its own path: what was a page once is the same page again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const page = toPagePath(url)
        if ('path' in page && !/[%?#]|\.(mdx?|html?)$|\/index$/i.test(page.path)) expect(toPagePath(page.path)).toEqual(page)
      }),
    )
  })
})
