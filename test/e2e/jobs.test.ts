import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePullRequest } from '../../src/pull-requests/close-pull-request.ts'
import { mergePullRequest } from '../../src/pull-requests/merge-pull-request.ts'
import { findPullRequestBySecret, listPullRequests } from '../../src/pull-requests/pull-request-store.ts'
import { ENGINES } from '../support/engines.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('a job on a local repository, on %s', (engine) => {
  let docs: TestService
  let repository: TestRepository
  let base: string

  beforeAll(async () => {
    repository = createRepository({
      'docs/start.md': '# Start\n\nOpen the workspace.\n\n```sh\nworkspace open\n```\n',
      'docs/other.mdx': 'Nothing here.\n',
      'src/code.ts': 'const workspace = 1\n',
    })
    docs = await startTestService({ engine, role: 'all', repository: repository.url })
    base = `/v2/agent/${docs.projectId}`
  })
  afterAll(async () => {
    await docs.stop()
    repository.remove()
  })

  const run = async (prompt: string, more: object = {}) => {
    const { body } = await docs.request(`${base}/job`, { json: { prompt, ...more } })
    return follow(body.id)
  }
  const follow = async (id: string) =>
    (await docs.request(`${base}/job/${id}?wait=30&include=failure,summary,diffStat,messages,outcome`)).body
  const send = async (id: string, prompt: string) => {
    await docs.request(`${base}/job/${id}/message`, { json: { prompt } })
    return follow(id)
  }

  it('ends completed with a pull request whose page shows the change', async () => {
    const job = await run('Replace "workspace" with "project"')
    expect(job).toMatchObject({
      status: 'completed',
      model: 'offline',
      failure: null,
      outcome: 'changed',
      diffStat: { files: 1, additions: 1, deletions: 1 },
    })
    expect(job.prLink).toMatch(new RegExp(`^${docs.url}/pull-requests/[\\w-]{32}$`))
    const page = await docs.request(new URL(job.prLink).pathname, { key: null })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Open the <mark>project</mark>.')
    expect(page.text).toContain('Open the <mark>workspace</mark>.')
    expect(page.text).toContain('docs/start.md')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('commits to its own branch, changes only what was asked, and leaves the base alone', async () => {
    const before = repository.git('rev-parse', 'main')
    const job = await run('Replace "Open the" with "Enter the"')
    expect(repository.git('diff', '--numstat', 'main', `docwright/${job.id}`)).toBe('1\t1\tdocs/start.md')
    expect(repository.git('log', '-1', '--format=%an <%ae> %s', `docwright/${job.id}`)).toBe(
      'Docwright <docwright@localhost> Replace "Open the" with "Enter the"',
    )
    expect(repository.git('log', '-1', '--format=%(trailers:unfold)', `docwright/${job.id}`)).toBe(
      `Docwright-Job: ${job.id}\nSigned-off-by: Docwright <docwright@localhost>`,
    )
    expect(repository.git('rev-parse', 'main')).toBe(before)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('goes on with the same pull request after a follow-up, whose link is null in between', async () => {
    const job = await run('Replace "Start" with "Begin"')
    const sent = await docs.request(`${base}/job/${job.id}/message`, { json: { prompt: 'Replace "Nothing" with "Something"' } })
    expect(sent.body).toMatchObject({ status: 'active', prLink: null })
    const after = await follow(job.id)
    expect(after).toMatchObject({ status: 'completed', prLink: job.prLink, diffStat: { files: 2 } })
    expect(repository.git('rev-list', '--count', `main..docwright/${job.id}`)).toBe('2')
    const page = await docs.request(new URL(job.prLink).pathname)
    expect(page.text).toContain('# Begin')
    expect(page.text).toContain('<mark>Something</mark> here.')
    for (const prompt of ['Replace &quot;Start&quot; with', 'Replace &quot;Nothing&quot; with'])
      expect(page.text).toMatch(new RegExp(`<blockquote><p>${prompt}`))
  })

  it('gets a new pull request for new work once people merged or closed the old one, and never opens that again', async () => {
    repository.git('branch', 'kept', 'main')
    const { builtin } = docs.service.context
    const job = await run('Replace "Nothing" with "All"', { ref: 'kept' })
    const merged = await findPullRequestBySecret(builtin.database, job.prLink.split('/').at(-1))
    await mergePullRequest(builtin, merged!.id, { expectedHead: null, actor: 'test' })
    const again = await send(job.id, 'Replace "All" with "Everything"')
    expect(again.prLink).not.toBe(job.prLink)
    // Only the new work: the rest is on the base.
    expect(again.diffStat).toEqual({ files: 1, additions: 1, deletions: 1 })
    const closed = await findPullRequestBySecret(builtin.database, again.prLink.split('/').at(-1))
    await closePullRequest(builtin, closed!.id, 'test')
    // Nothing new: the link stays, and so does the state.
    expect((await send(job.id, 'Replace "unicorn" with "horse"')).prLink).toBe(again.prLink)
    const third = await send(job.id, 'Replace "here" with "there"')
    const states = (await listPullRequests(builtin.database, docs.projectId, null))
      .filter((one) => one.head === `docwright/${job.id}`)
      .map((one) => one.state)
    expect(states).toEqual(['open', 'closed', 'merged'])
    expect(new Set([job.prLink, again.prLink, third.prLink]).size).toBe(3)
    expect((await docs.request(new URL(job.prLink).pathname)).text).toContain('<span class="badge merged">merged</span>')
    expect((await docs.request(new URL(again.prLink).pathname)).text).toContain('<span class="badge closed">closed</span>')
  })

  it('closes the pull request when everything is taken back, and opens another for what follows', async () => {
    const job = await run('Replace "Nothing" with "Something"')
    const reverted = await send(job.id, 'Revert everything')
    expect(reverted).toMatchObject({ status: 'completed', prLink: job.prLink, diffStat: { files: 0 } })
    const page = await docs.request(new URL(job.prLink).pathname, { key: null })
    expect(page.text).toContain('<span class="badge closed">closed</span>')
    expect(page.text).toContain('This change is empty now')
    const again = await send(job.id, 'Replace "Nothing" with "Everything"')
    expect(again.prLink).not.toBe(job.prLink)
  })

  it('tells in the pull request who asked, for all turns, and titles it in the manner of the repository', async () => {
    const typed = createRepository({ 'docs/a.md': 'Open the workspace.\n' })
    for (const subject of ['docs: add a page', 'fix: mend a link', 'docs(guides): say more'])
      typed.git('commit', '--quiet', '--allow-empty', '-m', subject)
    const { projectId, key } = await docs.newProject(typed.url)
    const ask = async (path: string, prompt: string) =>
      (await docs.request(`/v2/agent/${projectId}/${path}`, { key, json: { prompt } })).body
    const wait = async (id: string) => (await docs.request(`/v2/agent/${projectId}/job/${id}?wait=30`, { key })).body
    const { id } = await ask('job', 'Replace "workspace" with "project"')
    await wait(id)
    await ask(`job/${id}/message`, 'Replace "Open" with "Enter"')
    const { prLink } = await wait(id)
    const page = (await docs.request(new URL(prLink).pathname, { key: null })).text
    expect(page).toContain('<h1>docs: replace &quot;workspace&quot; with &quot;project&quot;</h1>')
    expect(page).toMatch(/Requested by the key “Test”:[^]*workspace[^]*Then requested by the key “Test”:[^]*Enter/)
    expect(typed.git('log', '-1', '--format=%s', `docwright/${id}`)).toBe('docs: replace "Open" with "Enter"')
    typed.remove()
  })

  it('answers messages that were sent while it was active, in order', async () => {
    const { body } = await docs.request(`${base}/job`, { json: { prompt: 'Replace "Nothing" with "One"' } })
    await docs.request(`${base}/job/${body.id}/message`, { json: { prompt: 'Replace "One" with "Two"' } })
    await docs.request(`${base}/job/${body.id}/message`, { json: { prompt: 'Replace "Two" with "Three"' } })
    const job = await follow(body.id)
    expect(job.messages.map((message: { state: string }) => message.state)).toEqual(['done', 'done', 'done'])
    expect(repository.git('show', `docwright/${body.id}:docs/other.mdx`)).toBe('Three here.')
  })

  it('ends completed without a pull request when nothing was to change', async () => {
    const job = await run('Replace "unicorn" with "horse"')
    expect(job).toMatchObject({ status: 'completed', prLink: null, diffStat: null, outcome: 'no_changes', choices: [] })
    expect(job.summary).toContain('unicorn')
    expect(() => repository.git('rev-parse', '--verify', '--quiet', `docwright/${job.id}`)).toThrow()
  })

  it('ends completed without a pull request when it does not understand, and says what it can do', async () => {
    const job = await run('Write a poem about gardens.')
    expect(job).toMatchObject({ status: 'completed', prLink: null })
    expect(job.summary).toMatch(/does not understand[\s\S]*Replace/)
  })

  it('undoes its last change when asked to, on the same pull request', async () => {
    const job = await run('Replace "Nothing" with "First"')
    await docs.request(`${base}/job/${job.id}/message`, { json: { prompt: 'Replace "here" with "there"' } })
    await follow(job.id)
    await docs.request(`${base}/job/${job.id}/message`, { json: { prompt: 'Undo that' } })
    const after = await follow(job.id)
    expect(after).toMatchObject({ status: 'completed', prLink: job.prLink })
    expect(repository.git('show', `docwright/${job.id}:docs/other.mdx`)).toBe('First here.')
  })

  it('lets links follow a heading that it renames', async () => {
    repository.git('checkout', '--quiet', '-b', 'linked')
    repository.write({ 'docs/target.md': '# Target\n', 'docs/linking.md': '# Linking\n\nSee [the target](target.md#target).\n' })
    repository.commit('Link')
    repository.git('checkout', '--quiet', 'main')
    const job = await run('Rename the heading "Target" to "Goal" in docs/target.md', { ref: 'linked' })
    expect(job.status).toBe('completed')
    // The agent follows its own heading, so this stays whole.
    expect(repository.git('show', `docwright/${job.id}:docs/linking.md`)).toContain('target.md#goal')
  })

  it('uses the branch, ref and title that it was given', async () => {
    repository.git('branch', 'next')
    const job = await run('Replace "Nothing" with "Next"', { branch: 'my/branch', ref: 'next', title: 'My own <title>' })
    expect(job.source.ref).toBe('next')
    expect(repository.git('show', 'my/branch:docs/other.mdx')).toBe('Next here.')
    expect((await docs.request(new URL(job.prLink).pathname)).text).toContain('My own &lt;title&gt;')
  })

  it('calls nobody and closes no issue in its commit message', async () => {
    const job = await run('Replace "Nothing" with "@ada fixes #1"')
    expect(job.status).toBe('completed')
    const message = repository.git('log', '-1', '--format=%B', `docwright/${job.id}`)
    expect(message).toContain('@ ada fixes – #1')
    expect(message).not.toMatch(/@ada|fixes #1/)
  })

  it('fails with a reason when the branch does not exist', async () => {
    const job = await run('Replace "a" with "b"', { ref: 'missing' })
    expect(job).toMatchObject({
      status: 'failed',
      prLink: null,
      failure: { code: 'ref_not_found', message: expect.stringContaining('missing'), hint: expect.any(String) },
    })
  })

  it('fails with a reason when the repository is gone', async () => {
    const other = await docs.newProject('file:///nowhere/at/all.git')
    const { body } = await docs.request(`/v2/agent/${other.projectId}/job`, { key: other.key, json: { prompt: 'x' } })
    const job = (await docs.request(`/v2/agent/${other.projectId}/job/${body.id}?wait=30&include=failure`, { key: other.key }))
      .body
    expect(job).toMatchObject({ status: 'failed', failure: { code: 'repository_not_found' } })
    expect(job.failure.message).not.toContain('/nowhere')
  })

  it('does not overwrite what someone else pushed to its branch', async () => {
    const job = await run('Replace "Nothing" with "Mine"')
    repository.git('branch', '--force', `docwright/${job.id}`, 'main')
    repository.write({ 'docs/theirs.md': 'theirs' })
    const theirs = repository.commit('Theirs')
    repository.git('branch', '--force', `docwright/${job.id}`, theirs)
    repository.git('reset', '--quiet', '--hard', 'HEAD~1')
    await docs.request(`${base}/job/${job.id}/message`, { json: { prompt: 'Replace "Nothing" with "Again"' } })
    const after = await follow(job.id)
    expect(after.status).toBe('completed')
    expect(repository.git('log', '--format=%s', `main..docwright/${job.id}`)).toContain('Theirs')
  })

  it('runs no hook of the repository, and follows no symbolic link out of it', async () => {
    const trap = join(repository.path, 'trapped')
    for (const hook of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'post-checkout',
      'pre-push',
    ]) {
      mkdirSync(join(repository.path, '.git/hooks'), { recursive: true })
      writeFileSync(join(repository.path, '.git/hooks', hook), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 })
    }
    repository.git('config', 'uploadpack.packObjectsHook', `touch ${trap};`)
    repository.git('config', 'core.fsmonitor', `touch ${trap}`)
    const job = await run('Replace "Nothing" with "Hook"')
    expect(job.status).toBe('completed')
    expect(readdirSync(repository.path)).not.toContain('trapped')
    repository.git('config', '--unset', 'core.fsmonitor')
  })

  it('leaves no workspace behind', () => {
    expect(readdirSync(join(docs.service.context.folder.path, 'workspaces'))).toEqual([])
  })

  it('answers a wrong link of a pull request with 404', async () => {
    expect((await docs.request('/pull-requests/nothing', { key: null })).status).toBe(404)
  })
})
