import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderGuidePage } from '../../src/api/pages/guide/guide-page.ts'
import { type Guide, readGuide } from '../../src/api/pages/guide/read-guide.ts'
import { renderHits, search } from '../../src/api/pages/guide/search.ts'
import { createProgram, runCommandLine } from '../../src/cli/command-line.ts'
import { readConfig } from '../../src/config.ts'

const ROOT = join(import.meta.dirname, '..', '..')

let guide: Guide
beforeAll(async () => {
  guide = await readGuide(ROOT)
})

const page = (name: string) => guide.pages.get(name)!

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))

/** How a code is written where an error is made. */
const CODES = [
  /new Problem\(\s*[^,]+,\s*'([a-z_]+)'/g,
  /\[\s*\d{3},\s*'([a-z_]+)'/g,
  /\bcode: '([a-z_]+)'/g,
  /'(policy_[a-z_]+)'/g,
]

describe('the guide', () => {
  it('has cause and remedy of every error, and of nothing else', () => {
    const made = new Set(
      sources.flatMap((text) => CODES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => code!))),
    )
    const described = page('errors').sections.filter(({ anchor }) => anchor.includes('_') || made.has(anchor))
    expect(described.map(({ title }) => title).sort()).toEqual([...made].sort())
    for (const { title, text } of described) expect([title, /^\S.* Fix: \S/.test(text)]).toEqual([title, true])
  })

  it('has every variable that the server reads', () => {
    const read = new Set<string>()
    const variables = new Proxy({}, { get: (_, name) => void read.add(String(name)) })
    readConfig(variables)
    const text = page('configuration').text
    // Read for every code host and provider in the same way, and of use for some only.
    const unused =
      /^(?:PATH|DOCWRIGHT_CLICKHOUSE_URL|GOOGLE_API_KEY|(?:GITLAB|GITEA|BITBUCKET)_APP_\w+|(?:GITHUB|GITLAB|GITEA)_USERNAME)$/
    expect([...read].filter((name) => !unused.test(name) && !text.includes(`\`${name}\``))).toEqual([])
  })

  it('has only links that lead somewhere on this server', () => {
    const anchors = new Map(
      [...guide.pages.values()].map(({ file, sections }) => [guide.addressOf(file), sections.map(({ anchor }) => anchor)]),
    )
    const served = new Set(['/docs', '/openapi.json', ...[...guide.files.keys()].map((name) => `/guide/${name}`)])
    const lost = [...guide.pages.values()].flatMap((one) => {
      const { text } = renderGuidePage(guide, one)
      return [...text.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, target = '']) => {
        const [path = '', anchor] = (target.startsWith('#') ? guide.addressOf(one.file) + target : target).split('#')
        if (path.startsWith('https:') || served.has(path) || path === '/' || (path === '' && anchor === 'content')) return []
        if (anchor === 'content' || (anchors.has(path) && (!anchor || anchors.get(path)!.includes(anchor)))) return []
        return [`${one.file}: ${target}`]
      })
    })
    // Files of the repository that are for its developers, in the pages that are for them.
    expect(lost.filter((entry) => !/^(?:CONTRIBUTING|ARCHITECTURE|SECURITY)\.md/.test(entry))).toEqual([])
  })

  it('passes the check that it recommends', async () => {
    expect(await runCommandLine(['check', join(ROOT, 'docs')])).toBe(0)
  })

  it('lists every page of docs/ in its contents', () => {
    const listed = guide.sidebar.flatMap(({ links }) => links.map(({ href }) => href))
    const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md')
    expect(pages.filter((name) => !listed.includes(`/guide/${name.replace('.md', '')}`))).toEqual([])
  })
})

describe('the commands of the guide', () => {
  it('exist, with their options', async () => {
    const program = await createProgram()
    const wrong = [...guide.pages.values(), { file: 'README.md', text: readFileSync(join(ROOT, 'README.md'), 'utf8') }]
      .filter(({ file }) => !/adr\/|CHANGELOG|ARCHITECTURE/.test(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/(?:^|`|\$\()(?:npx )?docwright ([a-z][^`\n]*)/gm)].flatMap(([line, rest]) =>
          isKnown(program, rest!.split(/\s+/)) ? [] : [`${file}: ${line}`],
        ),
      )
    expect(wrong).toEqual([])
  })
})

/** Follows the words from command to subcommand; all options behind them must be those of the last one. */
function isKnown(command: Command, [word, ...rest]: string[]): boolean {
  const next = command.commands.find((one) => one.name() === word)
  if (next) return isKnown(next, rest)
  const options = [word, ...rest].filter((one) => one?.startsWith('--')).map((one) => one!.replaceAll(/[^\w-].*$/g, ''))
  const isLeaf = command.commands.length === 0 || (word === undefined && command.name() !== 'docwright')
  return isLeaf && options.every((option) => option === '--help' || command.options.some(({ long }) => long === option))
}

describe('the search', () => {
  const entries = () =>
    [...guide.pages.values()].flatMap(({ name, title, sections }) =>
      sections.map((section) => ({ href: name, page: title, ...section })),
    )

  it('finds sections by all words, those with a word in the title first', () => {
    expect(search(entries(), 'job_archived')[0]).toMatchObject({ page: 'Errors', title: 'job_archived' })
    expect(search(entries(), 'back up')[0]!.title).toMatch(/Back up/)
    expect(search(entries(), 'xyzzy')).toEqual([])
    expect(search(entries(), '   ')).toEqual([])
  })

  it('shows what was asked for as text', () => {
    const hits = search([{ href: '/x', page: 'P', title: 'T', text: 'a <b> & (c' }], '(c')
    const { text } = renderHits('<script>(c', hits)
    expect(text).not.toContain('<script>')
    expect(text).toContain('&lt;script&gt;')
  })
})
