import { describe, expect, test } from 'vitest'
import { siteFromTexts } from '../read/site-from-texts.ts'
import { checkSite } from './check-site.ts'

function problems(texts: Record<string, string>): string[] {
  return checkSite(siteFromTexts(texts)).map(
    ({ code, path, line, target }) => `${path}:${line} ${code}${target ? ` ${target}` : ''}`,
  )
}

describe('links between pages', () => {
  test.each([
    'b.md',
    './b.md',
    'b',
    'b.html',
    'b/',
    'b.md?x=1#b',
    '../docs/b.md',
    'folder',
    'folder/',
    'folder/index.md',
    'folder/index.html',
    'folder/c',
    'with%20space.md',
    'data.csv',
    '../code.py',
    '/docs/b.md',
    '/b',
    '/folder/c/',
    '/logo.svg',
    '#here',
    '#',
    '?tab=1',
    'https://a.example/none',
    'mailto:a@b.example',
    '//a.example/none',
    '{{ base }}/none',
    '@alias/none',
    '../../issues',
    '../.github/none.md',
  ])('take %s as good', (target) => {
    const site = siteFromTexts({
      'docs/a.md': `# Here\n[x](<${target}>)`,
      'docs/b.md': '# B',
      'docs/with space.md': '',
      'docs/data.csv': '',
      'docs/folder/index.md': '',
      'docs/folder/c.mdx': '',
      'code.py': '',
      'docs/public/logo.svg': '',
    })
    expect(checkSite({ ...site, unscanned: ['.github'] })).toEqual([])
  })

  test('are broken when nothing is there, with the line', () => {
    expect(problems({ 'a.md': '\n[x](b.md)\n[y](c/d)\n<a href="e.html">z</a>\n[r]\n\n[r]: f.md' })).toEqual([
      'a.md:2 broken-link b.md',
      'a.md:3 broken-link c/d',
      'a.md:4 broken-link e.html',
      'a.md:5 broken-link f.md',
    ])
  })

  test('are resolved from the address of the page as well as from its file', () => {
    expect(problems({ 'docs/guides/a.md': '[x](../b) [y](../../c) [z](./b)', 'docs/guides/b.md': '', 'docs/c.md': '' })).toEqual(
      [],
    )
  })

  test('from the root are broken only where the root is known', () => {
    const page = '[x](/guides/none) [y](/pricing)'
    expect(problems({ 'docs/a.md': page, 'docs/guides/b.md': '' })).toEqual(['docs/a.md:1 broken-link /guides/none'])
    expect(problems({ 'a.md': page, 'packages/site/guides/none.md': '' })).toEqual([])
    expect(problems({ 'a.mdx': page, 'docs.json': '{"navigation": {"pages": ["a"]}}' })).toEqual([
      'a.mdx:1 broken-link /guides/none',
      'a.mdx:1 broken-link /pricing',
    ])
  })

  test('are not judged in partial pages, whose place is not known', () => {
    expect(problems({ 'docs/_part.md': '[x](none.md)', 'snippets/a.mdx': '[x](none)' })).toEqual([])
  })

  test('find nothing missing when the listing of files is not complete', () => {
    expect(checkSite({ ...siteFromTexts({ 'a.md': '[x](none.md)' }), isTruncated: true })).toEqual([])
  })
})

describe('anchors', () => {
  test('are checked on this page and on others', () => {
    expect(
      problems({ 'a.md': '# Here\n[x](#here) [y](#gone) [z](b.md#there) [w](b#gone) [v](#Here)', 'b.md': '## There' }),
    ).toEqual(['a.md:2 broken-anchor #gone', 'a.md:2 broken-anchor b#gone'])
  })

  test('include those of the pages that a page takes in', () => {
    const part = { '_part.mdx': '## Inside' }
    expect(problems({ ...part, 'a.mdx': "import P from './_part.mdx'\n\n[x](#inside) [y](#outside)\n\n<P />" })).toEqual([
      'a.mdx:3 broken-anchor #outside',
    ])
    expect(problems({ 'a.mdx': "import P from './gone.mdx'\n\n[x](#inside)" })).toEqual(['a.mdx:1 missing-include ./gone.mdx'])
  })

  test('are compared by letters and digits where the generator has its own slugs', () => {
    const pages = { 'docs/a.md': '# It’s A & B\n[x](#its-a-b) [y](#it-s-a-b) [z](#c)' }
    expect(problems({ ...pages, 'mkdocs.yml': 'nav:\n  - a.md\n' })).toEqual(['docs/a.md:2 broken-anchor #c'])
  })

  test('of files that are no pages are not judged', () => {
    expect(problems({ 'a.md': '[x](code.py#L10) [y](#L3) [z](#:~:text=q)', 'code.py': '' })).toEqual([])
  })
})

