import { useState } from 'preact/hooks'
import type { Job } from '../../../../client/index.ts'
import { isNoted } from '../../lib/proposals.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** The most that one answer holds. Older jobs are not looked for: what they fixed has shown by now. */
const JOBS_MAX = 250

const POLL_MS = 5000

/** The jobs that were made for a path, found by the note in their prompt. */
export function useNotedJobs(projectId: string): { find(path: string): Job | null } {
  const [isBusy, setBusy] = useState(false)
  const { data } = useRequest(
    async () => {
      const { jobs } = await projectClient(projectId).listJobs({ limit: JOBS_MAX, include: ['messages'] })
      setBusy(jobs.some((job) => job.status === 'active'))
      return jobs
    },
    [projectId],
    isBusy ? POLL_MS : null,
  )
  return { find: (path) => data?.find((job) => isNoted(job.messages?.[0]?.prompt ?? '', path)) ?? null }
}
