import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { bitbucketKind } from '../support/bitbucket-stand-in.ts'
import { COMMAND, createInstallation } from '../support/docwright-process.ts'
import { ENGINES } from '../support/engines.ts'
import { giteaKind } from '../support/gitea-stand-in.ts'
import { githubKind } from '../support/github-stand-in.ts'
import { gitlabKind } from '../support/gitlab-stand-in.ts'
import { filesWith, formsOf } from '../support/leaks.ts'
import { openModelPlace } from '../support/model-place.ts'
import { newVisitor } from '../support/people.ts'
import { createRepository } from '../support/repository.ts'
import { startScriptedModel } from '../support/scripted-model.ts'
import type { Reply } from '../support/scripted-reply.ts'
import { startStandIn } from '../support/stand-in.ts'
import { startTestService } from '../support/test-service.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const OWN_KEY = 'key-of-a-project-0123456789'
const edit = (next: string): Reply => ({ calls: [{ name: 'edit', input: { path: 'docs/a.md', old: 'workspace', new: next } }] })
const DONE: Reply = { text: 'Change the page\n\nChanged `docs/a.md`.' }

describe.each([
  { codeHost: 'github', kind: githubKind },
  { codeHost: 'gitlab', kind: gitlabKind },
  { codeHost: 'gitea', kind: giteaKind },
  { codeHost: 'bitbucket', kind: bitbucketKind },
])('a project on $codeHost with a token of its own', ({ codeHost, kind }) => {
  it('is tested, made, worked on and changed with it, before that of the installation; it is left nowhere', async () => {
    const standIn = await startStandIn(kind)
    cleanups.push(standIn.close)
    const { token } = standIn.state
    const name = codeHost.toUpperCase()
    const docs = await startTestService({
      role: 'all',
      env: { [`${name}_URL`]: standIn.state.url, [`${name}_TOKEN`]: 'the-wrong-token-of-the-installation' },
    })
    cleanups.push(docs.stop)
    const admin = await newVisitor(docs, 'admin')
    const named = { repository: standIn.repository, codeHost }
    const test = async (json: object) => (await admin.request('/v1/projects/test', { json })).body
    expect(await test(named)).toMatchObject({ ok: false, code: 'code_host_token_refused' })
    expect(await test({ ...named, token })).toMatchObject({ ok: true, ref: 'main' })
    expect((await admin.request('/v1/projects', { json: { name: 'Docs', ...named } })).status).toBe(400)
    const made = await admin.request('/v1/projects', { json: { name: 'Docs', ...named, token } })
    expect(made.status).toBe(201)
    const { projectId } = made.body
    const { key } = await docs.newKey(projectId)

    const path = `/v2/agent/${projectId}/job`
    const json = { prompt: 'Create a page docs/hello titled "Hello"' }
    const { id } = (await docs.request(path, { key, json })).body
    const job = await docs.request(`${path}/${id}?wait=50&include=failure,messages`, { key })
    expect(job.body).toMatchObject({ status: 'completed', failure: null })
    expect(standIn.state.pullRequests).toHaveLength(1)
    expect((await docs.request(`${path}/${id}/diff`, { key })).status).toBe(200)
    const project = `/v1/projects/${projectId}`
    expect((await admin.request(`${project}/checklist`)).body).toMatchObject({ repository: true })
    expect((await admin.request(project, { method: 'PATCH', json: { ref: 'nowhere' } })).body).toMatchObject({
      code: 'ref_not_found',
    })

    const forms = formsOf(token)
    const events = (await docs.request(`${path}/${id}/events?limit=250`, { key })).text
    const seen = [
      made.text,
      job.text,
      events,
      docs.log(),
      JSON.stringify(standIn.state.pullRequests),
      ...standIn.gitCommands,
    ].join()
    for (const form of forms) expect(seen).not.toContain(form)
    expect(filesWith(docs.service.context.folder.path, forms)).toEqual([])

    await admin.request(`${project}/secrets/code-host-token`, { method: 'DELETE' })
    const again = (await docs.request(path, { key, json })).body.id
    const failed = (await docs.request(`${path}/${again}?wait=50&include=failure`, { key })).body
    expect(failed).toMatchObject({ status: 'failed', prLink: null })
    expect((await admin.request(`${project}/checklist`)).body).toMatchObject({ repository: false })
  })
})

