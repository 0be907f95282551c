import { Fault } from '../lib/fault.ts'
import type { HostReply } from './host-reply.ts'

/** The longest limit of the hosts is an hour. A larger number is a mistake, and must not put a job off for days. */
const RETRY_AFTER_SECONDS_MAX = 3600

/** What a code host says when it refuses. For recognising the reason only: it is never shown, because it may repeat what was sent. */
export function wordsOf({ body }: HostReply): string {
  const words: string[] = []
  const collect = (value: unknown, depth: number) => {
    if (typeof value === 'string') words.push(value.slice(0, 500))
    else if (value && typeof value === 'object' && depth < 4)
      for (const part of Object.values(value).slice(0, 20)) collect(part, depth + 1)
  }
  collect(body, 0)
  return words.join('\n')
}

/** Turns a refusal by a code host into what the user is told. */
export function toHostFault(name: string, reply: HostReply, now: number): Fault {
  const { status } = reply
  const words = wordsOf(reply)
  if (isRateLimit(reply, words)) return rateLimited(name, reply, now)
  if (status === 401)
    return new Fault({
      code: 'code_host_token_refused',
      message: `${name} doesn't accept the token.`,
      hint: 'It may have expired or been revoked. Create a new one, and set it as the project secret `code-host-token` or for the server.',
    })
  if (status === 423 || (status === 403 && /archived/i.test(words)))
    return new Fault({
      code: 'repository_archived',
      message: 'The repository is archived and takes no changes.',
      hint: `Unarchive it on ${name}.`,
    })
  if (/protected branch|branch is protected/i.test(words) && status < 500)
    return new Fault({
      code: 'branch_protected',
      message: `A rule of the repository on ${name} forbids this.`,
      hint: "Let the token's account pass the rule.",
    })
  if (status === 403) return forbidden(name)
  if (status === 404 || status === 410) return repositoryNotFound(name)
  if (status === 409)
    return new Fault({
      code: 'pull_request_conflict',
      message: `${name} could not do this because of another change.`,
      isPassing: true,
    })
  if (status === 400 || status === 422) return refused(name, words)
  if (status >= 300 && status < 400)
    return new Fault({
      code: 'repository_moved',
      message: 'The repository has moved.',
      hint: "Set the project's repository to the new address.",
    })
  if (status >= 500 || status === 408) return unavailable(name, reply, now)
  return new Fault({
    code: 'code_host_answer_invalid',
    message: `${name} answered with status ${status}, which Docwright does not expect.`,
  })
}

export function forbidden(name: string): Fault {
  return new Fault({
    code: 'repository_forbidden',
    message: `The token isn't allowed to do this in the repository on ${name}.`,
    hint: 'Give it read and write access to contents and pull requests of this repository.',
  })
}

export function repositoryNotFound(name: string): Fault {
  return new Fault({
    code: 'repository_not_found',
    message: `This repository doesn't exist on ${name}, or the token can't see it.`,
    hint: "Check the project's repository, and which repositories the token is for.",
  })
}

export function refNotFound(ref: string): Fault {
  return new Fault({
    code: 'ref_not_found',
    message: `The repository has no branch ${ref}.`,
    hint: 'Check the ref of the project or the job.',
  })
}

function refused(name: string, words: string): Fault {
  if (/no commits between|no changes between|there are no changes/i.test(words))
    return new Fault({ code: 'nothing_to_merge', message: "The branch has no changes that its target doesn't have." })
  if (/\bhead\b\s+invalid|invalid\s+head\b|source branch[\s\S]{0,40}(?:not exist|not found)/i.test(words))
    return new Fault({ code: 'branch_not_visible', message: `${name} does not show the pushed branch yet.`, isPassing: true })
  if (
    /\bbase\b\s+invalid|invalid\s+base\b|(?:target|destination)[\s\S]{0,20}branch[\s\S]{0,40}(?:not exist|not found)/i.test(words)
  )
    return new Fault({
      code: 'ref_not_found',
      message: `${name} has no such branch to merge into.`,
      hint: 'Check the ref of the project or the job.',
    })
  return new Fault({
    code: 'pull_request_refused',
    message: `${name} refused the pull request.`,
    hint: 'Check that the repository takes pull requests and that the target branch exists.',
  })
}

/** GitHub also uses 403 for both of its limits. */
function isRateLimit({ status, headers }: HostReply, words: string): boolean {
  if (status === 429) return true
  return (
    status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after') || /rate limit/i.test(words))
  )
}

function rateLimited(name: string, reply: HostReply, now: number): Fault {
  const seconds = retryAfter(reply, now)
  return new Fault({
    code: 'code_host_rate_limited',
    message: `${name} limits how often it may be asked${seconds ? `; it will answer again in ${seconds} seconds` : ''}.`,
    hint: 'Wait, or use a token with a higher limit.',
    isPassing: true,
    retryAfterSeconds: seconds,
  })
}

function unavailable(name: string, reply: HostReply, now: number): Fault {
  return new Fault({
    code: 'code_host_unavailable',
    message: `${name} has a problem right now.`,
    isPassing: true,
    retryAfterSeconds: retryAfter(reply, now),
  })
}

/** In seconds. `Retry-After` is seconds or a date; the others are the time of the reset, in seconds since 1970. */
function retryAfter({ headers }: HostReply, now: number): number | null {
  const after = headers.get('retry-after')?.trim() ?? ''
  const reset = headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? ''
  const milliseconds = /^\d{1,9}$/.test(after)
    ? Number(after) * 1000
    : after
      ? Date.parse(after) - now
      : /^\d{10}$/.test(reset)
        ? Number(reset) * 1000 - now
        : Number.NaN
  if (Number.isNaN(milliseconds)) return null
  return Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), RETRY_AFTER_SECONDS_MAX)
}