describe('images', () => {
  test('must exist beside the page or in a folder of static files', () => {
    const texts = {
      'docs/a.md': '![x](i.png) ![y](/img/j.png) ![z](k.png) <img src="/l.png">',
      'docs/i.png': '',
      'static/img/j.png': '',
    }
    expect(problems({ ...texts, 'docs.json': '{"navigation": []}' })).toEqual([
      'docs/a.md:1 missing-image k.png',
      'docs/a.md:1 missing-image /l.png',
    ])
  })
})

describe('pages', () => {
  test('are checked for front matter, fences, titles and levels', () => {
    expect(problems({ 'a.md': '---\na: b: c\n---\n# A\n### B\n# C\n## D\n```\nx' })).toEqual([
      'a.md:2 front-matter-invalid',
      'a.md:5 heading-jump B',
      'a.md:6 duplicate-h1 C',
      'a.md:8 unclosed-fence',
    ])
  })

  test('may begin at any level, and release notes may have any headings', () => {
    expect(problems({ 'a.md': '### A\n## B', 'CHANGELOG.md': '# 2\n### x\n# 1\n' })).toEqual([])
  })
})

describe('redirects', () => {
  const json = (redirects: [string, string][]) =>
    JSON.stringify({ navigation: ['a'], redirects: redirects.map(([source, destination]) => ({ source, destination })) })

  test('make a link good, also with wildcards and over two steps', () => {
    const pages = { 'a.mdx': '[x](/old) [y](/v1/x/y) [z](/older) [w](./old) [v](/part-1)', 'b.mdx': '', 'v2/x/y.mdx': '' }
    const redirects = json([
      ['/old', '/b'],
      ['/v1/:slug*', '/v2/:slug*'],
      ['/older', '/old'],
      ['/part-*', '/b'],
    ])
    expect(problems({ ...pages, 'docs.json': redirects })).toEqual([])
  })

  test('are a problem when they go in a circle or nowhere', () => {
    const redirects = json([
      ['/x', '/y'],
      ['/y', '/x'],
      ['/z', '/none'],
      ['/w', 'https://a.example'],
      ['/v', '/b#c'],
    ]).replaceAll('{"source"', '\n{"source"')
    expect(problems({ 'a.mdx': '[x](/x) [z](/z)', 'b.mdx': '', 'docs.json': redirects })).toEqual([
      'docs.json:2 redirect-loop /x',
      'docs.json:3 redirect-loop /y',
      'docs.json:4 redirect-to-missing /z',
    ])
  })

  test('that catch their own destination by a wildcard do not loop while the page is there', () => {
    expect(problems({ 'a.mdx': '', 'docs/b.mdx': '', 'docs.json': json([['/docs/:slug*', '/docs/b']]) })).toEqual([])
  })

  test('in front matter count as well', () => {
    expect(problems({ 'docs/a.md': '[x](/guides/old)', 'docs/guides/b.md': '---\nredirect_from: /guides/old\n---\n' })).toEqual(
      [],
    )
  })
})

describe('a site whose files are numbered, without any configuration', () => {
  const site = {
    'docs/01-app/index.md': '# App\n',
    'docs/01-app/02-guides/sass.md': '# Sass\n\n## Modules\n',
    'docs/01-app/02-guides/03-fonts.md': '# Fonts\n\nSee [sass](./sass#modules).\n',
  }

  test('has addresses without the numbers', () => {
    const links = ['/docs/app', '/docs/app/guides/fonts', '/app/guides/sass#modules', './sass', '03-fonts.md']
    const page = links.map((target) => `[x](${target})`).join('\n\n')
    expect(problems({ ...site, 'docs/01-app/02-guides/04-all.md': `# All\n\n${page}\n` })).toEqual([])
  })

  test('still has broken links', () => {
    const page = '# All\n\n[x](/docs/app/guides/less)\n\n[x](./less)\n\n[x](/docs/app/guides/sass#mixins)\n'
    expect(problems({ ...site, 'docs/01-app/02-guides/04-all.md': page })).toEqual([
      'docs/01-app/02-guides/04-all.md:3 broken-link /docs/app/guides/less',
      'docs/01-app/02-guides/04-all.md:5 broken-link ./less',
      'docs/01-app/02-guides/04-all.md:7 broken-anchor /docs/app/guides/sass#mixins',
    ])
  })

  test('is not what a few dated pages make of a site', () => {
    const blog = { 'blog/2026-01-first.md': '# First\n', 'docs/a.md': '# A\n', 'docs/b.md': '[x](/docs/first)\n\n[x](/docs/a)\n' }
    expect(problems(blog)).toEqual(['docs/b.md:1 broken-link /docs/first'])
  })
})