it('a token of Bitbucket may name its account', async () => {
  const standIn = await startStandIn(bitbucketKind)
  cleanups.push(standIn.close)
  const docs = await startTestService({ env: { BITBUCKET_URL: standIn.state.url } })
  cleanups.push(docs.stop)
  const admin = await newVisitor(docs, 'admin')
  const json = { repository: standIn.repository, codeHost: 'bitbucket', token: `writer@example.com:${standIn.state.token}` }
  const { body } = await admin.request('/v1/projects/test', { json })
  // The stand-in takes access tokens only: what counts is that the account was sent apart from the token.
  expect(body).toMatchObject({ ok: false, code: 'code_host_token_refused' })
  expect(docs.log()).not.toContain(standIn.state.token)
})

describe.each(ENGINES)('a key of a project on %s', (engine) => {
  it('is used for its model and is in no table, log, event, workspace or pull request; a change that has it is not pushed', async () => {
    const model = await startScriptedModel()
    cleanups.push(model.close)
    const place = await openModelPlace({ 'docs/a.md': '# A\n\nOpen the workspace.\n' }, model.env('chat'), { engine })
    cleanups.push(place.close)
    await place.setSecret('compatible', OWN_KEY)

    const dataFolder = place.docs.service.context.folder.path
    const inWorkspace: string[] = []
    model.play((_, index) => {
      inWorkspace.push(...filesWith(join(dataFolder, 'workspaces'), [OWN_KEY]))
      return [edit('project'), { ...DONE, text: `${DONE.text} I use ${OWN_KEY}.` }][index]!
    })
    const told = await place.run('Rename it')
    expect(told).toMatchObject({ status: 'completed', summary: 'Changed `docs/a.md`. I use [redacted].' })
    expect((await place.docs.request(new URL(told.prLink).pathname)).text).toContain('I use [redacted].')
    expect(model.asked.every(({ key }) => key === OWN_KEY)).toBe(true)

    model.play([edit(OWN_KEY), DONE])
    const written = await place.run('Rename it')
    expect(written).toMatchObject({ status: 'failed', prLink: null, failure: { code: 'policy_secret' } })

    model.play([{ text: `Nothing to do\n\nThe key is ${OWN_KEY}.` }])
    const said = await place.run('Look at it')
    expect(said).toMatchObject({ status: 'completed', summary: 'The key is [redacted].' })

    model.play([edit('project'), DONE])
    const fine = await place.run('Rename it')
    expect(fine).toMatchObject({ status: 'completed' })
    const page = await place.docs.request(new URL(fine.prLink).pathname)

    // A program may put it into an error.
    place.docs.service.context.log.error({ err: new Error(`refused ${OWN_KEY}`) }, 'something failed')
    const events = (await Promise.all([told, written, said, fine].map(({ id }) => place.events(id)))).join()
    expect(events).toContain('[redacted]')
    expect(place.docs.log()).toContain('refused [redacted]')
    for (const text of [JSON.stringify([told, written, said, fine]), events, page.text, place.docs.log()])
      expect(text).not.toContain(OWN_KEY)
    expect(inWorkspace).toEqual([])
    expect(place.repository.git('log', '--all', '-p')).not.toContain(OWN_KEY)
    expect(await tablesWith(place, OWN_KEY)).toEqual([])
  })
})

/** The tables of the main database that have a text somewhere. */
async function tablesWith(place: Awaited<ReturnType<typeof openModelPlace>>, text: string): Promise<string[]> {
  const { query, engine } = place.docs.service.context.databases.main
  const tables = (await query.introspection.getTables()).map(({ name }) => name)
  const found: string[] = []
  for (const name of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(query)
    if (JSON.stringify(rows).includes(text)) found.push(`${engine} ${name}`)
  }
  return found
}

