import type { Checklist } from '../../../../client/index.ts'
import { people } from '../../lib/session.ts'
import { type Answer, useRequest } from '../../lib/use-request.ts'

const DONE: Checklist = { repository: true, job: true, view: true }

/** What is left to do in a project. Once nothing is, the code host is no longer asked, and the page need not wait for it. */
export function useChecklist(projectId: string): Answer<Checklist> {
  const key = `docwright.started.${projectId}`
  const answer = useRequest(async () => {
    if (isRemembered(key)) return DONE
    const found = await people.getChecklist(projectId)
    if (found.repository && found.job && found.view) remember(key)
    return found
  }, [projectId])
  return isRemembered(key) ? { ...answer, data: DONE, isLoading: false } : answer
}

function isRemembered(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // Private windows may refuse.
    return false
  }
}

function remember(key: string): void {
  try {
    localStorage.setItem(key, 'true')
  } catch {
    // It is asked again then.
  }
}
