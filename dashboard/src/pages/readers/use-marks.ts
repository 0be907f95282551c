import type { Project } from '../../../../client/index.ts'
import { firstLine } from '../../lib/format.ts'
import { noteChanges } from '../../lib/notes.ts'
import type { Range } from '../../lib/range.ts'
import type { Mark } from '../../lib/series.ts'
import { projectClient, visitorPass } from '../../lib/session.ts'
import { toWall, zoneOf } from '../../lib/zone.ts'
import { useRequest } from '../../lib/use-request.ts'

const NONE: readonly Mark[] = []

/** The newest ones are enough: a chart with more marks than this says nothing. */
const JOBS_MAX = 100

/** What happened in the period: merged pull requests, and notes. */
export function useMarks(project: Project, range: Range): readonly Mark[] {
  const { projectId } = project
  const { data } = useRequest(async () => {
    const [notes, merges] = await Promise.all([listNotes(projectId), visitorPass.value === null ? listMerges(project) : []])
    return [...notes, ...merges]
  }, [projectId, noteChanges.value])
  if (!data) return NONE
  const from = range.dateFrom === undefined ? 0 : Date.parse(range.dateFrom)
  return data.filter(({ at }) => at >= from)
}

async function listNotes(projectId: string): Promise<Mark[]> {
  const { notes } = await projectClient(projectId).listNotes()
  return notes.map(({ id, day, text }) => ({ id, kind: 'note', at: Date.parse(day), text }))
}

async function listMerges({ projectId, settings }: Project): Promise<Mark[]> {
  const { jobs } = await projectClient(projectId).listJobs({
    limit: JOBS_MAX,
    include: ['messages', 'pullRequest'],
    state: 'merged',
  })
  return jobs.flatMap(({ id, pullRequest, messages }): Mark[] => {
    const mergedAt = pullRequest?.mergedAt
    const text = `Merged: ${firstLine(messages?.[0]?.prompt ?? id)}`
    return mergedAt ? [{ id, kind: 'merge', at: toWall(Date.parse(mergedAt), zoneOf({ settings })), text }] : []
  })
}
