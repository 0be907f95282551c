import type { Project } from '../../../../client/index.ts'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { isStartingJob } from '../../lib/commands.ts'
import { canWrite } from '../../lib/session.ts'
import { DeadEnds } from './dead-ends.tsx'
import { GuidedStart } from './guided-start.tsx'
import { MissingForAi } from './missing-for-ai.tsx'
import { ThisWeek } from './this-week.tsx'
import { ToReview } from './to-review.tsx'
import { useChecklist } from './use-checklist.ts'

/** Home: what happened this week, and what waits for you. */
export function Overview({ project }: { project: Project }) {
  const { projectId } = project
  const checklist = useChecklist(projectId)
  return (
    <Page
      title="Overview"
      lead={<p class="faint">{project.name}: what happened this week, and what waits for you.</p>}
      actions={
        canWrite.value && (
          <button type="button" class="primary" onClick={() => (isStartingJob.value = true)}>
            New job
          </button>
        )
      }
    >
      <Loaded answer={checklist} rows={6}>
        {(done) => (
          <>
            {!(done.repository && done.view && done.job) && (
              <GuidedStart project={project} done={done} onDone={() => void checklist.reload()} />
            )}
            {done.view && <ThisWeek project={project} />}
            <div class="tiles">
              {done.job && <ToReview projectId={projectId} />}
              {done.view && <MissingForAi project={project} />}
              {done.view && done.job && <DeadEnds projectId={projectId} />}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}
