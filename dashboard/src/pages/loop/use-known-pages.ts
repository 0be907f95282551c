import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** The most that one answer holds, and how many answers are worth waiting for. */
const PAGE_MAX = 250
const ANSWERS_MAX = 8

/** A day before there was a view of anything: all pages are unread on it. */
const BEFORE_ALL_VIEWS = { dateFrom: '1999-12-31', dateTo: '2000-01-01' }

const NONE: readonly string[] = []

/** The pages of the repository. While it can't be read, those that are read most. */
export function useKnownPages(projectId: string): readonly string[] {
  const { data } = useRequest(async () => {
    const client = projectClient(projectId)
    const paths: string[] = []
    try {
      for (let answer = 0; answer < ANSWERS_MAX; answer++) {
        const options = { ...BEFORE_ALL_VIEWS, sort: 'path', limit: PAGE_MAX, offset: answer * PAGE_MAX } as const
        const { unread, hasMore } = await client.getUnread(options)
        for (const { path } of unread) paths.push(path)
        if (!hasMore) break
      }
      return paths
    } catch {
      return (await client.getViews({ limit: PAGE_MAX })).views.map(({ path }) => path)
    }
  }, [projectId])
  return data ?? NONE
}
