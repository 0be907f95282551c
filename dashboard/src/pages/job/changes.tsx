import type { Job, JobDiff, Project } from '../../../../client/index.ts'
import { Problem, Skeleton } from '../../components/states.tsx'
import type { Answer } from '../../lib/use-request.ts'
import { Diff } from './diff.tsx'

interface ChangesProps {
  project: Project
  job: Job
  diff: Answer<JobDiff | null>
  onSent: () => void
}

export function Changes({ project, job, diff, onSent }: ChangesProps) {
  if (diff.problem) return <Problem error={diff.problem} onRetry={() => void diff.reload()} />
  if (diff.data) return <Diff project={project} job={job} diff={diff.data} onSent={onSent} />
  if (diff.isLoading) return <Skeleton rows={3} />
  return <p class="faint">{job.status === 'active' ? 'No changes pushed yet.' : 'No files changed.'}</p>
}
