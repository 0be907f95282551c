import type { Job, Message } from '../jobs/job.ts'
import type { Include, JobBody, MessageBody } from './schemas.ts'

export function presentJob(
  job: Job,
  baseUrl: string,
  include: ReadonlySet<Include> = new Set(),
  messages: Message[] = [],
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
    ...(include.has('messages') ? { messages: messages.map(presentMessage) } : {}),
  }
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
    createdAt: new Date(message.createdAt).toISOString(),
    finishedAt: toIso(message.finishedAt),
  }
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
