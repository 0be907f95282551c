import { describe, expect, test } from 'vitest'
import { siteFromTexts } from '../read/site-from-texts.ts'
import { checkSite, judgeSite } from './check-site.ts'

function problems(texts: Record<string, string>): string[] {
  return checkSite(siteFromTexts(texts)).map(({ code, path, target }) => `${path} ${code} ${target ?? ''}`.trim())
}

function broken(texts: Record<string, string>): string[] {
  return checkSite(siteFromTexts(texts)).map(({ target }) => target ?? '')
}

const links = (...targets: string[]) => targets.map((target) => `[x](${target})`).join(' ')

describe('Docusaurus', () => {
  const site = {
    'web/docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { routeBasePath: '/' } }]] }",
    'web/docs/p7.md': '# P7',
    'web/docs/guides/a.md': '',
    'web/docs/part/part.md': '',
    'web/blog/2024-05-01-news.md': '# News',
    'web/static/img/i.png': '',
    'web/src/pages/about.md': '',
  }

  test('takes files from the page, from the documents and from the site, with the ending that they have', () => {
    const good = links('p7.md', './guides/a.md', 'guides/a.md', '/guides/a.md', '/docs/p7.md', '@site/docs/p7.md', '/img/i.png')
    const bad = ['./p7.mdx', '../p7.md', '/guides/b.md', '@site/docs/p8.md']
    expect(broken({ ...site, 'web/docs/b.md': good + links(...bad) })).toEqual(bad)
    expect(broken({ ...site, 'web/docs/guides/b.md': links('p7.md', '../p7.md', './p7.md') })).toEqual(['./p7.md'])
  })

  test('serves documents, posts, pages and lists', () => {
    const good = links('/p7', '/guides/a', '/part', '/blog', '/blog/2024/05/01/news', '/about', '/blog/tags/x', '/category/x')
    const bad = ['/p8', '/docs/p7', '/blog/2024/05/02/news']
    expect(broken({ ...site, 'web/docs/b.md': good + links(...bad) })).toEqual(bad)
  })

  test('may have pages of plug-ins that are not known, which is said', () => {
    const config = "module.exports = { plugins: ['./mine.js'], presets: [['classic', {}]] }"
    const found = judgeSite(
      siteFromTexts({ 'docusaurus.config.js': config, 'docs/a.md': links('/showcase', '/docs/gone'), 'src/pages/x.md': '' }),
    )
    expect(found.problems.map(({ target }) => target)).toEqual(['/docs/gone'])
    expect(found.unjudged).toMatchObject([{ kind: 'link', reason: 'elsewhere', count: 1 }])
  })

  test('has parts whose anchors are on the pages that take them in', () => {
    const part = { 'web/docs/_part.mdx': links('#tags', '#none') }
    const page = "import Part from './_part.mdx'\n\n## Tags\n\n<Part />"
    expect(broken({ ...site, ...part, 'web/docs/b.mdx': page })).toEqual(['#none'])
    expect(broken({ ...site, ...part })).toEqual([])
  })

  test('does not mix up the sites of one repository', () => {
    const examples = { 'examples/x/docusaurus.config.js': '', 'examples/x/docs/only-there.md': '' }
    expect(broken({ ...site, ...examples, 'web/docs/b.md': links('/docs/only-there', '/only-there') })).toEqual([
      '/docs/only-there',
      '/only-there',
    ])
  })

  test('serves the newest version where no version is named, and what is being written below `next`', () => {
    const versions = {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }",
      'versions.json': '["2.0", "1.0"]',
      'versioned_docs/version-2.0/a.md': '',
      'versioned_docs/version-1.0/old.md': '',
      'docs/new.md': links('/docs/a', '/docs/1.0/old', '/docs/next/new', '/docs/new', '/docs/2.0/a', './a.md'),
    }
    expect(broken(versions)).toEqual(['/docs/new', '/docs/2.0/a', './a.md'])
  })

  test('lets translations stand for what they translate', () => {
    const translated = 'i18n/fr/docusaurus-plugin-content-docs/current'
    const texts = {
      'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }",
      'docs/a.md': '## A',
      'docs/b.md': '## B',
      [`${translated}/a.md`]: `## Un {#a}\n\n${links('./b.md', '/docs/b', '/docs/a#a', '/docs/a#un', './c.md')}`,
    }
    expect(broken(texts)).toEqual(['/docs/a#un', './c.md'])
  })
})

