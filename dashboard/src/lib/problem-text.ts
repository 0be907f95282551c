import { DocwrightError } from '../../../client/index.ts'
import { plural } from './format.ts'

/** What went wrong in words for the person who looks at the page. */
export function problemText(error: unknown): string {
  if (error instanceof DocwrightError) {
    const { problem, retryAfterSeconds } = error
    const details = problem.details?.map(({ path, message }) => `${path.replace(/^\//, '')} ${message}`).join('; ')
    const wait =
      problem.status === 429 && retryAfterSeconds ? ` Try again in ${plural(Math.ceil(retryAfterSeconds / 60), 'minute')}.` : ''
    return (details ? `${details.charAt(0).toUpperCase()}${details.slice(1)}.` : problem.detail) + wait
  }
  // Fetch says no more than this when the service cannot be reached.
  if (error instanceof TypeError) return 'The service cannot be reached. Check that it runs, then try again.'
  return 'Something went wrong on this page. Load it again.'
}
