import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Book, JobAnswer, PromisedJob } from './book.ts'
import { FIRST_WORD } from './pages.ts'
import type { FoundPullRequest, World } from './world.ts'

/** How long the work that is left may go on without another job ending, once nothing goes wrong any more. */
const REST_MS = 90_000

export interface Proof {
  jobs: number
  pullRequests: number
  violations: string[]
}

/** Waits until all is done and holds the store, the repository and the code host against what was promised. */
export async function prove(world: World, book: Book): Promise<Proof> {
  await book.resend()
  await adoptUncertain(world, book)
  const violations = book.violations
  const pullRequests = await untilDone(world, book)
  for (const job of book.jobs) violations.push(...(await checkJob(world, book, job, pullRequests)))
  violations.push(...(await checkWhole(world, book, pullRequests)), ...world.complaints())
  for (const node of world.nodes) violations.push(...(await checkEnd(world, node)))
  return {
    jobs: book.jobs.length,
    pullRequests: pullRequests.length,
    violations: violations.map((violation) => `${world.name}: ${violation}`),
  }
}

/** A creation that was cut off and not sent again may have got through. If it did, the job must be done like any other. */
async function adoptUncertain(world: World, book: Book): Promise<void> {
  const rows = await world.context.databases.main.query
    .selectFrom('job')
    .innerJoin('message', 'message.job_id', 'job.id')
    .select(['job.id', 'job.project_id', 'message.prompt'])
    .where('message.seq', '=', 1)
    .execute()
  const known = new Set(book.jobs.map((job) => job.id))
  for (const row of rows.filter(({ id }) => !known.has(id))) {
    if (!book.uncertain.delete(row.prompt)) {
      book.violations.push(`${row.id} is there and nobody was promised it: ${row.prompt}`)
      continue
    }
    const project = book.projects.find(({ id }) => id === row.project_id)!
    const word = /^Replace "workspace" with "(.+)"$/.exec(row.prompt)?.[1] ?? null
    book.jobs.push({ id: row.id, project, word: word ?? FIRST_WORD, commits: word ? 1 : 0, messages: 1, link: null })
  }
}

async function untilDone(world: World, book: Book): Promise<FoundPullRequest[]> {
  for (const job of book.jobs) {
    const end = performance.now() + REST_MS
    for (;;) {
      const answer = await book.get(job, '?wait=5')
      if (answer && answer.status !== 'active') break
      if (performance.now() < end) continue
      book.violations.push(`${job.id} did not end`)
      break
    }
  }
  return world.pullRequests()
}

async function checkJob(world: World, book: Book, job: PromisedJob, pullRequests: FoundPullRequest[]): Promise<string[]> {
  const answer = await book.get(job, '?include=failure,messages')
  if (!answer) return [`${job.id} cannot be read`]
  const wrong: string[] = []
  const expect = (isRight: boolean, what: string) => void (isRight || wrong.push(`${job.id} ${what}`))
  expect(answer.status === 'completed', `is ${answer.status}: ${JSON.stringify(answer.failure)}`)
  expect(answer.messages?.length === job.messages, `has ${answer.messages?.length} messages and not ${job.messages}`)
  for (const { state, prompt } of answer.messages ?? []) expect(state === 'done', `has the message ${prompt} in state ${state}`)
  wrong.push(...checkBranch(world, job), ...(await checkPullRequest(world, job, answer, pullRequests)))
  return wrong.length === 0 ? [] : [...wrong, await describe(world, job)]
}

/** For whoever looks for the reason. */
async function describe(world: World, { id }: PromisedJob): Promise<string> {
  const { query } = world.context.databases.main
  const row = await query.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()
  const steps = await query.selectFrom('step').selectAll().where('job_id', '=', id).orderBy('at').execute()
  const messages = await query.selectFrom('message').selectAll().where('job_id', '=', id).orderBy('seq').execute()
  return JSON.stringify({
    id,
    epoch: row?.epoch,
    messages: messages.map(({ seq, prompt, state, summary }) => ({ seq, prompt, state, summary })),
    steps: steps.map(({ run, name, output, at }) => `${at} ${run} ${name} ${output}`),
  })
}

