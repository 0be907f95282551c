import type { TSchema } from 'typebox'
import { ProblemBody } from './schemas.ts'

/** The answers of a route: its own by status code, and the problems it may end in. */
export function responses<Own extends Record<number, TSchema>>(own: Own, problems: number[]): Own & Record<number, TSchema> {
  return { ...own, ...Object.fromEntries([...problems, 500, 503].map((status) => [status, ProblemBody])) }
}
