import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** The most that one answer holds, and how many answers are worth waiting for. */
const PAGE_MAX = 250
const ANSWERS_MAX = 8

/** A repository that is read for the first time may take a minute; nobody waits that long for a suggestion. */
const WAIT_MS = 8000

/** A day before there was a view of anything: all pages are unread on it. */
const BEFORE_ALL_VIEWS = { dateFrom: '1999-12-31', dateTo: '2000-01-01' }

/** The pages of the repository, or while it can't be read, those that are read most. Null until that is known. */
export function useKnownPages(projectId: string): readonly string[] | null {
  const { data } = useRequest(async () => {
    const late = new Promise<null>((resolve) => {
      setTimeout(resolve, WAIT_MS, null)
    })
    const listed = await Promise.race([listPages(projectId).catch(() => null), late])
    return listed ?? listReadPages(projectId)
  }, [projectId])
  return data
}

/** The pages that are read most. Null until that is known. */
export function useReadPages(projectId: string): readonly string[] | null {
  return useRequest(() => listReadPages(projectId), [projectId]).data
}

async function listReadPages(projectId: string): Promise<string[]> {
  return (await projectClient(projectId).getViews({ limit: PAGE_MAX })).views.map(({ path }) => path)
}

async function listPages(projectId: string): Promise<string[]> {
  const paths: string[] = []
  for (let answer = 0; answer < ANSWERS_MAX; answer++) {
    const options = { ...BEFORE_ALL_VIEWS, sort: 'path', limit: PAGE_MAX, offset: answer * PAGE_MAX } as const
    const { unread, hasMore } = await projectClient(projectId).getUnread(options)
    for (const { path } of unread) paths.push(path)
    if (!hasMore) break
  }
  return paths
}
