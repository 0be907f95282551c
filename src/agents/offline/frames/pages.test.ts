import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

const MINT = {
  'docs.json':
    '{\n  "name": "Acme",\n  "navigation": {\n    "groups": [\n      {\n        "group": "Guides",\n        "pages": [\n          "guides/setup",\n          "guides/use"\n        ]\n      }\n    ]\n  }\n}\n',
  'guides/setup.mdx':
    "---\ntitle: Setup\n---\n\nimport A from '../snippets/a.jsx'\n\n[use](use) [home](/index) ![x](../images/x.png)\n",
  'guides/use.mdx': '---\ntitle: Use\n---\n\n[setup](/guides/setup#top) [again](./setup)\n',
  'index.mdx': '---\ntitle: Home\n---\n\n<Card href="/guides/setup">Go</Card>\n',
  'images/x.png': 'x',
  'snippets/a.jsx': '',
}

const MKDOCS = {
  'mkdocs.yml':
    'site_name: Acme\nplugins:\n  - redirects:\n      redirect_maps:\n        older.md: setup.md\nnav:\n  - Home: index.md\n  - Guides:\n      - Set up: guides/setup.md\n      - guides/use.md\n',
  'docs/index.md': '[a](guides/setup.md)\n',
  'docs/guides/setup.md': '# Set up\n\n[use](use.md) [home](../index.md#x)\n',
  'docs/guides/use.md': '# Use\n',
  'docs/setup.md': '# S\n',
}

const DOCUSAURUS = {
  'docusaurus.config.js':
    "export default { presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]], plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/docs/oldest', to: '/docs/intro' }] }]] }\n",
  'sidebars.js':
    "export default {\n  docs: ['intro', { type: 'category', label: 'Guides', items: ['guides/setup', 'guides/use'] }],\n}\n",
  'docs/intro.md': '# Intro\n\n[a](./guides/setup.md)\n',
  'docs/guides/setup.md': '# Setup\n',
  'docs/guides/use.md': '# Use\n',
}

const VITEPRESS = {
  '.vitepress/config.mts':
    "export default {\n  themeConfig: {\n    sidebar: [\n      { text: 'Setup', link: '/guides/setup' },\n      { text: 'Use', link: '/guides/use' },\n    ],\n  },\n}\n",
  'index.md': '[a](/guides/setup)\n',
  'guides/setup.md': '# Setup\n',
  'guides/use.md': '# Use\n',
}

