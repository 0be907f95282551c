import type { FastifyReply } from 'fastify'
import { AGENT_LIMIT, type Bucket, type Quota, peekQuota } from '../../jobs/hourly-limits.ts'
import { Problem } from '../../lib/problem.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { isReading } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The bucket that the route takes from. */
    bucket?: Bucket
    /** For the description: set where reads are limited. */
    isReadLimited?: boolean
  }
  interface FastifyRequest {
    /** What was left after this request took its use. */
    quota?: Quota
  }
}

/** Tells callers of limited routes, also those that were refused, how much is left. Strangers are told nothing. */
export function useQuotaHeaders(scope: App, deps: Pick<ApiDeps, 'databases'>): void {
  scope.addHook('onSend', async (request, reply) => {
    const { bucket } = request.routeOptions.config
    if (!bucket || !request.caller || reply.statusCode >= 500) return
    const quota =
      request.quota ??
      refusedQuota(bucket, reply) ??
      (await peekQuota(deps.databases.main, bucket, request.caller.projectId).catch(() => null))
    // An answer is worth more than its extras: without the database there are none.
    if (!quota) return
    reply.header('ratelimit-policy', `"${quota.bucket}";q=${quota.quota};w=${quota.windowSeconds}`)
    reply.header('ratelimit', `"${quota.bucket}";r=${quota.remaining};t=${quota.resetSeconds}`)
  })
}

/** A refusal already says all there is to say. */
function refusedQuota(bucket: Bucket, reply: FastifyReply): Quota | null {
  if (reply.statusCode !== 429) return null
  return { bucket, ...AGENT_LIMIT, remaining: 0, resetSeconds: Number(reply.getHeader('retry-after')) }
}

const READ_WINDOW_MS = 60_000

/**
 * Limits reads per project and minute. In memory, because reads are many and cost little: with several processes each one allows
 * the whole number.
 */
export function useReadLimit(scope: App, deps: Pick<ApiDeps, 'clock' | 'config'>): void {
  const max = deps.config.analyticsReadsPerMinute
  scope.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.config = { ...route.config, isReadLimited: true }
  })
  const reads = new Map<string, number[]>()
  scope.addHook('preHandler', async (request, reply) => {
    if (!isReading(request) || !request.caller) return
    const now = deps.clock.now()
    const { projectId, id, isVisitor } = request.caller
    const whose = isVisitor ? id : projectId
    const times = (reads.get(whose) ?? []).filter((time) => time > now - READ_WINDOW_MS && time <= now)
    const isOver = times.length >= max
    if (!isOver) times.push(now)
    reads.set(whose, times)
    const seconds = Math.max(1, Math.ceil(((times[0] ?? now) + READ_WINDOW_MS - now) / 1000))
    reply.header('ratelimit-policy', `"analytics-read";q=${max};w=${READ_WINDOW_MS / 1000}`)
    reply.header('ratelimit', `"analytics-read";r=${max - times.length};t=${seconds}`)
    if (isOver)
      throw new Problem(
        429,
        'limit_reached',
        `The limit of ${max} reads per project and minute is reached. Try again in ${seconds} s.`,
        { headers: { 'retry-after': String(seconds) } },
      )
  })
}
