import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { PullRequestStanding } from '../codehosts/code-host.ts'
import type { JobState } from './job-state.ts'

type Jobs = ExpressionBuilder<MainSchema, 'job'>

/** Only so many of the newest jobs are searched: prompts are long, and no index helps to find a word in them. */
const SEARCHED_MAX = 5000

/** Jobs in one state, as `stateOf` tells it from what the code hosts said last. */
export function isInState(e: Jobs, state: JobState): ExpressionWrapper<MainSchema, 'job', SqlBool> {
  if (state === 'working') return e('job.status', '=', 'active')
  if (state === 'failed' || state === 'archived') return e('job.status', '=', state)
  const isDone = e('job.status', '=', 'completed')
  const needsChoice = e(e.fn.coalesce('job.outcome', e.val('')), '=', 'needs_choice')
  if (state === 'no_changes') return e.and([isDone, e.not(needsChoice), e('job.pr_link', 'is', null)])
  const told = e.fn.coalesce(standingOf(), e.val('open'))
  if (state !== 'needs_review') return e.and([isDone, e.not(needsChoice), e('job.pr_link', 'is not', null), e(told, '=', state)])
  return e.and([isDone, e.or([needsChoice, e.and([e('job.pr_link', 'is not', null), e(told, '=', 'open')])])])
}

/** A link that begins with a slash is the page of a built-in pull request, whose last part is its secret. */
function standingOf() {
  return sql<string | null>`case when job.pr_link like '/pull-requests/%'
    then (select pull_request.state from pull_request where pull_request.secret = substr(job.pr_link, 16))
    else job.pr_state end`
}

/** Jobs whose first prompt has a text in it, in any case. */
export function hasText(e: Jobs, projectId: string, text: string): ExpressionWrapper<MainSchema, 'job', SqlBool> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const newest = e
    .selectFrom('job as newest')
    .select('newest.id')
    .where('newest.project_id', '=', projectId)
    .orderBy('newest.id', 'desc')
    .limit(SEARCHED_MAX)
  return e(
    'job.id',
    'in',
    e
      .selectFrom('message')
      .select('message.job_id')
      .where('message.job_id', 'in', newest)
      .where('message.seq', '=', 1)
      .where(sql<SqlBool>`lower(message.prompt) like ${pattern} escape '\\'`),
  )
}

/** Keeps what a code host said of a pull request, unless the job has another one by now. */
export async function recordStanding(
  db: Connection<MainSchema>,
  jobId: string,
  link: string,
  standing: PullRequestStanding,
): Promise<void> {
  await db.query
    .updateTable('job')
    .set({ pr_state: standing.state, pr_merged_at: standing.mergedAt })
    .where('id', '=', jobId)
    .where('pr_link', '=', link)
    .execute()
}
