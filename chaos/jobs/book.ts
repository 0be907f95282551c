import { createKey } from '../../src/keys/create-key.ts'
import { createProject } from '../../src/projects/create-project.ts'
import { FIRST_WORD } from './pages.ts'
import type { World } from './world.ts'

/** Below the limit of 100 jobs and 100 messages of a project in an hour. */
const USES_MAX = 90

/** A request that hangs longer than this is lost: the service was stopped while it had it. */
const ANSWER_MS_MAX = 15_000

export interface Project {
  id: string
  key: string
  jobs: number
  messages: number
}

/** A job that the service promised to do, and what must come of it. */
export interface PromisedJob {
  id: string
  project: Project
  /** On the pages of its branch, once all messages are answered. */
  word: string
  /** Messages that change pages: each is one commit. */
  commits: number
  messages: number
  /** The link of its pull request as it was first seen; later ones must be the same. */
  link: string | null
}

/** A request that may have got through or not. It is sent again under the same key until there is an answer. */
interface Request {
  project: Project
  path: string
  prompt: string
  idempotencyKey: string
  accept(answer: JobAnswer): void
}

export interface JobAnswer {
  id: string
  status: string
  prLink: string | null
  failure?: { code: string; message: string } | null
  messages?: { prompt: string; state: string }[]
}

/** What clients sent and what they were promised. */
export interface Book {
  jobs: PromisedJob[]
  projects: Project[]
  /** Prompts of jobs that nobody asked for a second time: they may exist or not. */
  uncertain: Set<string>
  violations: string[]
  createJob(): Promise<void>
  /** To a random job, unless one to the same job waits for its answer. */
  sendMessage(): Promise<void>
  resend(): Promise<void>
  get(job: PromisedJob, query?: string): Promise<JobAnswer | null>
  /** Looks at some jobs: no active one may show a link, and a link never changes. */
  look(): Promise<void>
}

export async function openBook(world: World): Promise<Book> {
  const { random } = world
  const unanswered = new Set<Request>()
  const waiting = new Set<PromisedJob>()
  const book: Book = { jobs: [], projects: [], uncertain: new Set(), violations: [], createJob, sendMessage, resend, get, look }
  let count = 0

  async function send(request: Request): Promise<void> {
    unanswered.add(request)
    const answer = await call(world, request.project.key, request.path, request.idempotencyKey, request.prompt)
    // No answer, or the service is just starting or ending.
    if (!answer || answer.status === 503) return
    unanswered.delete(request)
    if (answer.status !== 200 && answer.status !== 201)
      book.violations.push(`${request.path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
    else {
      const job = answer.body as JobAnswer
      if (job.status === 'active' && job.prLink !== null) book.violations.push(`${job.id} was accepted with a link`)
      request.accept(job)
    }
  }

  async function createJob(): Promise<void> {
    const project = await projectWith(world, book.projects, 'jobs')
    const word = `space-${world.name}-${++count}`
    const changes = !random.chance(0.1)
    const prompt = changes ? `Replace "${FIRST_WORD}" with "${word}"` : `Replace "unicorn ${count}" with "horse"`
    await send({
      project,
      path: `/v2/agent/${project.id}/job`,
      prompt,
      idempotencyKey: `create-${count}`,
      accept: ({ id }) =>
        book.jobs.push({ id, project, word: changes ? word : FIRST_WORD, commits: changes ? 1 : 0, messages: 1, link: null }),
    })
  }

  async function sendMessage(): Promise<void> {
    const free = book.jobs.filter((job) => !waiting.has(job) && job.project.messages < USES_MAX)
    if (free.length === 0) return
    // Mostly one of the last, which may still be worked on.
    const job = random.chance(0.7) ? free.at(-1 - random.below(Math.min(3, free.length)))! : random.pick(free)
    const word = `space-${world.name}-${++count}`
    const changes = !random.chance(0.15)
    waiting.add(job)
    job.project.messages++
    await send({
      project: job.project,
      path: `/v2/agent/${job.project.id}/job/${job.id}/message`,
      prompt: changes ? `Replace "${job.word}" with "${word}"` : `Replace "unicorn ${count}" with "horse"`,
      idempotencyKey: `message-${count}`,
      accept: () => {
        waiting.delete(job)
        job.messages++
        if (changes) Object.assign(job, { word, commits: job.commits + 1 })
      },
    })
  }

  async function resend(): Promise<void> {
    for (const request of unanswered) {
      const isCreation = request.path.endsWith('/job')
      if (isCreation && random.chance(0.2)) {
        unanswered.delete(request)
        book.uncertain.add(request.prompt)
      } else await send(request)
    }
  }

  async function get({ id, project }: PromisedJob, query = ''): Promise<JobAnswer | null> {
    const answer = await call(world, project.key, `/v2/agent/${project.id}/job/${id}${query}`)
    if (answer && answer.status !== 200 && answer.status !== 503)
      book.violations.push(`${id} was promised, and asked for it the service says ${answer.status}`)
    return answer?.status === 200 ? (answer.body as JobAnswer) : null
  }

  async function look(): Promise<void> {
    for (const job of book.jobs.slice(-4)) {
      const answer = await get(job)
      if (!answer) return
      if (answer.status === 'active' && answer.prLink !== null) book.violations.push(`${job.id} is active and shows a link`)
      if (answer.prLink === null) continue
      const path = new URL(answer.prLink).pathname
      job.link ??= path
      if (job.link !== path) book.violations.push(`the link of ${job.id} changed from ${job.link} to ${path}`)
    }
  }

  // Before the service starts for the first time, so that it makes no sample project.
  await projectWith(world, book.projects, 'jobs')
  await projectWith(world, book.projects, 'messages')
  return book
}

/** A project that may be used once more, a random one of the last two. */
async function projectWith(world: World, projects: Project[], use: 'jobs' | 'messages'): Promise<Project> {
  const free = projects.filter((project) => project[use] < USES_MAX)
  if (free.length < 2) {
    const { databases, ids } = world.context
    const deps = { database: databases.main, ids }
    const { id } = await createProject(
      deps,
      { name: 'Chaos', repository: world.repository, ref: 'main', codeHost: 'builtin', agent: 'offline' },
      'chaos',
    )
    const { secret } = await createKey(deps, {
      projectId: id,
      kind: 'admin',
      name: 'Chaos',
      scopes: ['read', 'write'],
      expiresInMs: null,
      actor: 'chaos',
    })
    free.push({ id, key: secret, jobs: 0, messages: 0 })
    projects.push(free.at(-1)!)
  }
  const project = world.random.pick(free.slice(-2))
  project[use]++
  return project
}

async function call(
  world: World,
  key: string,
  path: string,
  idempotencyKey?: string,
  prompt?: string,
): Promise<{ status: number; body: unknown } | null> {
  try {
    const answer = await fetch(world.apiUrl() + path, {
      method: prompt === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(prompt === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: prompt === undefined ? null : JSON.stringify({ prompt }),
      signal: AbortSignal.timeout(prompt === undefined ? 2 * ANSWER_MS_MAX : ANSWER_MS_MAX),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return null
  }
}
