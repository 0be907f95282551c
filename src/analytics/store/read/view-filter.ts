import type { PeopleSource } from '../../reading.ts'

/** The views of one page. */
export interface PageCounts {
  path: string
  human: number
  ai: number
  total: number
}

export type Counted = 'human' | 'ai'

/** Which pages and views, and in which order. Left out, all of them, most views first. */
export interface ViewFilter {
  /** One path, or all that begin with what stands before a final `*`. */
  path?: string | undefined
  class?: Counted | undefined
  /** Only views by the AI agent of this name. The range is one of whole days then. */
  agent?: string | undefined
  sort?: 'total' | 'human' | 'ai' | 'path' | undefined
  people?: PeopleSource | undefined
}

/** True for the paths that a filter asks for. */
export function matchPath(pattern: string | undefined): (path: string) => boolean {
  if (pattern === undefined) return () => true
  if (!pattern.endsWith('*')) return (path) => path === pattern
  const prefix = pattern.slice(0, -1)
  return (path) => path.startsWith(prefix)
}
