import { firstLine } from '../../lib/format.ts'
import type { Range } from '../../lib/range.ts'
import type { Mark } from '../../lib/series.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

const NONE: readonly Mark[] = []

/** The newest jobs are enough: a chart with more marks than this says nothing. */
const JOBS_MAX = 100

/** Merged pull requests in the period, by what they were asked to do. */
export function useMarks(projectId: string, range: Range): readonly Mark[] {
  const { data } = useRequest(async () => {
    const { jobs } = await projectClient(projectId).listJobs({
      limit: JOBS_MAX,
      include: ['messages', 'pullRequest'],
      state: 'merged',
    })
    return jobs.flatMap(({ id, pullRequest, messages }): Mark[] => {
      const mergedAt = pullRequest?.mergedAt
      return mergedAt ? [{ at: Date.parse(mergedAt), text: firstLine(messages?.[0]?.prompt ?? id) }] : []
    })
  }, [projectId])
  if (!data) return NONE
  const from = range.dateFrom === undefined ? 0 : Date.parse(range.dateFrom)
  return data.filter(({ at }) => at >= from)
}
