import type { ComponentChildren } from 'preact'
import type { Job, Project } from '../../../../client/index.ts'
import type { Proposal } from '../../lib/proposals.ts'
import { canWrite } from '../../lib/session.ts'
import { JobMade } from './job-made.tsx'

interface JobCellProps {
  project: Project
  job: Job | null
  /** What the button is heard as. */
  label: string
  /** Null when there is nothing to fix; `wait` while that isn't known. */
  propose: (() => Proposal) | null | 'wait'
  onPropose: (proposal: Proposal) => void
  /** What became of it. */
  children?: ComponentChildren
}

/** The end of a row that may become a job: the button, or the job that was made and what came of it. */
export function JobCell({ project, job, label, propose, onPropose, children }: JobCellProps) {
  if (job)
    return (
      <>
        <JobMade projectId={project.projectId} job={job} />
        {children}
      </>
    )
  if (!propose) return null
  if (!canWrite.value) return <span class="faint">–</span>
  return (
    <button
      type="button"
      class="small"
      aria-label={`Fix this: ${label}`}
      disabled={propose === 'wait'}
      onClick={() => propose !== 'wait' && onPropose(propose())}
    >
      Fix this
    </button>
  )
}
