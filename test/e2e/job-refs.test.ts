import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { CodeHostName } from '../../src/lib/code-host-names.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createProject } from '../../src/projects/create-project.ts'
import type { SettingsChange } from '../../src/projects/settings.ts'
import { updateProject } from '../../src/projects/update-project.ts'
import { bitbucketKind } from '../support/bitbucket-stand-in.ts'
import { giteaKind } from '../support/gitea-stand-in.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { gitlabKind } from '../support/gitlab-stand-in.ts'
import { createRepository } from '../support/repository.ts'
import { type StandInKind, startStandIn } from '../support/stand-in.ts'
import { startTestService } from '../support/test-service.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A repository on some code host, with pages on `main`, and all that a job needs to work on it. */
interface Place {
  codeHost: CodeHostName
  repository: string
  env: Record<string, string>
  git(...words: string[]): string
  /** Protects the branches below `guarded/` the way that this host does. */
  guard(): void
}

function local(isBare: boolean): () => Promise<Place> {
  return async () => {
    const work = createRepository({ 'index.md': '# Welcome\n' })
    cleanups.push(work.remove)
    if (!isBare) return { codeHost: 'builtin', repository: work.url, env: {}, git: work.git, guard: () => undefined }
    const folder = mkdtempSync(join(tmpdir(), 'docwright-bare-'))
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    execFileSync('git', ['clone', '--quiet', '--bare', work.path, join(folder, 'docs.git')])
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: join(folder, 'docs.git'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const repository = pathToFileURL(join(folder, 'docs.git')).href
    return { codeHost: 'builtin', repository, env: {}, git, guard: () => undefined }
  }
}

function hosted(codeHost: CodeHostName, kind: StandInKind): () => Promise<Place> {
  return async () => {
    const standIn = await startStandIn(kind)
    cleanups.push(standIn.close)
    const { state } = standIn
    const name = codeHost.toUpperCase()
    return {
      codeHost,
      repository: standIn.repository,
      env: { [`${name}_URL`]: state.url, [`${name}_TOKEN`]: state.token },
      git: (...words) => state.repositories.git(state.path, ...words),
      guard: () => {
        // These tell whoever asks; the others refuse the push.
        if (codeHost === 'github' || codeHost === 'gitlab') {
          state.protects.push('guarded/*')
          return
        }
        const hooks = join(state.repositories.root, `${state.path}.git`, 'hooks')
        mkdirSync(hooks, { recursive: true })
        writeFileSync(
          join(hooks, 'update'),
          '#!/bin/sh\ncase "$1" in refs/heads/guarded/*) echo "You are not allowed to push to a protected branch" >&2; exit 1;; esac\n',
        )
        chmodSync(join(hooks, 'update'), 0o755)
      },
    }
  }
}

const PLACES: [string, () => Promise<Place>][] = [
  ['the built-in code host, with a working copy', local(false)],
  ['the built-in code host, on a bare repository', local(true)],
  ['GitHub', hosted('github', githubKind)],
  ['GitLab', hosted('gitlab', gitlabKind)],
  ['Gitea', hosted('gitea', giteaKind)],
  ['Bitbucket', hosted('bitbucket', bitbucketKind)],
]

/** Each is one job. `status` is how the job ends, or what its creation is answered with. */
const JOBS: { ask: Record<string, unknown>; status: string | number; code?: string }[] = [
  { ask: {}, status: 'completed' },
  { ask: { branch: 'docs/own' }, status: 'completed' },
  { ask: { branch: 'main' }, status: 400 },
  { ask: { branch: 'MAIN' }, status: 400 },
  { ask: { branch: 'refs/heads/main' }, status: 400 },
  { ask: { branch: 'heads/main' }, status: 400 },
  { ask: { branch: 'main/x' }, status: 400 },
  { ask: { branch: 'main', ref: 'next' }, status: 400 },
  { ask: { branch: 'next', ref: 'next' }, status: 400 },
  { ask: { branch: 'next' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'OLD' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'next/x' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'release' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'release/1.0' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'release/2.0', ref: 'next' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'behind' }, status: 'failed', code: 'branch_taken' },
  { ask: { branch: 'HEAD' }, status: 400 },
  { ask: { branch: '../main' }, status: 400 },
  { ask: { ref: 'next', draft: true, title: 'Merge branch main', page: '/main' }, status: 'completed' },
  { ask: { ref: 'next', branch: 'docs/next', model: 'offline', title: 'refs/heads/main', page: 'main' }, status: 'completed' },
  { ask: { ref: 'gone', branch: 'docs/gone' }, status: 'failed', code: 'ref_not_found' },
  { ask: { title: '-', draft: false }, status: 'completed' },
]

const SETTINGS: SettingsChange[] = [
  { branchTemplate: 'docs/{job}', titleTemplate: '{title} into main' },
  { branchTemplate: 'next/{job}', keepUnfinished: true },
  { branchTemplate: 'main/{job}', allowCiFiles: true },
  { branchTemplate: 'refs/heads/{job}' },
  { branchTemplate: '{job}', titleTemplate: 'main {job}', budgets: { dayJobs: 100 } },
]

describe.each(PLACES)('on %s', (name, prepare) => {
  const start = async () => {
    const place = await prepare()
    for (const name of ['next', 'old', 'release/1.0', 'release/2.0', 'behind']) place.git('branch', name, 'main')
    place.git('tag', 'v1', 'main')
    const docs = await startTestService({ role: 'all', env: { ...place.env, DOCWRIGHT_JOBS_PER_PROJECT: '4' } })
    cleanups.push(docs.stop)
    const { databases, ids } = docs.service.context
    const deps = { database: databases.main, ids }
    const { id: projectId } = await createProject(
      deps,
      { name: 'Docs', repository: place.repository, ref: 'main', codeHost: place.codeHost, agent: 'offline' },
      'test',
    )
    const { secret: key } = await createKey(deps, {
      projectId,
      kind: 'admin',
      name: 'Test',
      scopes: ['read', 'write'],
      expiresInMs: null,
      actor: 'test',
    })
    const base = `/v2/agent/${projectId}/job`
    let count = 0
    return {
      place,
      change: (settings: SettingsChange, ref = 'main') => updateProject(deps, projectId, { settings, ref }, 'test'),
      create: async (ask: object) =>
        docs.request(base, { key, json: { prompt: `Replace "Welcome" with "Hello ${++count}"`, ...ask } }),
      send: (id: string, prompt: string) => docs.request(`${base}/${id}/message`, { key, json: { prompt } }),
      finish: async (id: string) => {
        const { body } = await docs.request(`${base}/${id}?wait=60&include=failure`, { key })
        const { branch } = await databases.main.query
          .selectFrom('job')
          .select('branch')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return { ...body, branch } as { status: string; failure: { code: string } | null; branch: string; prLink: string | null }
      },
      /** Every ref of the repository, and what HEAD stands for. */
      refs: () =>
        new Map(
          [...place.git('for-each-ref', '--format=%(refname) %(objectname)').split('\n'), place.git('symbolic-ref', 'HEAD')].map(
            (line) => line.split(' ') as [string, string],
          ),
        ),
    }
  }
  /** The refs that are new, after a check that all others are where they were. */
  const added = (before: Map<string, string>, after: Map<string, string>) => {
    for (const [name, commit] of before) expect([name, after.get(name)]).toEqual([name, commit])
    return [...after.keys()].filter((name) => !before.has(name)).sort()
  }

  it('no ref moves but the new branch of the job, whatever the job asks for', async () => {
    const { create, finish, refs } = await start()
    const before = refs()
    const branches: string[] = []
    const results = await Promise.all(
      JOBS.map(async ({ ask }) => {
        const { status, body } = await create(ask)
        if (status !== 201) {
          expect(body.details).toEqual([expect.objectContaining({ path: 'branch' })])
          return { ask, status }
        }
        const job = await finish(body.id)
        if (job.prLink) branches.push(`refs/heads/${job.branch}`)
        return { ask, status: job.status, ...(job.failure ? { code: job.failure.code } : {}) }
      }),
    )
    expect(added(before, refs())).toEqual(branches.sort())
    expect(results).toEqual(JOBS)
  })

  it('no ref moves but the new branch of the job, whatever the settings of the project are', async () => {
    const { create, finish, change, refs } = await start()
    const before = refs()
    const ids: string[] = []
    for (const settings of SETTINGS)
      for (const ref of ['main', 'next']) {
        await change(settings, ref)
        ids.push((await create({})).body.id)
      }
    const jobs = await Promise.all(ids.map(finish))
    const done = jobs.filter((job) => job.status === 'completed')
    expect(added(before, refs())).toEqual(done.map((job) => `refs/heads/${job.branch}`).sort())
    // Nothing can be created below a branch that exists, here `next` and `main`; all the others work.
    const failed = jobs.filter((job) => job.status !== 'completed')
    expect(failed.map((job) => job.branch.split('/')[0])).toEqual(['next', 'main'])
    for (const job of failed) expect(['branch_taken', 'branch_reserved']).toContain(job.failure?.code)
  })

  it('a follow-up moves the branch of its job, and nothing once that is a base, or the default branch', async () => {
    const { place, create, send, finish, change, refs } = await start()
    const { id } = (await create({ branch: 'docs/own' })).body
    await finish(id)
    const first = refs()
    await send(id, 'Replace "Hello" with "Good day"')
    expect(await finish(id)).toMatchObject({ status: 'completed', failure: null })
    const second = refs()
    expect([...second].filter(([name, commit]) => first.get(name) !== commit).map(([name]) => name)).toEqual([
      'refs/heads/docs/own',
    ])

    await change({}, 'docs/own')
    await send(id, 'Replace "Good day" with "Hi"')
    expect(await finish(id)).toMatchObject({ status: 'failed', failure: { code: 'branch_reserved' } })
    expect(refs()).toEqual(second)

    await change({}, 'main')
    place.git('symbolic-ref', 'HEAD', 'refs/heads/docs/own')
    const third = refs()
    await send(id, 'Replace "Good day" with "Hi"')
    const last = await finish(id)
    expect(last.status).toBe('failed')
    expect(['branch_reserved', 'branch_checked_out']).toContain(last.failure?.code)
    expect(refs()).toEqual(third)
  })

  it.skipIf(name.startsWith('the built-in'))('a branch that a rule of the host protects is not created', async () => {
    const { place, create, finish, refs } = await start()
    place.guard()
    const before = refs()
    const job = await finish((await create({ branch: 'guarded/2.0' })).body.id)
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'branch_protected' } })
    expect(added(before, refs())).toEqual([])
  })
})
