import { type TestRepository, createRepository } from './repository.ts'
import type { TestService } from './test-service.ts'

const DAY_MS = 86_400_000

/** The most that one request takes. */
const EVENTS_MAX = 1000

const READERS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
  'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
]

const REFERRERS = ['https://chatgpt.com/', 'https://www.google.com/', 'https://news.example.com/a', undefined]

const SECTIONS = ['guides', 'reference', 'api', 'tutorials', 'errors']
const TOPICS = [
  'install',
  'authentication',
  'webhooks',
  'rate-limits',
  'pagination',
  'deploy',
  'migrate',
  'billing',
  'search',
  'export',
]

/** The pages that the last jobs which are done were made for. */
const MADE_FOR = ['/guides/authentification', '/api/draft-notes', '/docs/webhooks', '/api/deploy']

const PROMPTS = [
  'Replace "log in" with "sign in" in all guides',
  'Fix the broken links',
  'Add missing titles and descriptions to the front matter',
  'Explain every error code on the errors page with its cause and what to do about it, in the order of the reference',
  'Rename workspace to project everywhere',
]

/** The pages of the project, in a repository: those that are read, and more that nobody reads. */
export function createDocumentation(): TestRepository {
  const read = SECTIONS.flatMap((section) => TOPICS.map((topic) => `${section}/${topic}`))
  const unread = SECTIONS.flatMap((section) => [
    `${section}/legacy-${section}`,
    `${section}/draft-notes`,
    `${section}/v1/install`,
  ])
  const page = (name: string, index: number) => `# ${name}\n\nSee [another](/${read[(index * 7) % read.length]}).\n`
  return createRepository({
    'docs.json': JSON.stringify({ navigation: { pages: [...read, ...unread.filter((_, index) => index % 3 === 0)] } }),
    ...Object.fromEntries([...read, ...unread].map((name, index) => [`${name}.mdx`, page(name, index)])),
  })
}

/** A project as it is after a year of use: views of many pages over two months, misses, and many jobs. */
export async function fillProject(docs: TestService, size: { pages: number; jobs: number }): Promise<void> {
  const now = Date.now()
  const events = [...pageViews(size.pages, now), ...misses(now)]
  for (let at = 0; at < events.length; at += EVENTS_MAX)
    await docs.request(`/v1/analytics/${docs.projectId}/events`, { json: events.slice(at, at + EVENTS_MAX) })
  await addJobs(docs, size.jobs, now)
}

function* pageViews(pages: number, now: number): Generator<object> {
  // The same every time: a screenshot must not differ because of chance.
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  for (let day = 0; day < 60; day++) {
    const views = 60 + Math.round(30 * Math.sin(day / 3.5)) + (60 - day)
    for (let view = 0; view < views; view++)
      yield {
        time: now - day * DAY_MS - Math.floor(random() * 3_600_000),
        path: `/${pick(SECTIONS)}/${TOPICS[Math.floor(random() ** 2 * TOPICS.length)]}`,
        userAgent: READERS[Math.floor(random() ** (day < 20 ? 0.8 : 1.4) * READERS.length)],
        referrer: pick(REFERRERS),
        ip: `192.0.2.${Math.floor(random() * 250)}`,
      }
  }
  for (let page = 0; page < pages; page++)
    yield {
      time: now - (page % 60) * DAY_MS,
      path: `/reference/generated/method-${page}`,
      userAgent: READERS[Math.floor(random() * 4)],
    }
}

function misses(now: number): object[] {
  const paths = [
    '/guides/authentification',
    '/docs/webhooks',
    '/reference/rate-limit',
    '/guides/<img src=x onerror=alert(1)>',
    '/wp-login',
  ]
  return paths.flatMap((path, index) =>
    Array.from({ length: 40 - index * 7 }, (_, count) => ({
      path,
      status: 404,
      time: now - count * 7_200_000,
      userAgent: READERS[(count + index) % 5],
      referrer: REFERRERS[count % 4],
    })),
  )
}

async function addJobs({ service, projectId }: TestService, count: number, now: number): Promise<void> {
  const { databases, ids } = service.context
  const states = ['completed', 'completed', 'completed', 'failed', 'archived', 'completed']
  const rows = Array.from({ length: count }, (_, index) => {
    const at = now - (count - index) * 1_800_000
    const status = index >= count - 2 ? 'active' : states[index % states.length]!
    const isDone = status !== 'active' && status !== 'failed'
    const id = ids.next('job', at)
    return {
      job: {
        id,
        project_id: projectId,
        status,
        repository: 'https://github.com/acme/docs',
        ref: 'main',
        model: index % 3 === 0 ? 'anthropic/claude-sonnet' : 'offline',
        branch: `docwright/${id}`,
        title: null,
        draft: 0,
        page: MADE_FOR[count - 3 - index] ?? null,
        pr_link: isDone ? `https://github.com/acme/docs/pull/${index + 1}` : null,
        created_at: at,
        updated_at: at + 60_000,
        archived_at: status === 'archived' ? at + 86_400_000 : null,
        archived_from: status === 'archived' ? 'completed' : null,
        summary: null,
        failure:
          status === 'failed'
            ? JSON.stringify({
                code: 'clone_failed',
                message: 'The repository cannot be cloned: the code host refuses the token.',
                hint: 'Renew the token.',
              })
            : null,
        usage: JSON.stringify({ turns: 12, inputTokens: 48_211, outputTokens: 3920, costUsd: 0.2034 }),
        diff_stat: isDone ? JSON.stringify({ files: 3, additions: 40 + (index % 300), deletions: index % 90 }) : null,
        epoch: 1,
        attempt: 1,
        retries: 0,
        // Nobody works on them: they are for looking at.
        not_before: now + 86_400_000,
        lease_owner: null,
        lease_until: null,
      },
      message: {
        id: ids.next('msg', at),
        job_id: id,
        seq: 1,
        prompt: PROMPTS[index % PROMPTS.length]!,
        state: status === 'active' ? 'queued' : 'done',
        summary: isDone ? '**Done** on 3 files:\n\n- `docs/start.md`: 2 places\n- `docs/guides/install.md`: 1 place' : null,
        created_at: at,
        finished_at: status === 'active' ? null : at + 60_000,
      },
    }
  })
  await databases.main.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += 100) {
      const part = rows.slice(from, from + 100)
      await tx.query
        .insertInto('job')
        .values(part.map(({ job }) => job))
        .execute()
      await tx.query
        .insertInto('message')
        .values(part.map(({ message }) => message))
        .execute()
    }
  })
}
