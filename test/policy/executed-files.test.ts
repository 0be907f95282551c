import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConfinedFiles } from '../../src/agents/files/confined-files.ts'
import { Refusal } from '../../src/agents/files/refusal.ts'
import { type Allowed, judgeChange } from '../../src/policy/judge-change.ts'
import { siteTraits } from '../../src/policy/site-traits.ts'
import { EXECUTED_FILES, executedPaths } from '../support/executed-files.ts'

const NOTHING: Allowed = { ciFiles: false, code: false }
const OLD = 'a: 1\n'
const NEW = 'a: 2\n'

/** The last look before the push, on a change of one file. */
async function judge(path: string, before: string | null, after: string | null, allowed = NOTHING) {
  const traits = await siteTraits([path], async () => null)
  return judgeChange([{ path, before, after }], allowed, { traits, otherPages: async function* () {} })
}

describe('a file that something runs or obeys', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'docwright-executed-'))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it('is one of some hundreds', () => {
    expect(executedPaths().length).toBeGreaterThan(450)
    expect(new Set(executedPaths()).size).toBeGreaterThan(430)
  })

  it.each(Object.keys(EXECUTED_FILES))('is refused before the push, whether it is new, changed or removed: %s', async (who) => {
    const passed: string[] = []
    for (const path of executedPaths(who)) {
      if (!(await judge(path, null, NEW))) passed.push(`new ${path}`)
      if (!(await judge(path, OLD, NEW))) passed.push(`changed ${path}`)
      if (!(await judge(path, OLD, null))) passed.push(`removed ${path}`)
      // Moved to where it is obeyed, or out of the way.
      if (!(await judge(path, null, OLD))) passed.push(`moved ${path}`)
    }
    expect(passed).toEqual([])
  })

  it.each(Object.keys(EXECUTED_FILES))('is refused by the tools of a model in the same ways: %s', async (who) => {
    const files = openConfinedFiles(directory)
    const passed: string[] = []
    const isRefused = (work: Promise<unknown>) =>
      work.then(
        () => false,
        (error: unknown) => error instanceof Refusal,
      )
    for (const path of executedPaths(who)) {
      if (!(await isRefused(files.write(path, Buffer.from(NEW))))) passed.push(`new ${path}`)
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), OLD)
      if (!(await isRefused(files.write(path, Buffer.from(NEW))))) passed.push(`changed ${path}`)
      if (!(await isRefused(files.move(path, 'docs/page.md')))) passed.push(`moved ${path}`)
      if (!(await isRefused(files.remove(path)))) passed.push(`removed ${path}`)
      expect(readFileSync(join(directory, path), 'utf8')).toBe(OLD)
      rmSync(join(directory, path))
    }
    expect(passed).toEqual([])
  })

  it('is opened by the setting for it, and by no other one', async () => {
    const open = async (path: string, allowed: Partial<Allowed>) =>
      (await judge(path, OLD, NEW, { ...NOTHING, ...allowed })) === null
    for (const path of ['package.json', 'docusaurus.config.js', 'src/index.ts', 'Makefile', 'yarn.lock', 'vercel.json']) {
      expect(await open(path, { code: true }), path).toBe(true)
      expect(await open(path, { ciFiles: true }), path).toBe(false)
    }
    for (const path of ['.gitlab-ci.yml', '.github/workflows/a.yml', 'lefthook.yml', '.vscode/tasks.json']) {
      expect(await open(path, { code: true }), path).toBe(false)
      expect(await open(path, { ciFiles: true }), path).toBe(true)
    }
    for (const path of ['.gitattributes', '.claude/settings.json', 'AGENTS.md', '.mcp.json', 'LICENSE'])
      expect(await open(path, { code: true, ciFiles: true }), path).toBe(false)
  })

  it.each([
    '.vſcode/tasks.json',
    '．vscode/tasks.json',
    '.VSCODE/tasks.json',
    '.vscode./tasks.json',
    '.vscode /tasks.json',
    '.vs\u200Ccode/tasks.json',
    '.vscode::$INDEX_ALLOCATION/tasks.json',
    '.github\\workflows\\a.yml',
    '．github／workflows／a.yml',
    '.ｇithub/workflows/a.yml',
    'ﬂy.toml',
    'package.jſon',
    'PACKAGE.JSON',
    'package.json.',
    'package.json::$DATA',
    'Ⅿakefile',
    'docs/ｐackage.json',
    'AGENTS.MD',
    'ＡＧＥＮＴＳ.md',
    'AGENTS.md ',
    '.cLaude/settings.json',
    '.Claude\u00AD/settings.json',
    'docs/requirements.TXT',
    'page.ＪＳ',
    'page.js\u0301',
    'docs/x.mdx/../x.js',
  ])('is refused in every spelling that some file system takes for it: %j', async (path) => {
    for (const [before, after] of [
      [null, NEW],
      [OLD, NEW],
      [OLD, null],
    ] as const)
      expect(await judge(path, before, after)).not.toBeNull()
  })

  it.each(['docs/agents.md', 'docs/models/gemini.md'])(
    'is a page about agents where there was one, and orders for them where it is new or in capitals: %s',
    async (path) => {
      expect(await judge(path, OLD, NEW)).toBeNull()
      expect(await judge(path, OLD, null)).toBeNull()
      for (const other of [path, path.replace('.md', '.MD'), path.slice(path.lastIndexOf('/') + 1)])
        expect(await judge(other, null, NEW)).toMatchObject({ code: 'policy_agent_orders' })
      expect(await judge(path.toUpperCase().replace('.MD', '.md'), OLD, NEW)).toMatchObject({ code: 'policy_agent_orders' })
      expect(await judge(path.replace('.md', '.mdx'), null, NEW)).toBeNull()
    },
  )

  it('is told with its rule, its path, the reason and what to do', async () => {
    expect(await judge('package.json', OLD, NEW)).toEqual({
      code: 'policy_code',
      path: 'package.json',
      problem: expect.stringContaining('run or obey'),
      hint: expect.stringContaining('--allow-code'),
    })
    expect(await judge('.gitlab-ci.yml', OLD, NEW)).toMatchObject({
      code: 'policy_ci_file',
      hint: expect.stringContaining('--allow-ci-files'),
    })
    expect(await judge('.gitattributes', OLD, NEW)).toMatchObject({ code: 'policy_git_file' })
    expect(await judge('AGENTS.md', OLD, NEW)).toMatchObject({ code: 'policy_agent_orders' })
    expect(await judge('mkdocs.yml', OLD, NEW)).toMatchObject({ code: 'policy_site_configuration' })
  })
})