describe('movePage', () => {
  test('keeps the manner of links on a site whose files are numbered and whose root is not known', async () => {
    const site = {
      'docs/01-app/02-guides/03-sass.md': '# Sass\n',
      'docs/01-app/02-guides/04-fonts.md': '# Fonts\n\n[sass](/docs/app/guides/sass#x) [here](./sass)\n',
      'docs/01-app/01-start.md': '# Start\n\n[fonts](/docs/app/guides/fonts)\n',
    }
    const { files } = await answerOn(site, 'Move docs/01-app/02-guides/03-sass.md to docs/01-app/05-styles/01-sass.md')
    expect(files['docs/01-app/02-guides/04-fonts.md']).toBe(
      '# Fonts\n\n[sass](/docs/app/styles/sass#x) [here](../05-styles/01-sass)\n',
    )
    expect(files['docs/01-app/01-start.md']).toBe(site['docs/01-app/01-start.md'])
  })

  test('moves a page of a docs.json site with its links, its entry and a redirect', async () => {
    const { files, changed } = await answerOn(MINT, 'Move guides/setup.mdx to start/setup.mdx')
    expect(changed).toEqual(['docs.json', 'guides/setup.mdx', 'guides/use.mdx', 'index.mdx', 'start/setup.mdx'])
    expect(files['start/setup.mdx']).toBe(
      "---\ntitle: Setup\n---\n\nimport A from '../snippets/a.jsx'\n\n[use](../guides/use) [home](/index) ![x](../images/x.png)\n",
    )
    expect(files['guides/use.mdx']).toContain('[setup](/start/setup#top) [again](../start/setup)')
    expect(files['index.mdx']).toContain('<Card href="/start/setup">')
    const settings = JSON.parse(files['docs.json'] ?? '') as { navigation: { groups: { pages: string[] }[] }; redirects: unknown }
    expect(settings.navigation.groups[0]?.pages).toEqual(['start/setup', 'guides/use'])
    expect(settings.redirects).toEqual([{ source: '/guides/setup', destination: '/start/setup' }])
  })

  test('lets imports follow a page into a deeper folder', async () => {
    const { files } = await answerOn(MINT, 'move guides/setup to guides/first/setup')
    expect(files['guides/first/setup.mdx']).toContain("import A from '../../snippets/a.jsx'")
    expect(files['guides/first/setup.mdx']).toContain('![x](../../images/x.png)')
  })

  test('moves a page of an MkDocs site', async () => {
    const { files } = await answerOn(MKDOCS, 'Rename docs/guides/setup.md to install.md')
    expect(files['docs/index.md']).toBe('[a](guides/install.md)\n')
    expect(files['docs/guides/install.md']).toBe('# Set up\n\n[use](use.md) [home](../index.md#x)\n')
    expect(files['mkdocs.yml']).toContain('      - Set up: guides/install.md\n')
    expect(files['mkdocs.yml']).toContain('        older.md: setup.md\n        guides/setup.md: guides/install.md\n')
  })

  test('moves a page of a Docusaurus site', async () => {
    const { files } = await answerOn(DOCUSAURUS, 'move docs/guides/setup.md to docs/install.md')
    expect(files['sidebars.js']).toContain("items: ['install', 'guides/use']")
    expect(files['docs/intro.md']).toContain('[a](./install.md)')
    expect(files['docusaurus.config.js']).toContain(
      "{ from: '/docs/oldest', to: '/docs/intro' }, { from: '/docs/guides/setup', to: '/docs/install' }",
    )
  })

  test('moves a page of a VitePress site and says that it has no redirects', async () => {
    const { files, summary } = await answerOn(VITEPRESS, 'move guides/setup.md to install.md')
    expect(files['guides/install.md']).toBe('# Setup\n')
    expect(files['.vitepress/config.mts']).toContain("{ text: 'Setup', link: '/guides/install' }")
    expect(files['index.md']).toBe('[a](/guides/install)\n')
    expect(summary).toContain('no redirect from `/guides/setup`')
  })

  test.each(['../out.md', '/etc/passwd.md', '.github/x.md', 'node_modules/x.md', 'guides/use.mdx', 'LICENSE.md', 'a\\b.md'])(
    'refuses to move a page to %s',
    async (to) => {
      const answer = await answerOn(MINT, `Move guides/setup.mdx to "${to}"`)
      expect(answer.changed).toEqual([])
      expect(answer.summary).toContain('Not carried out')
    },
  )

  test('says when a page does not exist, or when several have the name', async () => {
    const files = { 'a/x.md': '', 'b/x.md': '' }
    expect((await answerOn(files, 'move y.md to z.md')).summary).toContain('There is no page `y.md`.')
    expect((await answerOn(files, 'move x.md to z.md')).summary).toContain('`x.md` could be `a/x.md` or `b/x.md`.')
  })
})

describe('deletePage', () => {
  test('deletes a page, takes it out of the navigation and redirects it', async () => {
    const { files } = await answerOn(MINT, 'Delete guides/setup.mdx and redirect it to guides/use')
    expect(Object.keys(files)).not.toContain('guides/setup.mdx')
    expect(files['index.mdx']).toContain('<Card href="/guides/use">')
    const settings = JSON.parse(files['docs.json'] ?? '') as { navigation: { groups: { pages: string[] }[] }; redirects: unknown }
    expect(settings.navigation.groups[0]?.pages).toEqual(['guides/use'])
    expect(settings.redirects).toEqual([{ source: '/guides/setup', destination: '/guides/use' }])
  })

  test('keeps a page that others link to when there is nothing to lead them to', async () => {
    const answer = await answerOn(MINT, 'Delete the page guides/setup')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('`index.mdx` line 5: links to `guides/setup.mdx`')
  })

  test.each([
    [MKDOCS, 'docs/guides/use.md', 'docs/setup.md', 'mkdocs.yml', '- guides/use.md'],
    [DOCUSAURUS, 'docs/guides/use.md', 'docs/intro.md', 'sidebars.js', 'guides/use'],
    [VITEPRESS, 'guides/use.md', 'guides/setup.md', '.vitepress/config.mts', '/guides/use'],
  ])('takes the entry out of every kind of navigation', async (site, page, to, file, entry) => {
    const { files } = await answerOn(site, `Delete ${page} and redirect it to ${to}`)
    expect(files[file]).not.toContain(entry)
    expect(files[file]).toContain('guides/setup')
  })
})

