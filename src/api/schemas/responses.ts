import type { TSchema } from 'typebox'
import { ProblemBody } from './parts.ts'

/** An answer that comes in several media types, the default first. */
export interface InSeveralTypes {
  content: Record<string, { schema: TSchema }>
}

/** The answers of a route: its own by status code, and the problems it may end in. */
export function responses<Own extends Record<number, TSchema | InSeveralTypes>>(
  own: Own,
  problems: number[],
): Own & Record<number, TSchema | InSeveralTypes> {
  return { ...own, ...Object.fromEntries([...problems, 500, 503, 507].map((status) => [status, ProblemBody])) }
}
