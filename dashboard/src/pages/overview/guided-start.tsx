import type { ComponentChildren } from 'preact'
import type { Checklist, Project } from '../../../../client/index.ts'
import { Link } from '../../components/link.tsx'
import { isStartingJob } from '../../lib/commands.ts'
import { paths } from '../../lib/router.ts'
import { canWrite } from '../../lib/session.ts'
import { SourceHelp } from '../readers/source-help.tsx'

interface GuidedStartProps {
  project: Project
  done: Checklist
  /** Something that was to do is done. */
  onDone: () => void
}

/** What is left to do in a new project. It goes away with the last point. */
export function GuidedStart({ project, done, onDone }: GuidedStartProps) {
  const { projectId } = project
  return (
    <section class="start" aria-label="Get started">
      <h2>Get started</h2>
      <ol>
        <Point title="Connect a repository" isDone={done.repository}>
          <p>Docwright can’t read {project.repository} yet. Check the address, the branch and the token.</p>
          <Link to={paths.settings(projectId)} class="button">
            Open settings
          </Link>
        </Point>
        <Point title="Open your first pull request" isDone={done.job}>
          <p>Tell the agent what to change. It edits the pages and opens a pull request for you to review.</p>
          {canWrite.value ? (
            <button type="button" class="primary" onClick={() => (isStartingJob.value = true)}>
              Start a job
            </button>
          ) : (
            <p class="faint">Viewers can’t start jobs. Ask an admin to make you an editor.</p>
          )}
        </Point>
        <Point title="Connect a source of views" isDone={done.view}>
          <SourceHelp project={project} onFirstView={onDone} />
        </Point>
      </ol>
    </section>
  )
}

function Point({ title, isDone, children }: { title: string; isDone: boolean; children: ComponentChildren }) {
  return (
    <li class={isDone ? 'done' : undefined}>
      <h3>
        <span class="tick" aria-hidden="true" />
        {title}
        {isDone && <span class="hidden"> (done)</span>}
      </h3>
      {!isDone && children}
    </li>
  )
}
