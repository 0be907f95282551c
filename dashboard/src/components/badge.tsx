import type { JobStatus } from '../../../client/index.ts'

const TEXTS: Record<JobStatus, string> = { active: 'Active', completed: 'Completed', failed: 'Failed', archived: 'Archived' }

export function StatusBadge({ status }: { status: JobStatus }) {
  return <span class={`badge ${status}`}>{TEXTS[status]}</span>
}