describe('docwright project secret', () => {
  const prepare = async (env: Record<string, string> = {}) => {
    const repository = createRepository({ 'docs/a.md': '# A\n' })
    const installation = createInstallation(env)
    cleanups.push(repository.remove, installation.remove)
    const { projectId } = await installation.json(['project', 'create', 'Docs', '--repository', repository.path])
    return { installation, words: (...words: string[]) => ['project', 'secret', ...words, '--project', projectId as string] }
  }
  const pipe = (words: string[], env: Record<string, string>, input: string): Promise<{ code: number; out: string }> =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr }),
      )
      child.stdin!.end(input)
    })

  it('takes a value from standard input or a variable, lists and deletes, and the value is on disk nowhere', async () => {
    const { installation, words } = await prepare()
    const env = { PATH: process.env['PATH']!, DOCWRIGHT_DATA: join(installation.folder, 'data') }
    const piped = await pipe(words('set', 'openai'), env, `${OWN_KEY}\n`)
    expect(piped).toEqual({ code: 0, out: 'The secret openai is set.\n' })
    const set = await installation.json([...words('set', 'anthropic'), '--from-env', 'MY_KEY'], { MY_KEY: 'a-short-one' })
    expect(set).toEqual({ name: 'anthropic', lastFour: null, setAt: expect.any(String), setBy: 'cli' })
    expect((await installation.json(words('list'))).secrets).toMatchObject([
      { name: 'anthropic', lastFour: null },
      { name: 'openai', lastFour: '6789', setBy: 'cli' },
    ])
    expect((await installation.run(words('list'))).stdout).toMatch(
      /^NAME +ENDS +SET +BY\nanthropic +- .*\nopenai +…6789 .* cli\n$/,
    )
    expect(filesWith(installation.folder, [OWN_KEY, 'a-short-one'])).toEqual([])
    expect((await installation.run(words('delete', 'openai'))).stdout).toBe('The secret openai is deleted.\n')
    expect(await installation.run(words('delete', 'openai'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Error: /),
    })
  })

  it('says what is wrong, without the value', async () => {
    const { installation, words } = await prepare()
    const env = { PATH: process.env['PATH']!, DOCWRIGHT_DATA: join(installation.folder, 'data') }
    for (const input of ['', 'two words', 'x'.repeat(9000)]) {
      const { code, out } = await pipe(words('set', 'openai'), env, input)
      expect(code).toBe(1)
      expect(out).toMatch(/^Error: .*\nTry: /)
      expect(out).not.toContain('two words')
    }
    expect((await installation.run([...words('set', 'openai'), '--from-env', 'NOT_THERE'])).stderr).toContain(
      'NOT_THERE is not set',
    )
    expect((await installation.run(words('set', 'other'))).code).toBe(1)
  })

  it('a job whose secret was stored with another DOCWRIGHT_SECRET fails and says which and what to do; so does doctor', async () => {
    const model = await startScriptedModel([DONE])
    cleanups.push(model.close)
    const { installation, words } = await prepare({ ...model.env('chat'), DOCWRIGHT_LOG: 'warn' })
    const projectId = words().at(-1)!
    const [before, after] = ['the-first-secret-of-the-service', 'the-second-secret-of-the-service'].map((DOCWRIGHT_SECRET) => ({
      DOCWRIGHT_SECRET,
    }))
    await installation.json([...words('set', 'compatible'), '--from-env', 'MY_KEY'], { ...before, MY_KEY: OWN_KEY })
    await installation.json(['project', 'set', projectId, '--agent', 'model'], before)
    const job = await installation.json(['job', 'create', '--project', projectId, 'Rename it', '--wait'], after)
    expect(job).toMatchObject({
      status: 'failed',
      failure: {
        code: 'secret_unreadable',
        message: `The secret \`compatible\` of project ${projectId} can't be decrypted: it was stored with another DOCWRIGHT_SECRET.`,
        hint: expect.stringContaining(`docwright project secret set --project ${projectId} compatible`),
      },
    })
    expect(model.asked).toEqual([])
    const { stdout } = await installation.run(['doctor', '--json'], after)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; message: string }[] }
    expect(checks.find(({ name }) => name === 'Secrets')).toMatchObject({ message: expect.stringContaining('`compatible`') })
    const offline = await installation.json(['project', 'set', projectId, '--agent', 'offline'], after)
    expect(offline).toMatchObject({ agent: 'offline' })
    const works = await installation.json(
      ['job', 'create', '--project', projectId, 'Create a page docs/b titled "B"', '--wait'],
      after,
    )
    expect(works).toMatchObject({ status: 'completed' })
  })
})
