import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

const SITE = {
  'docs.json': '{ "navigation": { "pages": ["guides/use", "index"] } }\n',
  'guides/use.mdx': '# Use\n',
  'index.mdx': '# Start\n',
}

describe('redirectAddress', () => {
  test('adds a redirect from an address that no page has, and nothing to the navigation', async () => {
    const { files, changed } = await answerOn(SITE, 'Redirect "/guide/usage" to "/guides/use"')
    expect(changed).toEqual(['docs.json'])
    expect(JSON.parse(files['docs.json']!)).toEqual({
      navigation: { pages: ['guides/use', 'index'] },
      redirects: [{ source: '/guide/usage', destination: '/guides/use' }],
    })
  })

  test('says so when the site has no place for redirects', async () => {
    const { changed, summary } = await answerOn({ 'use.md': '# Use\n' }, 'Redirect /usage to use.md')
    expect(changed).toEqual([])
    expect(summary).toContain('no file with redirects')
  })

  test.each([
    'Redirect /guides/use to index.mdx',
    'Redirect "/a b" to index.mdx',
    'Redirect "/a*" to index.mdx',
    'Redirect / to index.mdx',
  ])('leaves everything as it is: %s', async (instruction) => {
    expect((await answerOn(SITE, instruction)).changed).toEqual([])
  })
})
