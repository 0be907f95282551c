import { describe, expect, it } from 'vitest'
import { judgeChange } from '../../src/policy/judge-change.ts'
import { siteTraits } from '../../src/policy/site-traits.ts'

async function change(path: string, before: string | null, after: string | null) {
  const traits = await siteTraits([path], async () => before)
  const site = { traits, otherPages: async function* () {} }
  return judgeChange([{ path, before, after }], { ciFiles: false, code: false }, site)
}

interface Site {
  path: string
  text: string
  /** Replacements that edit navigation or redirects. */
  edits: [string, string][]
  /** Replacements that do more, or something else. */
  others: [string, string][]
}

const SITES: Site[] = [
  {
    path: 'docs.json',
    text: '{\n  "name": "Acme",\n  "theme": "mint",\n  "integrations": { "gtm": { "tagId": "GTM-1" } },\n  "navigation": { "groups": [{ "group": "Start", "pages": ["a", "b"] }] },\n  "redirects": [{ "source": "/old", "destination": "/a" }]\n}\n',
    edits: [
      ['"b"]', '"b", "c"]'],
      ['["a", "b"]', '["b"]'],
      ['"Start"', '"Get started: now"'],
      [
        '[{ "source": "/old", "destination": "/a" }]',
        '[{ "source": "/old", "destination": "/a" }, { "source": "/x", "destination": "https://example.com/x", "permanent": true }]',
      ],
      [',\n  "redirects": [{ "source": "/old", "destination": "/a" }]', ''],
      ['"navigation": {', '"navbar": { "links": [{ "label": "Blog", "href": "https://example.com" }] },\n  "navigation": {'],
      ['  "theme": "mint",\n', '  "theme":   "mint",\n\n'],
    ],
    others: [
      ['"GTM-1"', '"GTM-2"'],
      ['"theme": "mint"', '"theme": "mint", "scripts": ["https://attacker.example/x.js"]'],
      ['"theme": "mint",', ''],
      ['"name": "Acme"', '"name": "Acme", "name": "Evil"'],
      ['"navigation": {', '"integrations": {}, "navigation": {'],
      ['"destination": "/a"', '"destination": "javascript:evil()"'],
      ['"destination": "/a"', '"destination": "//attacker.example"'],
      ['"destination": "/a"', '"destination": "/\\\\attacker.example"'],
      ['"source": "/old", "destination": "/a"', '"source": "/:slug*", "destination": "https://attacker.example/:slug*"'],
      ['"Start"', '"<img src=x onerror=evil()>"'],
      ['"pages": ["a", "b"]', '"href": "java\\u0073cript:evil()", "pages": ["a", "b"]'],
      ['["a", "b"]', '["a", evil()]'],
      ['["a", "b"]', '["a", "b"'],
    ],
  },
  {
    path: 'mkdocs.yml',
    text: 'site_name: Acme\ndocs_dir: docs\nmarkdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        old.md: a.md\nnav:\n  - Home: index.md\n  - Guides:\n      - a.md\nextra:\n  x: &anchor 1\n  y: *anchor\n',
    edits: [
      ['      - a.md\n', '      - a.md\n      - New page: b.md\n'],
      ['      - a.md\n', '      - "Quoted: title": b.md\n'],
      ['  - Home: index.md\n', ''],
      ['        old.md: a.md\n', '        old.md: a.md\n        older.md: https://example.com/a\n'],
      ['nav:\n  - Home: index.md\n  - Guides:\n      - a.md\n', ''],
      ['Guides', 'Handbook'],
    ],
    others: [
      ['  - search\n', '  - search\n  - macros\n'],
      ['extra:\n', 'hooks: [evil.py]\nextra:\n'],
      ['docs_dir: docs', 'docs_dir: /etc'],
      ['twemoji', 'to_svg'],
      ['      - a.md\n', '      - !!python/object/apply:os.system ["evil"]\n'],
      ['      - a.md\n', '      - &x a.md\n'],
      ['      - a.md\n', '      - *anchor\n'],
      ['      - a.md\n', '      - a.md\u2028hooks: [evil.py]\n'],
      ['      - a.md\n', '      - a.md\u0085hooks: [evil.py]\n'],
      ['      - a.md\n', '      - |\n        text\n'],
      ['      - a.md\n', '      - <<: {}\n'],
      ['extra:\n', '---\nhooks: [evil.py]\n---\nextra:\n'],
      ['extra:\n', 'nav: []\nextra:\n'],
      ['        old.md: a.md\n', '        old.md: javascript:evil()\n'],
      ['Home: index.md', '"<script>evil()</script>": index.md'],
      ['site_name', 'INHERIT: /etc/x.yml\nsite_name'],
    ],
  },
  {
    path: 'docusaurus.config.js',
    text: "const path = require('path')\nmodule.exports = {\n  title: 'Acme', // a comment with { brackets [\n  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/old', to: '/a' }], createRedirects(x) { return undefined } }]],\n  themeConfig: {\n    navbar: { title: 'Acme', items: [{ to: '/a', label: 'A' }] },\n    footer: { links: [] },\n    regex: /[{'\"]/,\n  },\n}\n",
    edits: [
      ["{ from: '/old', to: '/a' }", "{ from: '/old', to: '/a' },\n      { from: ['/x', '/y'], to: '/b' }"],
      ["label: 'A'", "label: 'B', position: 'left'"],
      ['links: []', "links: [{ title: 'Docs', items: [{ label: 'A', href: 'https://example.com' }] }]"],
    ],
    others: [
      ["title: 'Acme',", "title: 'Acme', scripts: ['https://attacker.example/x.js'],"],
      ["{ from: '/old', to: '/a' }", "{ from: '/old', to: require('child_process').execSync('evil') }"],
      ["{ from: '/old', to: '/a' }", '{ from: `/old`, to: `${evil()}` }'],
      ["{ from: '/old', to: '/a' }", '...evil'],
      ["{ from: '/old', to: '/a' }", "{ from: '/old', get to() { return evil() } }"],
      ["{ from: '/old', to: '/a' }", "{ from: '/old', to: '/a', [evil()]: 1 }"],
      ["[{ from: '/old', to: '/a' }]", "[{ from: '/old', to: '/a' }].map(evil)"],
      ["[{ from: '/old', to: '/a' }]", 'evil'],
      ["{ from: '/old', to: '/a' }", "{ from: '/old', to: '/a', __proto__: {} }"],
      ["require('path')", "require('evil')"],
      ['module.exports', 'evil()\nmodule.exports'],
      ["label: 'A'", "label: 'A', type: 'html', value: '<img src=x onerror=evil()>'"],
      ["to: '/a', label", "to: 'javascript:evil()', label"],
      ["to: '/a', label", "to: '\\152avascript:evil()', label"],
      ["to: '/a', label", "to: '\\u{00000006a}avascript:evil()', label"],
      ["to: '/a', label", "to: 'java\\\u2028script:evil()', label"],
      ['return undefined', 'return evil()'],
      ['// a comment with { brackets [', '// a comment\n  evil: evil(),'],
    ],
  },
  {
    path: 'sidebars.ts',
    text: "import type { SidebarsConfig } from '@docusaurus/plugin-content-docs'\n\nconst sidebars: SidebarsConfig = {\n  docs: ['a', { type: 'category', label: 'B', items: ['b'] }],\n}\n\nexport default sidebars\n",
    edits: [
      ["items: ['b']", "items: ['b', 'c']"],
      ["['a', {", '[{'],
      ["label: 'B'", "label: 'Two words: and more', collapsed: false"],
      ["items: ['b'] }],\n", "items: ['b'] }],\n  api: [{ type: 'autogenerated', dirName: 'api' }],\n"],
    ],
    others: [
      ["items: ['b']", 'items: evil()'],
      ["items: ['b']", 'items: [`${evil()}`]'],
      ['export default sidebars', 'export default evil(sidebars)'],
      ['export default', "import x from 'evil'\nexport default"],
      ['}\n\nexport', '}\nevil()\nexport'],
      ["label: 'B'", "label: 'B', type: 'html', value: '<script>evil()</script>'"],
    ],
  },
  {
    path: 'docs/.vitepress/config.mts',
    text: "import { defineConfig } from 'vitepress'\nexport default defineConfig({\n  title: 'Acme',\n  themeConfig: {\n    nav: nav(),\n    sidebar: { '/guide/': [{ text: 'Guide', items: [{ text: 'A', link: '/guide/a' }] }], '/api/': api() },\n  },\n  vite: { plugins: [] },\n})\n\nfunction nav() {\n  return [\n    { text: 'Guide', link: '/guide/a', activeMatch: '/guide/' },\n  ]\n}\n",
    edits: [
      ["{ text: 'A', link: '/guide/a' }", "{ text: 'A', link: '/guide/a' }, { text: \"B's\", link: '/guide/b' }"],
      [
        "    { text: 'Guide', link: '/guide/a', activeMatch: '/guide/' },\n",
        "    { text: 'Guide', link: '/guide/a', activeMatch: '/guide/' },\n    { text: 'API', items: [{ text: 'A', link: '/api/a' }] }\n",
      ],
      ["{ '/guide/': [", "{ '/more/': [{ text: 'X', link: '/more/x' }], '/guide/': ["],
      ["text: 'Guide', items", "text: 'Handbook', items"],
    ],
    others: [
      ['plugins: []', 'plugins: [evil()]'],
      ['plugins: []', "plugins: ['evil']"],
      ['vite: {', "vite: { server: { fs: { allow: ['/'] } },"],
      ['nav: nav()', 'nav: evil()'],
      ["link: '/guide/a' }", 'link: evil() }'],
      ["text: 'A'", "text: '<img src=x onerror=evil()>'"],
      ["link: '/guide/a' }", "link: 'javascript:evil()' }"],
      ["title: 'Acme'", "title: 'Acme', head: [['script', {}, 'evil()']]"],
      ['  return [\n', '  evil()\n  return [\n'],
      ["activeMatch: '/guide/' }", "activeMatch: '/guide/' }, evil"],
    ],
  },
  {
    path: 'vercel.json',
    text: '{ "buildCommand": "npm run build", "redirects": [{ "source": "/old", "destination": "/a" }], "rewrites": [] }',
    edits: [
      ['}]', '}, { "source": "/b", "destination": "/c", "permanent": true }]'],
      ['{ "source": "/old", "destination": "/a" }', ''],
    ],
    others: [
      ['npm run build', 'evil'],
      ['"rewrites": []', '"rewrites": [{ "source": "/a", "destination": "https://attacker.example" }]'],
      ['{ "build', '{ "installCommand": "evil", "build'],
      ['"destination": "/a"', '"destination": "/a", "statusCode": 200'],
      ['"destination": "/a"', '"destination": "data:text/html,x"'],
    ],
  },
  {
    path: 'netlify.toml',
    text: '[build]\n  command = "npm run build"\n  publish = "dist"\n\n[[redirects]]\n  from = "/old"\n  to = "/a"\n\n[[headers]]\n  for = "/*"\n',
    edits: [
      ['[[headers]]', '[[redirects]]\n  from = "/b"\n  to = "/c"\n  status = 301\n  force = true\n\n[[headers]]'],
      ['[[redirects]]\n  from = "/old"\n  to = "/a"\n', ''],
      ['to = "/a"', 'to = "https://example.com/a"'],
    ],
    others: [
      ['npm run build', 'evil'],
      ['[[redirects]]\n', '[[plugins]]\n  package = "evil"\n\n[[redirects]]\n'],
      ['to = "/a"', 'to = "/a"\n  status = 200'],
      ['to = "/a"', 'to = "javascript:evil()"'],
      ['to = "/a"', 'to = "/a"\n  [redirects.headers]\n    X = "y"'],
      ['[build]\n', '[build]\n[[redirects]]\n  from = "/x"\n  to = "/y"\n'],
      ['to = "/a"', 'to = """/a"""'],
      ['from = "/old"\n  to = "/a"', 'from = "/*"\n  to = "https://attacker.example/:splat"'],
    ],
  },
  {
    path: 'book.toml',
    text: '[book]\ntitle = "Acme"\n\n[output.html.redirect]\n"/old.html" = "a.html"\n\n[preprocessor.x]\ncommand = "x"\n',
    edits: [['"/old.html" = "a.html"\n', '"/old.html" = "a.html"\n"/b.html" = "c.html"\n']],
    others: [
      ['command = "x"', 'command = "evil"'],
      ['[preprocessor.x]', '[preprocessor.y]\ncommand = "evil"\n[preprocessor.x]'],
    ],
  },
  {
    path: 'static/_redirects',
    text: '/old /a 301\n/api/* https://api.example.com/:splat 200\n',
    edits: [
      ['/old /a 301\n', '/old /a 301\n# moved\n/b /c 302\n/d https://example.com/d\n/e/* /f/:splat 308!\n'],
      ['/old /a 301\n', ''],
    ],
    others: [
      ['/old', '/x https://attacker.example/x 200\n/old'],
      ['/old', '/x /y 200\n/old'],
      ['/old', '/x javascript:evil() 301\n/old'],
      ['/old', '/x //attacker.example 301\n/old'],
      ['/old', '/* https://attacker.example/:splat 301!\n/old'],
      ['/old', '/x /y 301 Role=admin\n/old'],
      ['/old', '/x /y\n/x /.netlify/functions/x 200\n/old'],
    ],
  },
  {
    path: 'astro.config.mjs',
    text: "import starlight from '@astrojs/starlight'\nexport default defineConfig({ redirects: { '/old': '/a' }, integrations: [starlight({ title: 'A', sidebar: [{ label: 'B', items: ['b'] }] })] })\n",
    edits: [
      ["items: ['b']", "items: ['b', { label: 'C', slug: 'c' }]"],
      ["'/old': '/a'", "'/old': '/a', '/x': '/y'"],
    ],
    others: [
      ["title: 'A'", "title: 'A', head: [{ tag: 'script', content: 'evil()' }]"],
      ["items: ['b']", 'items: [evil()]'],
      ["'/a'", "'javascript:evil()'"],
    ],
  },
  {
    path: 'versioned_sidebars/version-1.0-sidebars.json',
    text: '{"docs": ["a", {"type": "category", "label": "B", "items": ["b"]}]}',
    edits: [
      ['"b"', '"b", "c"'],
      ['"B"', '"Two words"'],
    ],
    others: [['"b"', '{"type": "html", "value": "<script>evil()</script>"}']],
  },
  {
    path: 'redirects.json',
    text: '{ "/old": "/a", "list": [{ "from": "/x", "to": "/y" }] }',
    edits: [
      ['"/old": "/a"', '"/old": "/a", "/older": "/a"'],
      ['"/y"', '"https://example.com/y"'],
    ],
    others: [
      ['"/a"', '"//attacker.example"'],
      ['"/y"', '"javascript:evil()"'],
      ['"/x"', '"/x", "status": 200'],
    ],
  },
  {
    path: 'docs/antora.yml',
    text: 'name: acme\nnav:\n  - modules/ROOT/nav.adoc\next:\n  collector:\n    run: { command: x }\n',
    edits: [['nav.adoc\n', 'nav.adoc\n  - modules/b/nav.adoc\n']],
    others: [['command: x', 'command: evil']],
  },
  {
    path: '.gitbook.yaml',
    text: 'root: ./docs\nredirects:\n  old: a.md\n',
    edits: [['old: a.md', 'old: a.md\n  older: a.md']],
    others: [
      ['./docs', '../..'],
      ['old: a.md', 'old: javascript:evil()'],
    ],
  },
]

