import { describe, expect, test } from 'vitest'
import { EditableSite } from '../editable-site.ts'
import { movePageTo } from './move-page.ts'

function siteOf(texts: Record<string, string>): EditableSite {
  return new EditableSite(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]))
}

describe('a page of a Docusaurus site with versions, in a repository with examples', () => {
  const config = `export default {
  presets: [['classic', { docs: { sidebarPath: 'sidebars.ts' } }]],
}`
  const texts = {
    'website/docusaurus.config.ts': config,
    'website/sidebars.ts': "export default {\n  docs: ['start', 'seo'],\n}\n",
    'website/versions.json': '["2.0", "1.0"]',
    'website/versioned_sidebars/version-1.0-sidebars.json': '{"docs": ["start", "seo"]}',
    'website/versioned_sidebars/version-2.0-sidebars.json': '{"docs": ["start", "seo"]}',
    'website/docs/start.md': '[seo](./seo.md) [released](/docs/seo)',
    'website/docs/seo.md': '# SEO\n\n[start](./start.md)',
    'website/versioned_docs/version-1.0/start.md': '',
    'website/versioned_docs/version-1.0/seo.md': '',
    'website/versioned_docs/version-2.0/start.md': '',
    'website/versioned_docs/version-2.0/seo.md': '',
    'website/static/_redirects': '/docs/old /docs/start 301\n\n/fr/* /fr/404 404\n',
    ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`examples/${name}/docusaurus.config.js`, config])),
  }

  test('moves in its own side bar once, and released versions stay as they are', () => {
    const site = siteOf(texts)
    movePageTo(site, 'website/docs/seo.md', 'website/docs/guides/seo.md')
    expect(site.text('website/sidebars.ts')).toBe("export default {\n  docs: ['start', 'guides/seo'],\n}\n")
    for (const path of site.paths().filter((path) => path.includes('versioned')))
      expect(site.text(path)).toBe(texts[path as keyof typeof texts])
    expect(site.text('website/docs/start.md')).toBe('[seo](./guides/seo.md) [released](/docs/seo)')
    expect(site.text('website/docs/guides/seo.md')).toBe('# SEO\n\n[start](../start.md)')
  })

  test('gets its redirect before the rule that catches what is left', () => {
    const site = siteOf(texts)
    movePageTo(site, 'website/docs/seo.md', 'website/docs/guides/seo.md')
    expect(site.text('website/static/_redirects')).toBe(
      '/docs/old /docs/start 301\n/docs/next/seo /docs/next/guides/seo 301\n\n/fr/* /fr/404 404\n',
    )
  })
})

test('a page whose address is its own is redirected to from below the folder of the documents', () => {
  const site = siteOf({
    'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }",
    'docs/intro.md': '---\nslug: /\n---\n',
    'docs/a.md': '',
    'static/_redirects': '/docs/x /docs/a\n',
  })
  movePageTo(site, 'docs/intro.md', 'docs/first.md')
  expect(site.model().pages.get('docs/first.md')?.frontMatter.routes).toEqual(['/'])
  // Its address did not change, so nothing has to lead to it.
  expect(site.text('static/_redirects')).toBe('/docs/x /docs/a\n')
})

describe('a page of a VitePress site', () => {
  const texts = {
    'docs/.vitepress/config.ts': `export default {
  rewrites: { 'en/:rest*': ':rest*' },
  themeConfig: { sidebar: { '/guide/': { base: '/guide/', items: guide() } } },
}
function guide() {
  return [{ text: 'A', link: 'a' }, { text: 'B', link: 'b' }]
}
`,
    'docs/en/guide/a.md': '[b](./b) [b](/guide/b)',
    'docs/en/guide/b.md': '',
  }

  test('is found in a side bar with a base, and named below it', () => {
    const site = siteOf(texts)
    const { notes } = movePageTo(site, 'docs/en/guide/b.md', 'docs/en/guide/part/b.md')
    expect(site.text('docs/.vitepress/config.ts')).toContain("{ text: 'B', link: 'part/b' }")
    expect(site.text('docs/en/guide/a.md')).toBe('[b](./part/b) [b](/guide/part/b)')
    expect(notes.join(' ')).not.toContain('not in the navigation')
  })

  test('gets a base of its own where it leaves the one of its side bar', () => {
    const site = siteOf(texts)
    movePageTo(site, 'docs/en/guide/b.md', 'docs/en/reference/b.md')
    expect(site.text('docs/.vitepress/config.ts')).toContain("{ text: 'B', link: 'b', base: '/reference/' }")
  })
})

test('a redirect of MkDocs is a path below its folder, wherever the site is served', () => {
  const site = siteOf({
    'mkdocs.yml':
      'site_url: https://acme.example/tool/\nplugins:\n  - redirects:\n      redirect_maps:\n        older.md: start.md\nnav:\n  - start.md\n  - seo.md\n',
    'docs/start.md': '',
    'docs/seo.md': '',
  })
  movePageTo(site, 'docs/seo.md', 'docs/search.md')
  expect(site.text('mkdocs.yml')).toContain('        older.md: start.md\n        seo.md: search.md\n')
})

describe('a page that moves', () => {
  test('keeps the imports of its code samples, and its own ones follow', () => {
    const site = siteOf({
      'client/a.mdx': "import X from './x'\n\n# A\n\n```ts\nimport { y } from './y'\n```\n",
      'server/b.mdx': '# B\n',
    })
    movePageTo(site, 'client/a.mdx', 'server/a.mdx')
    expect(site.text('server/a.mdx')).toBe("import X from '../client/x'\n\n# A\n\n```ts\nimport { y } from './y'\n```\n")
  })

  test('out of the folder that the navigation is about leaves the navigation to its owner, and says so', () => {
    const site = siteOf({
      'site/mkdocs.yml': 'site_name: A\nnav:\n  - index.md\n  - how-to/graphql.md\n',
      'site/docs/index.md': '# A\n',
      'site/docs/how-to/graphql.md': '# G\n',
    })
    const { left } = movePageTo(site, 'site/docs/how-to/graphql.md', 'advanced/graphql.md')
    expect(site.text('site/mkdocs.yml')).toContain('  - how-to/graphql.md\n')
    expect(left.map(({ what }) => what).join()).toContain('in the navigation; change it by hand')
  })
})
