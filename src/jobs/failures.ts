import { Fault } from '../lib/fault.ts'
import type { Failure } from './job.ts'

export const CANCELLED: Failure = {
  code: 'cancelled',
  message: 'The job was cancelled.',
  hint: 'Send the job a message to go on.',
}

/** What the user is told. An unexpected error is ours: its text may hold paths or secrets, so it stays in the log. */
export function toFailure(error: unknown, hide: (text: string) => string): Failure {
  if (error instanceof Fault) return { code: error.code, message: hide(error.message), hint: error.hint }
  return {
    code: 'internal',
    message: 'An unexpected error happened.',
    hint: "The server's log has the details, under the id of this job.",
  }
}

/** Ends of a run whose work is whole as far as it went: more of the same was not allowed. */
const BUDGET_CODES: ReadonlySet<string> = new Set([
  'budget_turns',
  'budget_tokens',
  'budget_cost',
  'budget_time',
  'budget_exceeded',
  'agent_loop',
])

export function isBudgetEnd(error: unknown): error is Fault {
  return error instanceof Fault && BUDGET_CODES.has(error.code)
}
