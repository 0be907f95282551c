import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installation, createInstallation } from '../support/docwright-process.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'

let installation: Installation
let repository: TestRepository
let projectId: string

beforeAll(async () => {
  installation = createInstallation({ DOCWRIGHT_LOG: 'warn' })
  repository = createRepository({ 'guide.md': 'Hello World\n' })
  projectId = (await installation.json(['project', 'create', 'Docs', '--repository', repository.path])).projectId
})
afterAll(async () => {
  await installation.remove()
  repository.remove()
})

describe('docwright project', () => {
  it('create answers with the id, and takes a path, a file: URL and a ref', async () => {
    expect(projectId).toMatch(/^prj_[0-9A-Z]{26}$/)
    repository.git('branch', 'next')
    const second = await installation.json(['project', 'create', 'Next', '--repository', repository.url, '--ref', 'next'])
    const { projects } = await installation.json(['project', 'list'])
    expect(
      projects.map((project: { projectId: string; name: string; ref: string }) => [project.projectId, project.name, project.ref]),
    ).toEqual([
      [projectId, 'Docs', 'main'],
      [second.projectId, 'Next', 'next'],
    ])
    expect(projects[0].repository).toBe(repository.url)
  })

  it('sets models and budgets, and takes them away with nothing', async () => {
    const before = await installation.json(['project', 'get', projectId])
    const set = async (...words: string[]) => (await installation.json(['project', 'set', projectId, ...words])).settings
    const models = ['--model', 'anthropic/claude-sonnet-4-5', '--models', 'openai/gpt-5,anthropic/*']
    const budgets = ['--run-cost', '2', '--day-cost', '20.5', '--day-tokens', '5000000', '--day-jobs', '50']
    expect(await set(...models, ...budgets, '--keep-unfinished')).toEqual({
      ...before.settings,
      model: 'anthropic/claude-sonnet-4-5',
      models: ['openai/gpt-5', 'anthropic/*'],
      budgets: { runCostUsd: 2, dayCostUsd: 20.5, dayTokens: 5_000_000, dayJobs: 50, runFiles: null },
      keepUnfinished: true,
    })
    const none = [...models, ...budgets].map((word) => (word.startsWith('--') ? word : ''))
    expect(await set(...none, '--no-keep-unfinished')).toEqual(before.settings)
  })

  it('shows and changes settings, and only those that are named', async () => {
    const before = await installation.json(['project', 'get', projectId])
    expect(before).toMatchObject({
      projectId,
      agent: 'auto',
      settings: { allowCiFiles: false, branchTemplate: 'docwright/{job}' },
    })
    const words = ['--allow-ci-files', '--base-path', '/docs', '--fold-locales', 'de,pt-BR', '--name', 'Handbook']
    const after = await installation.json(['project', 'set', projectId, ...words])
    expect(after).toEqual({
      ...before,
      name: 'Handbook',
      notes: ['Earlier views stay on the pages that they were counted for.'],
      settings: {
        ...before.settings,
        allowCiFiles: true,
        paths: { ...before.settings.paths, basePath: '/docs', foldedLocales: ['de', 'pt-BR'] },
      },
    })
    const back = ['--no-allow-ci-files', '--base-path', '', '--fold-locales', '', '--name', 'Docs']
    expect(await installation.json(['project', 'set', projectId, ...back])).toMatchObject(before)
    expect((await installation.run(['project', 'get', projectId])).stdout).toContain('branchTemplate')
  })

  it.each([
    [['--branch-template', 'main'], '`settings.branchTemplate` must be a branch name with {job} in it'],
    [['--ref', '../x'], 'not a branch name'],
    [['--day-jobs', 'many'], '"many" is not a number'],
    [['--day-jobs', '1.5'], '`settings.budgets.dayJobs` must be a whole number'],
    [['--models', 'mistral/*'], '`settings.models` must be providers and models'],
    [['--agent', 'nobody'], 'offline'],
    [[], 'there is nothing to change'],
  ])('refuses to set %j with a sentence', async (words, message) => {
    const { code, stderr } = await installation.run(['project', 'set', projectId, ...words])
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })

  it.each([
    [['project', 'create', 'X', '--repository', '/nowhere/at/all'], 'There is nothing at /nowhere/at/all'],
    [['project', 'create', 'X', '--repository', '/'], 'not a git repository'],
    [['project', 'create', 'X'], '--repository'],
    [['project', 'create', ' ', '--repository', '.'], 'name'],
  ])('%j exits with 1 and says why', async (words, message) => {
    const { code, stderr } = await installation.run(words)
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('create refuses a branch that is not there', async () => {
    const { code, stderr } = await installation.run([
      'project',
      'create',
      'X',
      '--repository',
      repository.path,
      '--ref',
      'missing',
    ])
    expect(code).toBe(1)
    expect(stderr).toMatch(/Error: .*has no branch missing\.\nTry: /)
  })
})

describe('docwright key', () => {
  it('create shows the key once; list shows what is left of it; revoke ends it', async () => {
    const { id, key } = await installation.json([
      'key',
      'create',
      '--project',
      projectId,
      '--scopes',
      'read',
      '--expires-in',
      '90d',
      '--name',
      'CI',
    ])
    expect(key).toMatch(/^dw_[0-9A-Za-z]{39}$/)
    const listed = await installation.run(['key', 'list', '--project', projectId, '--json'])
    expect(listed.stdout).not.toContain(key)
    const found = JSON.parse(listed.stdout).keys.find((entry: { id: string }) => entry.id === id)
    expect(found).toMatchObject({
      name: 'CI',
      kind: 'admin',
      key: `dw_…${key.slice(-4)}`,
      scopes: ['read'],
      state: 'valid',
      createdBy: 'cli',
    })
    expect(Date.parse(found.expiresAt) - Date.parse(found.createdAt)).toBe(90 * 86_400_000)
    expect(await installation.json(['key', 'revoke', id])).toMatchObject({ id, state: 'revoked' })
  })

  it('create makes site keys, too', async () => {
    expect((await installation.json(['key', 'create', '--project', projectId, '--kind', 'site'])).key).toMatch(/^dws_/)
  })

  it.each([
    [['key', 'create', '--project', 'prj_x'], 'This project or job'],
    [['key', 'create', '--project', 'PROJECT', '--scopes', 'admin'], 'not a list of scopes'],
    [['key', 'create', '--project', 'PROJECT', '--expires-in', 'soon'], 'not a time'],
    [['key', 'list', '--project', 'prj_x'], 'no project prj_x'],
    [['key', 'revoke', 'key_x'], 'no key key_x'],
  ])('%j exits with 1 and says why', async (words, message) => {
    const { code, stderr } = await installation.run(words.map((word) => (word === 'PROJECT' ? projectId : word)))
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })
})

describe('docwright job', () => {
  it('create --wait does the work itself where no service runs', async () => {
    const job = await installation.json(['job', 'create', '--project', projectId, 'Replace "World" with "Docwright"', '--wait'])
    expect(job).toMatchObject({ status: 'completed', prLink: expect.stringContaining('/pull-requests/'), diffStat: { files: 1 } })
    expect(repository.git('show', `docwright/${job.id}:guide.md`)).toBe('Hello Docwright')
    expect(await installation.json(['job', 'get', job.id])).toMatchObject({ id: job.id, status: 'completed' })
    const followed = await installation.json(['job', 'message', job.id, 'Replace "Hello" with "Good day"', '--wait'])
    expect(followed).toMatchObject({ status: 'completed', prLink: job.prLink })
    expect(await installation.json(['job', 'archive', job.id])).toMatchObject({ status: 'archived' })
    expect((await installation.run(['job', 'message', job.id, 'x'])).stderr).toContain('archived')
    expect(await installation.json(['job', 'unarchive', job.id])).toMatchObject({ status: 'completed' })
    const { jobs } = await installation.json(['job', 'list', '--project', projectId])
    expect(jobs.map((listed: { id: string }) => listed.id)).toEqual([job.id])
  })

  it('leaves the work to the service that runs on the folder, which a second one may not', async () => {
    const service = await installation.serve()
    const job = await installation.json(['job', 'create', '--project', projectId, 'Replace "World" with "Service"', '--wait'])
    expect(job.status).toBe('completed')
    const cancelled = await installation.run(['job', 'cancel', job.id])
    expect(cancelled).toMatchObject({ code: 1, stderr: expect.stringContaining('Only an active job can be cancelled') })
    const second = await installation.run(['serve'])
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/Error: another Docwright works in .*\nTry: .*DOCWRIGHT_DATA/)
    expect(await service.end('SIGTERM')).toBe(0)
  })
})

describe('docwright pull-request', () => {
  const work = async (words: string) =>
    (await installation.json(['job', 'create', '--project', projectId, words, '--wait'])).prLink as string

  it('show and merge take a link or an id, and say what is in the way', async () => {
    const one = await work('Replace "Hello" with "Good morning"')
    const shown = await installation.json(['pull-request', 'show', one])
    expect(shown).toMatchObject({
      title: 'Replace "Hello" with "Good morning"',
      state: 'open',
      link: one,
      base: 'main',
      files: [{ path: 'guide.md', change: 'modified', additions: 1, deletions: 1 }],
    })
    repository.write({ 'guide.md': 'Hello there\n' })
    const refused = await installation.run(['pull-request', 'merge', one])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^Error: main is checked out in the repository[^]*\nTry: /)
    repository.git('checkout', '--quiet', '--', '.')
    const wrong = await installation.run(['pull-request', 'merge', one, '--expected-head', 'f'.repeat(40)])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('someone pushed to it') })
    const merged = await installation.json(['pull-request', 'merge', shown.id, '--expected-head', shown.headCommit])
    expect(merged).toMatchObject({ state: 'merged', mergeCommit: repository.git('rev-parse', 'main') })
    expect((await installation.run(['pull-request', 'merge', one])).stderr).toContain('already merged')
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('close and list take what cannot be merged', async () => {
    const two = await work('Replace "morning" with "evening"')
    repository.write({ 'guide.md': 'Hi World\n' })
    repository.commit('Say it in other words')
    const conflict = await installation.run(['pull-request', 'merge', two])
    expect(conflict.stderr).toMatch(/Error: .*in different ways: guide\.md\.\nTry: /)
    expect(await installation.json(['pull-request', 'close', two.split('/').at(-1)!])).toMatchObject({ state: 'closed' })
    const { pullRequests } = await installation.json(['pull-request', 'list', '--project', projectId, '--state', 'closed'])
    expect(pullRequests.map((listed: { link: string }) => listed.link)).toEqual([two])
    const table = await installation.run(['pull-request', 'list', '--project', projectId])
    expect(table.stdout).toMatch(/merged .*Good morning/)
  })

  it.each([
    [['pull-request', 'show', 'nothing'], 'no pull request nothing'],
    [['pull-request', 'list', '--project', 'prj_x'], 'no project prj_x'],
    [['pull-request', 'list', '--project', 'PROJECT', '--state', 'lost'], 'lost'],
  ])('%j exits with 1 and says why', async (words, message) => {
    const { code, stderr } = await installation.run(words.map((word) => (word === 'PROJECT' ? projectId : word)))
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })
})

