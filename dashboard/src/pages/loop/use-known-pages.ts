import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** Pages to guess targets among: the most read ones, as many as one answer holds. */
const KNOWN_MAX = 250

const NONE: readonly string[] = []

export function useKnownPages(projectId: string): readonly string[] {
  const { data } = useRequest(
    async () => (await projectClient(projectId).getViews({ limit: KNOWN_MAX })).views.map((view) => view.path),
    [projectId],
  )
  return data ?? NONE
}
