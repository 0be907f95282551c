import { Link } from '../../components/link.tsx'
import { paths } from '../../lib/router.ts'
import { people } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'

/** What is left to do in a new project. It goes away with the last point. */
export function ProjectChecklist({ projectId }: { projectId: string }) {
  const { data } = useRequest(() => people.getChecklist(projectId), [projectId])
  if (!data || (data.repository && data.job && data.view)) return null
  const points = [
    { isDone: data.repository, text: 'Repository connected', to: paths.settings(projectId) },
    { isDone: data.job, text: 'First job', to: paths.jobs(projectId) },
    { isDone: data.view, text: 'First view', to: paths.readers(projectId) },
  ]
  return (
    <ul class="checklist" aria-label="Set-up">
      {points.map(({ isDone, text, to }) => (
        <li key={text} class={isDone ? 'done' : undefined}>
          <span class="tick" aria-hidden="true" />
          {isDone ? text : <Link to={to}>{text}</Link>}
          <span class="hidden">{isDone ? ' (done)' : ' (to do)'}</span>
        </li>
      ))}
    </ul>
  )
}