describe('a file of the documentation', () => {
  it.each(
    'README.md docs/a.md docs/a.mdx docs/a.rst docs/a.adoc docs/a.html docs/a.txt CHANGELOG CHANGELOG.md CONTRIBUTING.md .github/CONTRIBUTING.md .github/ISSUE_TEMPLATE/bug.md docs/images/a.png docs/a.svg static/img/a.webp docs/a.pdf static/fonts/a.woff2 docs/a.mp4 openapi.yaml api-reference/openapi.json docs/openapi.yml static/openapi/v1.json i18n/de/code.json locales/de.json src/locales/pt-BR.json docs/_category_.json content/_meta.json _data/navigation.yml data/authors.toml docs/data/plans.csv snippets/plans.json docs/snippets/a.mdx SUMMARY.md src/SUMMARY.md docs/modules/ROOT/nav.adoc docs/styles/a.css style.css static/robots.txt llms.txt docs/.gitkeep .gitbook/assets/a.png .docwright/words.txt translations/de.po docs/README docs/ci/jenkins.md docs/github/workflows/a.md scripts/README.md docs/Ünïcode–page.md versioned_docs/version-1.0/a.md blog/2024-01-01-a.md src/content/docs/a.mdx src/pages/a.mdx docs/guides/node_modules.md docs/plugins/a.md docs/hooks/use-a.mdx docs/functions/a.rst docs/themes/a.png docs/layouts/a.adoc'.split(
      ' ',
    ),
  )('may be new, changed and removed: %s', async (path) => {
    expect(await judge(path, null, 'a\n')).toBeNull()
    expect(await judge(path, 'a\n', 'b\n')).toBeNull()
    expect(await judge(path, 'a\n', null)).toBeNull()
  })

  it('is data when it says that it is the description of an API, wherever it lies', async () => {
    const api = 'openapi: 3.1.0\ninfo:\n  title: Acme\n'
    expect(await judge('acme.yaml', api, `${api}paths: {}\n`)).toBeNull()
    expect(await judge('acme.json', '{"openapi": "3.1.0"}', '{"openapi": "3.1.0", "paths": {}}')).toBeNull()
    expect(await judge('acme.yaml', 'steps: []\n', api)).not.toBeNull()
    expect(await judge('ci/acme.yaml', api, api)).not.toBeNull()
  })
})
