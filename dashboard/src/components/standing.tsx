import type { PullRequestStanding } from '../../../client/index.ts'
import { Time } from './time.tsx'

/** Where a pull request stands, in words; nothing when the code host did not say. */
export function Standing({ standing }: { standing: PullRequestStanding | null }) {
  if (!standing || standing.state === 'unknown') return null
  if (standing.state === 'merged')
    return <span class="standing faint">merged {standing.mergedAt && <Time at={standing.mergedAt} />}</span>
  if (standing.state === 'closed') return <span class="standing faint">closed unmerged</span>
  return <span class="standing faint">{standing.isDraft ? 'a draft' : 'not merged yet'}</span>
}
