import { query, setQuery } from '../../lib/router.ts'
import { PAGE_SIZE } from './question.ts'

/** Which rows of a long table are shown; the address keeps it. */
export function usePage(): { offset: number; turn: (direction: -1 | 1) => void } {
  const offset = Math.max(0, Math.floor(Number(query.value.get('offset')) / PAGE_SIZE) * PAGE_SIZE || 0)
  return {
    offset,
    turn: (direction) => setQuery({ offset: String(Math.max(0, offset + direction * PAGE_SIZE) || '') }),
  }
}