describe('VitePress', () => {
  const site = {
    '.vitepress/config.ts': "export default { base: '/p/', rewrites: { 'en/:rest*': ':rest*' }, locales: { root: {}, fr: {} } }",
    'en/guide/index.md': '',
    'en/guide/a.md': '# A',
    'fr/guide/a.md': '',
  }

  test('knows rewritten addresses, and an index only with its slash', () => {
    const good = links('/guide/a', '/guide/', './a', './a.md', '/fr/guide/a', '/p/guide/a', '/guide/a.html')
    const bad = ['/guide/c', '/guide', './a.mdx', '/fr/guide/c']
    expect(broken({ ...site, 'en/guide/b.md': good + links(...bad) })).toEqual(bad)
  })

  test('says so where a program rewrites addresses', () => {
    const found = judgeSite(
      siteFromTexts({ '.vitepress/config.ts': 'export default { rewrites: (path) => path.slice(1) }', 'a.md': links('/gone') }),
    )
    expect(found.problems).toEqual([])
    expect(found.unjudged).toMatchObject([{ kind: 'link', reason: 'elsewhere', count: 1 }])
  })

  test('has its side bars in several files, with bases', () => {
    const config = (base: string) => `import { defineAdditionalConfig } from 'vitepress'
export default defineAdditionalConfig({ themeConfig: { sidebar: { '${base}': { base: '${base}', items: items() } } } })
function items() { return [{ text: 'A', link: 'a' }, { text: 'B', link: 'gone' }] }`
    expect(problems({ ...site, 'config.ts': config('/guide/'), 'fr/config.ts': config('/fr/guide/') })).toEqual([
      'config.ts nav-missing-page gone',
      'fr/config.ts nav-missing-page gone',
    ])
  })
})

describe('MkDocs', () => {
  test('makes anchors from attributes, footnotes and tabs', () => {
    const page = '## New { id="9.7.0" }\n\nA[^1].\n\n[^1]: B\n\n=== ":icon-x: Tab"\n\n    C\n'
    const good = links('a.md#9.7.0', 'a.md#fn:1', 'a.md#fnref:1', 'a.md#9.7.0-tab', 'a.md#tab')
    expect(broken({ 'mkdocs.yml': '', 'docs/a.md': page, 'docs/b.md': good + links('a.md#9.8.0', 'a.mdx') })).toEqual([
      'a.md#9.8.0',
      'a.mdx',
    ])
  })

  test('may have hooks that make anchors from comments, which is said', () => {
    const found = judgeSite(
      siteFromTexts({
        'mkdocs.yml': 'hooks:\n  - h.py\n',
        'docs/a.md': `#### <!-- md:option one.two -->\n\n${links('#one.two', '#one.three')}`,
      }),
    )
    expect(found.problems.map(({ target }) => target)).toEqual(['#one.three'])
    expect(found.unjudged).toMatchObject([{ kind: 'anchor', reason: 'hook', count: 1 }])
  })

  test('does not stop being checked because it has a blog', () => {
    const texts = { 'mkdocs.yml': 'plugins:\n  - blog\nnav:\n  - gone.md\n', 'docs/a.md': links('b.md', 'blog/category/x.md') }
    expect(broken(texts)).toEqual(['b.md', 'gone.md'])
  })
})

test('Mintlify may be served below a base, which components have to name', () => {
  const page = '<Card href="/docs/b" />\n\n[b](/docs/b)\n\n<Card href="/docs/c" />\n'
  const found = judgeSite(siteFromTexts({ 'docs.json': '{"navigation": []}', 'a.mdx': page, 'b.mdx': '' }))
  expect(found.problems.map(({ line, target }) => `${line} ${target}`)).toEqual(['3 /docs/b', '5 /docs/c'])
  expect(found.unjudged).toMatchObject([{ kind: 'link', reason: 'elsewhere', count: 1 }])
})

describe('what hosts serve by rules', () => {
  test('is no redirect with 200 or 404', () => {
    const rules = '/app/*  /app  200\n/fr/*  /fr/404  404\n/a  /b  301\n/b  /a  302\n'
    expect(problems({ _redirects: rules, 'x.md': '' })).toEqual(['_redirects redirect-loop /a', '_redirects redirect-loop /b'])
  })
})
