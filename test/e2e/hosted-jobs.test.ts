import { afterEach, describe, expect, it } from 'vitest'
import { bitbucketKind } from '../support/bitbucket-stand-in.ts'
import { createInstallation } from '../support/docwright-process.ts'
import { giteaKind } from '../support/gitea-stand-in.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { gitlabKind } from '../support/gitlab-stand-in.ts'
import { filesWith, formsOf } from '../support/leaks.ts'
import { startStandIn } from '../support/stand-in.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const HOSTS = [
  { codeHost: 'github', kind: githubKind },
  { codeHost: 'gitlab', kind: gitlabKind },
  { codeHost: 'gitea', kind: giteaKind },
  { codeHost: 'bitbucket', kind: bitbucketKind },
]

describe.each(HOSTS)('a project on $codeHost', ({ codeHost, kind }) => {
  const prepare = async (env: Record<string, string> = {}) => {
    const standIn = await startStandIn(kind)
    cleanups.push(standIn.close)
    const name = codeHost.toUpperCase()
    const installation = createInstallation({
      [`${name}_URL`]: standIn.state.url,
      [`${name}_TOKEN`]: standIn.state.token,
      DOCWRIGHT_LOG: 'debug',
      ...env,
    })
    cleanups.push(installation.remove)
    return {
      standIn,
      installation,
      create: ['project', 'create', 'Docs', '--code-host', codeHost, '--repository', standIn.repository],
    }
  }

  it('gets its pull request from the real command, the same one after a follow-up, and the token is left nowhere', async () => {
    const { standIn, installation, create } = await prepare()
    const { projectId } = await installation.json(create)
    const first = await installation.run([
      'job',
      'create',
      '--project',
      projectId,
      'Create a page docs/hello titled "Hello"',
      '--wait',
      '--json',
    ])
    const job = JSON.parse(first.stdout)
    expect(job).toMatchObject({ status: 'completed', source: { repository: standIn.repository, ref: 'main' }, failure: null })
    expect(job.prLink).toMatch(new RegExp(`^${standIn.repository}/`))
    const second = await installation.run([
      'job',
      'message',
      job.id,
      'Create a page docs/second titled "Second"',
      '--wait',
      '--json',
    ])
    expect(JSON.parse(second.stdout)).toMatchObject({ status: 'completed', prLink: job.prLink, diffStat: { files: 2 } })
    expect(standIn.state.pullRequests).toHaveLength(1)
    expect(standIn.state.pullRequests[0]).toMatchObject({ head: `docwright/${job.id}`, base: 'main', state: 'open' })
    expect(standIn.violations).toEqual([])

    const secrets = formsOf(standIn.state.token)
    const seen = [first.stdout, first.stderr, second.stdout, second.stderr, ...standIn.gitCommands].join('\n')
    for (const secret of secrets) expect(seen).not.toContain(secret)
    expect(filesWith(installation.folder, secrets)).toEqual([])
  })

  it('is refused at once, with a sentence, when the token is wrong or missing', async () => {
    for (const token of ['wrong', '']) {
      const { installation, create } = await prepare({ [`${codeHost.toUpperCase()}_TOKEN`]: token })
      const { code, stderr } = await installation.run(create)
      expect(code).toBe(1)
      expect(stderr).toMatch(/^Error: .*\nTry: /m)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  })

  it('fails its job with a reason when the host refuses to take the push', async () => {
    const { standIn, installation, create } = await prepare()
    const { projectId } = await installation.json(create)
    standIn.state.access = 'read'
    const job = await installation.json([
      'job',
      'create',
      '--project',
      projectId,
      'Create a page docs/hello titled "Hello"',
      '--wait',
    ])
    expect(job).toMatchObject({
      status: 'failed',
      prLink: null,
      failure: { code: 'repository_forbidden', message: expect.any(String), hint: expect.any(String) },
    })
  })
})
