import type { Job, JobState } from '../../../client/index.ts'

const STATES: Record<JobState, { text: string; look: string }> = {
  working: { text: 'Working', look: 'accent live-dot' },
  needs_review: { text: 'Needs review', look: 'warn' },
  merged: { text: 'Merged', look: 'good' },
  closed: { text: 'Closed', look: 'quiet' },
  no_changes: { text: 'No changes', look: 'quiet' },
  failed: { text: 'Failed', look: 'bad' },
  archived: { text: 'Archived', look: 'quiet' },
}

/** What became of a job. One that wasn't understood or waits for an answer says so. */
export function JobBadge({ job: { state = 'working', outcome, pullRequest } }: { job: Job }) {
  const { text, look } = STATES[state]
  return <span class={`badge ${look}`}>{special(state, outcome, pullRequest?.isDraft ?? false) ?? text}</span>
}

function special(state: JobState, outcome: Job['outcome'], isDraft: boolean): string | null {
  if (state === 'needs_review' && outcome === 'needs_choice') return 'Needs a choice'
  if (state === 'needs_review' && isDraft) return 'Draft'
  return state === 'no_changes' && outcome === 'not_understood' ? 'Not understood' : null
}
