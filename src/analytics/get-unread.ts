import type { PathRules } from './collect/page-paths.ts'
import { type DateQuestion, readRange } from './read-range.ts'
import type { UnreadQuestion } from './store/read/read-unread.ts'
import type { Counted } from './store/read/view-filter.ts'
import type { TablePaging, UnreadPages, ViewStore } from './store/view-store.ts'

/** Without a limit, all rows from the offset on. */
export interface UnreadRequest extends DateQuestion {
  projectId: string
  class?: Counted | undefined
  path?: string | undefined
  sort?: string | undefined
  offset?: number
  limit?: number
}

/** What the views are compared with. */
export interface KnownPages {
  json: SharedArrayBuffer
  rules: PathRules
}

/** Pages of the documentation that nobody read in a range. */
export function getUnread(store: Pick<ViewStore, 'unread'>, request: UnreadRequest, known: KnownPages): Promise<UnreadPages> {
  return store.unread(...toQuestion(request, known))
}

export function getUnreadCsv(store: Pick<ViewStore, 'unreadCsv'>, request: UnreadRequest, known: KnownPages): Promise<string> {
  return store.unreadCsv(...toQuestion(request, known))
}

function toQuestion(request: UnreadRequest, { json, rules }: KnownPages): [UnreadQuestion, TablePaging] {
  const { projectId, path, class: only, sort, offset = 0, limit = Number.MAX_SAFE_INTEGER, people } = request
  return [
    { projectId, range: readRange(request), path, class: only, people, pages: json, rules },
    { sort, offset, limit },
  ]
}
