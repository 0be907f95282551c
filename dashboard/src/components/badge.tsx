import type { JobStatus, Outcome } from '../../../client/index.ts'

const TEXTS: Record<JobStatus, string> = { active: 'Active', completed: 'Completed', failed: 'Failed', archived: 'Archived' }

/** A job that changed something shows it by its pull request. */
const OUTCOMES: Partial<Record<Outcome, { text: string; look: string }>> = {
  no_changes: { text: 'No changes', look: 'quiet' },
  not_understood: { text: 'Not understood', look: 'warn' },
  needs_choice: { text: 'Needs a choice', look: 'warn' },
}

export function StatusBadge({ status }: { status: JobStatus }) {
  return <span class={`badge ${status}`}>{TEXTS[status]}</span>
}

export function OutcomeBadge({ outcome }: { outcome: Outcome | null }) {
  const badge = outcome && OUTCOMES[outcome]
  return badge ? <span class={`badge ${badge.look}`}>{badge.text}</span> : null
}
