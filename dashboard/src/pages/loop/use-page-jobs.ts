import { useState } from 'preact/hooks'
import type { Job } from '../../../../client/index.ts'
import { projectClient, visitorPass } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** Characters of paths in one question, encoded: a request line of 16 kB is the longest that the service takes. */
const ASKED_CHARACTERS_MAX = 8_000

const POLL_MS = 5000

const NO_JOBS: ReadonlyMap<string | null | undefined, Job> = new Map()

/** The newest job that was made for each of some pages, whatever came since. */
export function usePageJobs(projectId: string, pages: readonly string[]): { find(page: string): Job | null } {
  const [isBusy, setBusy] = useState(false)
  const { data } = useRequest(
    async () => {
      // Visitors see numbers only.
      if (visitorPass.value !== null) return NO_JOBS
      const client = projectClient(projectId)
      const answers = await Promise.all(
        inParts(pages).map((page) => client.listJobs({ page, include: ['page', 'messages', 'pullRequest', 'outcome', 'state'] })),
      )
      const jobs = answers.flatMap((answer) => answer.jobs)
      setBusy(jobs.some((job) => job.status === 'active'))
      return new Map(jobs.map((job) => [job.page, job]))
    },
    [projectId, JSON.stringify(pages)],
    isBusy ? POLL_MS : null,
  )
  return { find: (page) => data?.get(page) ?? null }
}

function inParts(pages: readonly string[]): string[][] {
  const parts: string[][] = []
  let room = 0
  for (const page of new Set(pages)) {
    const length = encodeURIComponent(page).length
    if (length > room) {
      parts.push([])
      room = ASKED_CHARACTERS_MAX
    }
    parts.at(-1)!.push(page)
    room -= length
  }
  return parts
}