describe('docwright views export', () => {
  it('prints a table, CSV or JSON', async () => {
    expect(await installation.json(['views', 'export', '--project', projectId])).toEqual({
      totals: { human: 0, ai: 0, total: 0 },
      views: [],
    })
    expect((await installation.run(['views', 'export', '--project', projectId, '--csv'])).stdout).toBe('path,human,ai,total\n')
    const wrong = await installation.run(['views', 'export', '--project', projectId, '--from', 'monday'])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('dateFrom') })
  })
})

describe('docwright doctor', () => {
  it('finds all well', async () => {
    const { ok, checks } = await installation.json(['doctor'])
    expect(ok).toBe(true)
    expect(checks.map((check: { name: string }) => check.name)).toEqual([
      'Node',
      'Configuration',
      'git',
      'Data folder',
      'Database',
      'Privacy',
      'Worker',
      'Proxies',
      'Code host of Docs',
      'Code host of Next',
      'Secrets',
      'Model',
      'Agent program',
    ])
  })

  it.each([
    ['git that is missing', { PATH: '/nowhere' }, 'git', 'Install git'],
    ['a wrong variable', { PORT: 'x' }, 'PORT', 'correct the variable'],
    [
      'a database that does not answer',
      { DOCWRIGHT_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:9/x' },
      'database',
      'DOCWRIGHT_DATABASE_URL',
    ],
    ['a model without a key', { DOCWRIGHT_MODEL: 'anthropic/claude' }, 'there is no key for anthropic', 'set ANTHROPIC_API_KEY'],
    [
      'an agent program that nobody knows',
      { DOCWRIGHT_ACP_AGENT: 'cursor' },
      'DOCWRIGHT_ACP_AGENT must be one of',
      'correct the variable',
    ],
    ['a folder that is not ours', { DOCWRIGHT_DATA: 'FOREIGN' }, 'not a Docwright data folder', 'DOCWRIGHT_DATA'],
  ])('says how to mend %s', async (_what, env: Record<string, string>, message, advice) => {
    const foreign = join(installation.folder, 'foreign')
    mkdirSync(foreign, { recursive: true })
    writeFileSync(join(foreign, 'x'), '')
    const { code, stdout } = await installation.run(['doctor'], env['DOCWRIGHT_DATA'] ? { DOCWRIGHT_DATA: foreign } : env)
    expect(code).toBe(1)
    expect(stdout).toContain('✗')
    expect(stdout).toContain(message)
    expect(stdout).toMatch(new RegExp(`Try: .*${advice}`))
    expect(stdout).not.toContain('hunter2')
  })
})

describe('docwright', () => {
  it.each([
    [['project', 'list']],
    [['doctor']],
    [['job', 'list', '--project', 'prj_x']],
    [['views', 'export', '--project', 'prj_x']],
  ])('%j names a data folder that is not there, and creates nothing', async (words) => {
    const data = join(installation.folder, 'elsewhere')
    const { stdout, stderr } = await installation.run(words, { DOCWRIGHT_DATA: data })
    expect(stdout + stderr).toContain(data)
    expect(existsSync(data)).toBe(false)
  })

  it('shows help and its version, and refuses unknown commands with 1', async () => {
    expect((await installation.run(['--help'])).stdout).toContain('serve')
    expect((await installation.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const { code, stderr } = await installation.run(['fly'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/unknown command 'fly'[\s\S]*Try:/)
  })

  it('names every mistake in the configuration at once', async () => {
    const { code, stderr } = await installation.run(['serve'], { PORT: 'x', DOCWRIGHT_ROLE: 'y' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/Error: PORT[\s\S]*Error: DOCWRIGHT_ROLE[\s\S]*Try: /)
  })
})
