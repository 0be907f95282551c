import { describe, expect, test } from 'vitest'
import { checkSite } from '../../check/check-site.ts'
import { localeOf } from '../editions.ts'
import { resolveNavigation } from '../resolve-target.ts'
import { siteFromTexts } from '../site-from-texts.ts'

const links = (...targets: string[]) => targets.map((target) => `[x](${target})`).join(' ')

function broken(texts: Record<string, string>): string[] {
  return checkSite(siteFromTexts(texts)).map(({ target }) => target ?? '')
}

/** The pages that the navigation names, in its order. */
function navigation(texts: Record<string, string>): string[] {
  const site = siteFromTexts(texts)
  return site.navigation.map((entry) => {
    const found = resolveNavigation(site, entry)
    return found.kind === 'page' ? found.path : found.kind
  })
}

describe('Astro Starlight', () => {
  const site = {
    'astro.config.mjs': `import starlight from '@astrojs/starlight'
export default defineConfig({
  redirects: { '/old': '/guides/start/' },
  integrations: [starlight({
    locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } },
    sidebar: ['index', { label: 'Guides', items: ['guides/start', { slug: 'guides/end' }, { link: '/guides/my-page/' }] }],
  })],
})`,
    'src/content/docs/index.mdx': '',
    'src/content/docs/guides/start.md': '',
    'src/content/docs/guides/end.mdx': '',
    'src/content/docs/guides/My Page.md': '',
    'src/content/docs/fr/guides/start.md': '',
    'src/pages/about.astro': '',
  }

  test('has its navigation in its configuration', () => {
    const docs = 'src/content/docs'
    expect(navigation(site)).toEqual([
      `${docs}/index.mdx`,
      `${docs}/guides/start.md`,
      `${docs}/guides/end.mdx`,
      `${docs}/guides/My Page.md`,
    ])
  })

  test('serves pages at their slugs, and what is not translated in the first language', () => {
    const good = links('/guides/my-page/', '../end/', '/fr/guides/start/', '/fr/guides/end/', '/about', '/old')
    const bad = ['/guides/gone/', '/fr/guides/gone/', '../gone/', '/pricing']
    const texts = { ...site, 'src/content/docs/guides/links.md': good + links(...bad) }
    expect(broken(texts)).toEqual(bad)
    expect(localeOf(siteFromTexts(texts), 'src/content/docs/fr/guides/start.md')).toBe('fr')
  })
})

describe('mdBook', () => {
  const site = {
    'book.toml': '[book]\nsrc = "text"\n\n[output.html.redirect]\n"/old.html" = "guide/a.html"\n"/older.html" = "gone.html"\n',
    'text/SUMMARY.md': '# Summary\n\n# A part\n\n- [A](guide/a.md)\n- [Draft]()\n  - [B](./guide/gone.md)\n',
    'text/guide/README.md': '',
    'text/guide/a.md': '',
  }

  test('has its navigation in its summary', () => {
    expect(navigation(site)).toEqual(['text/guide/a.md', 'missing'])
  })

  test('turns pages into HTML, and a README into an index', () => {
    const good = links('guide/a.md', 'guide/a.html', 'guide/index.html', 'guide/README.md', 'old.html')
    expect(broken({ ...site, 'text/b.md': good + links('guide/b.html', 'a') })).toEqual([
      '/older.html',
      './guide/gone.md',
      'guide/b.html',
      'a',
    ])
  })
})

describe('Nextra', () => {
  test('has the order of each folder in a `_meta` file', () => {
    expect(
      navigation({
        'next.config.mjs': "import nextra from 'nextra'\n",
        'content/_meta.js':
          "export default { index: 'Start', guide: 'Guide', x: { href: 'https://x.example' }, '---': { type: 'separator' } }",
        'content/guide/_meta.json': '{"a": {"title": "A"}}',
        'content/index.mdx': '',
        'content/guide/index.mdx': '',
        'content/guide/a.mdx': '',
      }),
    ).toEqual(['content/index.mdx', 'content/guide/index.mdx', 'content/guide/a.mdx'])
  })
})

describe('Sphinx and MyST', () => {
  test('has its navigation in the `toctree`s of its pages', () => {
    const index = '# Docs\n\n```{toctree}\n:maxdepth: 2\n\nguide/start\nThe end <guide/end>\nhttps://x.example\nself\n```\n'
    expect(
      navigation({
        'docs/conf.py': 'extensions = ["myst_parser"]\n',
        'docs/index.md': index,
        'docs/guide/start.md': '',
        'docs/guide/end.md': '',
      }),
    ).toEqual(['docs/guide/start.md', 'docs/guide/end.md'])
  })

  test('has it in YAML', () => {
    const toc = 'format: jb-book\nroot: index\nchapters:\n  - file: start\n    sections:\n      - file: gone\n'
    expect(navigation({ '_toc.yml': toc, 'index.md': '', 'start.md': '' })).toEqual(['index.md', 'start.md', 'missing'])
    const myst = 'project:\n  toc:\n    - file: index.md\n    - title: More\n      children:\n        - file: start.md\n'
    expect(navigation({ 'myst.yml': myst, 'index.md': '', 'start.md': '' })).toEqual(['index.md', 'start.md'])
  })
})

describe('Hugo', () => {
  const pages = {
    'content/en/_index.md': '',
    'content/en/docs/a.md': '# A',
    'content/no/docs/a.md': '',
    'static/img/i.png': '',
  }

  test.each([
    [
      'hugo.yaml',
      'contentDir: content/en\ndefaultContentLanguage: en\nlanguages:\n  en: {}\n  "no":\n    contentDir: content/no\n',
    ],
    [
      'config.toml',
      'defaultContentLanguage = "en"\n[languages.en]\ncontentDir = "content/en"\n[languages.no]\ncontentDir = "content/no"\n',
    ],
  ])('has its languages in %s', (name, text) => {
    const site = {
      ...pages,
      [name]: text,
      'content/en/docs/b.md': links('../a/', '../a/#a', '/docs/a/', '/no/docs/a/', '../c/', '../a/#c'),
    }
    expect(broken(site)).toEqual(['../a/#c', '../c/'])
    const model = siteFromTexts(site)
    expect([localeOf(model, 'content/en/docs/a.md'), localeOf(model, 'content/no/docs/a.md')]).toEqual([null, 'no'])
  })
})

describe('Jekyll', () => {
  test('serves collections and pages below its base, at the addresses that they name', () => {
    const site = {
      '_config.yml': 'baseurl: /p\ncollections:\n  docs:\n    output: true\n',
      '_docs/a.md': '',
      'about.md': '---\npermalink: /us/\n---\n',
      'index.md': links('/docs/a', '/p/docs/a', '/us/', '/p/about', 'about.md', 'gone.md'),
    }
    expect(broken(site)).toEqual(['gone.md'])
  })
})
