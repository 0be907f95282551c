import type { Job, Message } from '../../jobs/job.ts'
import { stateOf } from '../../jobs/job-state.ts'
import type { KnownStanding } from '../../jobs/pull-request-standings.ts'
import type { Include, JobBody, MessageBody } from '../schemas/jobs.ts'

/** What is not in the job itself, for those parts of the answer that were asked for. */
export interface JobExtras {
  messages?: Message[]
  standing?: KnownStanding | undefined
}

export function presentJob(
  job: Job,
  baseUrl: string,
  include: ReadonlySet<Include> = new Set(),
  { messages = [], standing }: JobExtras = {},
): JobBody {
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.ref },
    model: job.model,
    prLink: presentLink(job, baseUrl),
    createdAt: new Date(job.createdAt).toISOString(),
    archivedAt: toIso(job.archivedAt),
    ...(include.has('failure') ? { failure: job.failure } : {}),
    ...(include.has('summary') ? { summary: job.summary } : {}),
    ...(include.has('usage') ? { usage: job.usage } : {}),
    ...(include.has('diffStat') ? { diffStat: job.diffStat } : {}),
    ...(include.has('outcome') ? presentOutcome(job) : {}),
    ...(include.has('messages') ? { messages: messages.map(presentMessage) } : {}),
    ...(include.has('page') ? { page: job.page } : {}),
    ...(include.has('pullRequest') ? { pullRequest: presentStanding(standing) } : {}),
    ...(include.has('state') ? { state: stateOf(job, standing) } : {}),
  }
}

/** Null while another instruction is under way: what came of the one before would be taken for what came of this one. */
function presentOutcome({ status, outcome, choices }: Job): Pick<JobBody, 'outcome' | 'choices'> {
  return status === 'active' ? { outcome: null, choices: [] } : { outcome, choices }
}

function presentStanding(standing: KnownStanding | undefined): JobBody['pullRequest'] {
  return standing ? { ...standing, mergedAt: toIso(standing.mergedAt) } : null
}

/** Null on every active spell, also while a follow-up to a finished job runs. A path is a pull request of the built-in code host. */
function presentLink(job: Job, baseUrl: string): string | null {
  if (job.status === 'active' || job.prLink === null) return null
  return job.prLink.startsWith('/') ? baseUrl + job.prLink : job.prLink
}

export function presentMessage(message: Message): MessageBody {
  return {
    id: message.id,
    prompt: message.prompt,
    state: message.state,
    summary: message.summary,
    askedBy: message.askedBy,
    createdAt: new Date(message.createdAt).toISOString(),
    finishedAt: toIso(message.finishedAt),
  }
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
