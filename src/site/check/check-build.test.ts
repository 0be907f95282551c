import { describe, expect, test } from 'vitest'
import { siteFromTexts } from '../read/site-from-texts.ts'
import { judgeSite } from './check-site.ts'

function problems(texts: Record<string, string>): string[] {
  return judgeSite(siteFromTexts(texts)).problems.map(({ code, path, line, target }) =>
    `${path}:${line} ${code} ${target ?? ''}`.trim(),
  )
}

describe('configuration', () => {
  test.each([
    ['docs.json', '{\n  "navigation": {\n    "pages": ["a",]\n  }\n}', 'docs.json:3 config-invalid'],
    ['docs.json', '{\n  "navigation": { "pages": ["a"] }\n', 'docs.json:3 config-invalid'],
    ['mkdocs.yml', 'site_name: x\nnav:\n  - a: [b\n', 'mkdocs.yml:4 config-invalid'],
  ])('%s that cannot be read is a problem: %j', (path, text, expected) => {
    expect(problems({ [path]: text, 'a.md': '' }).filter((problem) => problem.includes('config-invalid'))).toEqual([expected])
  })

  test('may have tags of Python and a key twice', () => {
    expect(problems({ 'mkdocs.yml': 'a: !!python/name:x.y\nb: !ENV [X, y]\na: 1\n', 'docs/a.md': '' })).toEqual([])
  })

  test('names icons and logos that must exist', () => {
    const mint = { navigation: [], favicon: '/icon.ico', logo: { light: '/logo/light.svg', dark: '/logo/gone.svg' } }
    expect(problems({ 'docs.json': JSON.stringify(mint), 'icon.ico': '', 'logo/light.svg': '' })).toEqual([
      'docs.json:1 missing-file /logo/gone.svg',
    ])
    const docusaurus = "module.exports = { favicon: 'img/gone.ico', themeConfig: { navbar: { logo: { src: 'img/l.svg' } } } }"
    expect(problems({ 'docusaurus.config.js': docusaurus, 'static/img/l.svg': '' })).toEqual([
      'docusaurus.config.js:1 missing-file img/gone.ico',
    ])
    const mkdocs = 'theme:\n  favicon: gone.png\nextra_css:\n  - x.css\n'
    expect(problems({ 'mkdocs.yml': mkdocs, 'docs/x.css': '' })).toEqual(['mkdocs.yml:2 missing-file gone.png'])
    const vitepress = "export default { head: [['link', { rel: 'icon', href: '/gone.ico' }]], themeConfig: { logo: '/l.svg' } }"
    expect(problems({ '.vitepress/config.ts': vitepress, 'public/l.svg': '' })).toEqual([
      '.vitepress/config.ts:1 missing-file /gone.ico',
    ])
  })
})

describe('what a page needs', () => {
  test('must be there: imports, snippets and includes', () => {
    const page =
      "import A from '/snippets/a.mdx'\nimport B from '../b.jsx'\nimport C from 'package'\n\n<Snippet file=\"gone.mdx\" />"
    expect(problems({ 'docs.json': '{"navigation": []}', 'x/p.mdx': page, 'snippets/a.mdx': '' })).toEqual([
      'x/p.mdx:2 missing-include ../b.jsx',
      'x/p.mdx:5 missing-include /snippets/gone.mdx',
    ])
    const docusaurus = "import A from '@site/src/a'\nimport B from '@theme/Tabs'\nimport C from '@site/src/gone'\n"
    expect(problems({ 'docusaurus.config.js': '', 'docs/p.mdx': docusaurus, 'src/a/index.tsx': '' })).toEqual([
      'docs/p.mdx:3 missing-include @site/src/gone',
    ])
    const vitepress = { '.vitepress/config.ts': '', 'p.md': '<<< @/code/a.js\n\n<<< ./gone.js\n\n<!--@include: @/gone.md-->\n' }
    expect(problems({ ...vitepress, 'code/a.js': '' })).toEqual([
      'p.md:3 missing-include ./gone.js',
      'p.md:5 missing-include @/gone.md',
    ])
    const mkdocs = 'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts]\n'
    expect(problems({ 'mkdocs.yml': mkdocs, 'docs/p.md': '--8<-- "a.md"\n--8<-- "gone.md"\n', 'parts/a.md': '' })).toEqual([
      'docs/p.md:2 missing-include gone.md',
    ])
  })

  test('is only text where no generator takes it in', () => {
    expect(problems({ 'README.md': '<<< ./gone.js\n--8<-- "gone.md"\n{{#include gone.rs}}\n' })).toEqual([])
  })
})

describe('operations of an API', () => {
  const json = JSON.stringify({ paths: { '/users': { get: {}, parameters: [] } }, webhooks: { made: {} } })
  const yaml = 'openapi: 3.1.0\npaths:\n  /users:\n    get:\n      responses: {}\n    "post":\n      x: 1\ncomponents: {}\n'

  test('must be in a description, in the named one if there is one', () => {
    const config = '{\n"navigation": {"pages": [\n"GET /users",\n"POST /gone"\n]}}'
    const page = (operation: string) => `---\nopenapi: ${operation}\n---\n`
    const texts = {
      'docs.json': config,
      'openapi.json': json,
      'two/openapi.yaml': yaml,
      'a.mdx': page('GET /users'),
      'b.mdx': page('"two/openapi.yaml POST /users"'),
      'c.mdx': page('"openapi.json POST /users"'),
      'd.mdx': page('webhook made'),
    }
    expect(problems(texts)).toEqual([
      'c.mdx:1 missing-operation openapi.json POST /users',
      'docs.json:4 missing-operation POST /gone',
    ])
  })

  test('are not judged where no description is in the repository, which is said', () => {
    const site = siteFromTexts({ 'docs.json': '{"navigation": {"pages": ["GET /users"]}}' })
    expect(judgeSite(site)).toMatchObject({ problems: [], unjudged: [{ kind: 'operation', reason: 'remote', count: 1 }] })
  })
})