describe('createPage', () => {
  test('creates a page like its neighbours and puts it behind them', async () => {
    const { files, summary } = await answerOn(MINT, 'Create a page guides/webhooks titled "Webhooks: how"')
    expect(files['guides/webhooks.mdx']).toBe('---\ntitle: "Webhooks: how"\n---\n')
    expect(files['docs.json']).toContain('"guides/use",\n          "guides/webhooks"\n')
    expect(summary).toContain('no text yet')
  })

  test.each([
    [MKDOCS, 'docs/guides/webhooks.md', 'mkdocs.yml', '      - guides/use.md\n      - guides/webhooks.md\n'],
    [DOCUSAURUS, 'docs/guides/webhooks.md', 'sidebars.js', "['guides/setup', 'guides/use', 'guides/webhooks']"],
    [
      VITEPRESS,
      'guides/webhooks.md',
      '.vitepress/config.mts',
      "      { text: 'Use', link: '/guides/use' },\n      { text: 'Webhooks', link: '/guides/webhooks' },\n",
    ],
  ])('adds an entry to every kind of navigation', async (site, page, file, entry) => {
    const { files } = await answerOn(site, `Add a page ${page} titled Webhooks with the text "Hooks call you."`)
    expect(files[page]).toBe('# Webhooks\n\nHooks call you.\n')
    expect(files[file]).toContain(entry)
  })

  test('makes the name of the file from the title', async () => {
    const { files } = await answerOn(MKDOCS, 'Create a new page called "Big Picture" in guides/')
    expect(files['docs/guides/big-picture.md']).toBe('# Big Picture\n')
  })

  test.each(['../x.md', '/x.md', '.hidden/x.md', 'docs/index.md', 'a/../../x.md'])('refuses to create %s', async (path) => {
    const answer = await answerOn(MKDOCS, `Create a page "${path}" titled "X"`)
    expect(answer.changed).toEqual([])
  })
})

describe('insertText', () => {
  const files = { 'a.md': '# A\n\n## Install\n\nOld.\n\n## Use\n', 'b.md': '# B\n\n## Use\n' }

  test('inserts a text right below a heading, once', async () => {
    const once = await answerOn(files, 'Insert "New." under the heading "Install" in a.md')
    expect(once.files['a.md']).toBe('# A\n\n## Install\n\nNew.\n\nOld.\n\n## Use\n')
    expect((await answerOn(once.files, 'Insert "New." under the heading "Install" in a.md')).changed).toEqual([])
  })

  test('inserts a text at the end of a section', async () => {
    const { files: after } = await answerOn(files, 'Add "New." at the end of the section "Install"')
    expect(after['a.md']).toBe('# A\n\n## Install\n\nOld.\n\nNew.\n\n## Use\n')
  })

  test('inserts what follows a colon', async () => {
    const { files: after } = await answerOn(files, 'Add the following under "Use" in b.md:\n\nRun it.\n\n- once\n- twice')
    expect(after['b.md']).toBe('# B\n\n## Use\n\nRun it.\n\n- once\n- twice\n')
  })

  test('asks for the page when several have the heading', async () => {
    const answer = await answerOn(files, 'Insert "New." under "Use"')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('Several headings have this text')
  })
})

describe('addChangelogEntry', () => {
  test('adds an entry to what is not released', async () => {
    const { files } = await answerOn(
      { 'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A\n\n## 1.0\n\n- B\n' },
      'Add a changelog entry "C" under Fixed',
    )
    expect(files['CHANGELOG.md']).toBe('# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A\n- C\n\n## 1.0\n\n- B\n')
  })

  test('starts a section above the newest release', async () => {
    const { files } = await answerOn(
      { 'CHANGELOG.md': '# Changelog\n\n## 1.0\n\n* B\n' },
      'Add a changelog entry: Tokens now expire. See "keys".',
    )
    expect(files['CHANGELOG.md']).toBe('# Changelog\n\n## Unreleased\n\n* Tokens now expire. See "keys".\n\n## 1.0\n\n* B\n')
  })

  test('says when there is no changelog', async () => {
    expect((await answerOn({ 'a.md': '' }, 'Add "x" to the changelog')).summary).toContain('There is no changelog')
  })
})