function checkBranch(world: World, job: PromisedJob): string[] {
  const branch = `refs/heads/docwright/${job.id}`
  const listed = world.git('for-each-ref', '--format=%(refname)', branch)
  if (job.commits === 0) return listed === '' ? [] : [`${job.id} has a branch and changed nothing`]
  if (listed !== branch) return [`${job.id} has no branch`]
  const commits = Number(world.git('rev-list', '--count', `main..${branch}`))
  return [
    ...(commits === job.commits ? [] : [`${job.id} has ${commits} commits and not ${job.commits}`]),
    ...(world.git('ls-tree', '-r', branch) === world.pages.treeWith(job.word)
      ? []
      : [`the branch of ${job.id} has other content than its last message asked for (${job.word})`]),
  ]
}

async function checkPullRequest(
  world: World,
  job: PromisedJob,
  { prLink }: JobAnswer,
  pullRequests: FoundPullRequest[],
): Promise<string[]> {
  const own = pullRequests.filter((one) => one.head === `docwright/${job.id}`)
  const path = prLink === null ? null : new URL(prLink).pathname
  if (job.commits === 0)
    return own.length === 0 && path === null ? [] : [`${job.id} has a pull request or a link and changed nothing`]
  if (own.length !== 1) return [`${job.id} has ${own.length} pull requests`]
  const [found] = own as [FoundPullRequest]
  const head = world.git('rev-parse', `refs/heads/docwright/${job.id}`)
  const wrong: string[] = []
  if (path !== found.path) wrong.push(`${job.id} links to ${path} and not to ${found.path}`)
  if (job.link !== null && job.link !== path) wrong.push(`the link of ${job.id} was ${job.link} before and is ${path}`)
  if (found.headCommit !== head) wrong.push(`the pull request of ${job.id} ends at ${found.headCommit} and its branch at ${head}`)
  if (world.codeHost === 'builtin' && path) {
    const page = await fetch(world.apiUrl() + path)
    if (page.status !== 200 || !(await page.text()).includes(job.word))
      wrong.push(`the page of ${job.id} does not show its change`)
  }
  return wrong
}

/** What is there, and belongs to no job. */
async function checkWhole(world: World, book: Book, pullRequests: FoundPullRequest[]): Promise<string[]> {
  const heads = new Set(book.jobs.filter((job) => job.commits > 0).map((job) => `docwright/${job.id}`))
  const branches = world.git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads').split('\n')
  const locks = world.git('rev-parse', '--absolute-git-dir')
  return [
    ...branches.filter((name) => name !== 'main' && !heads.has(name)).map((name) => `the branch ${name} belongs to no job`),
    ...pullRequests.filter(({ head }) => !heads.has(head)).map(({ head }) => `the pull request of ${head} belongs to no job`),
    ...(world.git('rev-parse', 'main') === world.pages.main ? [] : ['main was moved']),
    ...leftIn(join(locks, 'refs'), /\.lock$/).map((name) => `${name} is left in the repository`),
  ]
}

/** A worker at rest has no workspace and no lock file, and ends as it should. */
async function checkEnd(world: World, node: World['nodes'][number]): Promise<string[]> {
  const left = [
    ...leftIn(join(node.data, 'workspaces'), /^[^/]+$/),
    ...leftIn(join(node.data, 'mirrors'), /\.lock$|tmp_(?:pack|idx|objdir)/),
  ]
  const status = await node.program.end('SIGTERM')
  return [
    ...left.map((name) => `${name} is left in the folder of ${node.name}`),
    ...(status === 0 ? [] : [`${node.name} ended with ${status}: ${node.program.stderr().slice(-2000)}`]),
    ...(node.program.stderr().includes('"level":50') ? [`${node.name} logged an error: ${errorsIn(node.program.stderr())}`] : []),
  ]
}

function errorsIn(log: string): string {
  return log
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .slice(0, 3)
    .join('\n')
}

function leftIn(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name))
}
