import { DocwrightError } from '../../../client/index.ts'
import { plural } from './format.ts'

/** What went wrong in words for the person who looks at the page. */
export function problemText(error: unknown): string {
  if (error instanceof DocwrightError) {
    const { problem, retryAfterSeconds } = error
    const details = problem.details?.map(({ path, message }) => `${path.replace(/^\//, '')} ${message}`).join('; ')
    // The detail of a limit names the wait in seconds; people plan in minutes.
    if (problem.status === 429 && retryAfterSeconds)
      return `${problem.detail.replace(/\s*Try again in [^.]*\./, '')} ${tryAgainIn(retryAfterSeconds)}`
    return details ? `${details.charAt(0).toUpperCase()}${details.slice(1)}.` : problem.detail
  }
  // Fetch says no more than this when the service cannot be reached.
  if (error instanceof TypeError) return 'The service can’t be reached. Check that it’s running, then try again.'
  return 'Something went wrong on this page. Reload it.'
}

function tryAgainIn(seconds: number): string {
  return `Try again in ${seconds < 60 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute')}.`
}