const replaced = ({ text }: Site, [from, to]: [string, string]) => {
  expect(text).toContain(from)
  return text.replace(from, () => to)
}

describe.each(SITES)('the configuration in $path', (site) => {
  it.each(site.edits)('may change in its navigation and redirects: %j to %j', async (...edit) => {
    const after = replaced(site, edit)
    expect(await change(site.path, site.text, after)).toBeNull()
    // The way back is one of the same kind.
    expect(await change(site.path, after, site.text)).toBeNull()
  })

  it.each(site.others)('may not change elsewhere, or to more than data: %j to %j', async (...edit) => {
    expect(await change(site.path, site.text, replaced(site, edit))).toMatchObject({
      code: 'policy_site_configuration',
      path: site.path,
    })
  })

  it('stays as it is under every spelling of its name', async () => {
    const [edit] = site.others
    expect(await change(site.path.toUpperCase(), site.text, replaced(site, edit!))).not.toBeNull()
  })

  it('may stay, and may not be removed', async () => {
    expect(await change(site.path, site.text, null)).toMatchObject({ code: 'policy_site_configuration' })
  })

  it('may not be new, unless it is nothing but redirects', async () => {
    const text = site.path.endsWith('_redirects') ? '/old /a 301\n' : site.text
    expect((await change(site.path, null, text)) === null).toBe(site.path.endsWith('_redirects'))
  })
})

describe('a hostile configuration', () => {
  it.each(['[', '{"a":', '{a:[', "nav: [{link:'", 'nav: [f(', 'nav:\n- ', '- ', '`${', '/*', "'", '[[redirects]]\n'])(
    'of nothing but %j is judged in proportion to its size',
    async (unit) => {
      for (const { path, text } of SITES) {
        expect(await change(path, text, unit.repeat(Math.ceil(100_000 / unit.length)))).not.toBeNull()
      }
    },
  )
})
