import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Announcer } from './components/announcer.tsx'
import { Page } from './components/page.tsx'
import { Shell } from './components/shell.tsx'
import { Problem, Skeleton } from './components/states.tsx'
import { isStartingJob } from './lib/commands.ts'
import { match, navigate, path, paths } from './lib/router.ts'
import { lastProject, loadSession, projects, rememberProject, session, sessionTrouble, user } from './lib/session.ts'
import { Account } from './pages/account.tsx'
import { Invitation } from './pages/invitation.tsx'
import { JobPage } from './pages/job/job-page.tsx'
import { Jobs } from './pages/jobs/jobs.tsx'
import { NewJobDialog } from './pages/jobs/new-job.tsx'
import { Keys } from './pages/keys/keys.tsx'
import { AuditLog } from './pages/audit/audit-log.tsx'
import { Misses } from './pages/misses/misses.tsx'
import { NewProject } from './pages/projects/new-project.tsx'
import { Overview } from './pages/overview/overview.tsx'
import { People } from './pages/people.tsx'
import { Projects } from './pages/projects/projects.tsx'
import { Recovery } from './pages/recovery.tsx'
import { Readers } from './pages/readers/readers.tsx'
import { Settings } from './pages/settings/settings.tsx'
import { SetUp } from './pages/set-up.tsx'
import { Shared } from './pages/share/shared.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { Unread } from './pages/unread/unread.tsx'
import type { Project } from '../../client/index.ts'
import { Link } from './components/link.tsx'

/** The pages of one project. All else that a page needs is in the address. */
const PROJECT_PAGES: [string, (project: Project, values: Record<string, string>) => ComponentChildren][] = [
  ['/projects/:projectId/overview', (project) => <Overview project={project} />],
  ['/projects/:projectId/audit', (project) => <AuditLog project={project} />],
  ['/projects/:projectId/jobs', (project) => <Jobs project={project} />],
  ['/projects/:projectId/jobs/:jobId', (project, { jobId }) => <JobPage key={jobId} project={project} jobId={jobId!} />],
  ['/projects/:projectId/readers', (project) => <Readers project={project} />],
  ['/projects/:projectId/misses', (project) => <Misses project={project} />],
  ['/projects/:projectId/unread', (project) => <Unread project={project} />],
  ['/projects/:projectId/keys', (project) => <Keys project={project} />],
  ['/projects/:projectId/settings', (project) => <Settings project={project} />],
]

const PAGES: [string, () => ComponentChildren][] = [
  [paths.projects, () => <Projects />],
  [paths.newProject, () => <NewProject />],
  [paths.people, () => <People />],
  [paths.account, () => <Account />],
]

export function App() {
  useEffect(() => void loadSession(), [])
  return (
    <>
      {content()}
      <Announcer />
    </>
  )
}

function content(): ComponentChildren {
  if (sessionTrouble.value)
    return (
      <main class="narrow">
        <h1>Docwright</h1>
        <Problem error={sessionTrouble.value} onRetry={() => void loadSession()} />
      </main>
    )
  if (!session.value)
    return (
      <main class="narrow">
        <Skeleton rows={4} />
      </main>
    )
  if (path.value === '/setup') return <SetUp />
  if (path.value === '/invite') return <Invitation />
  if (path.value === '/recover') return <Recovery />
  if (path.value === '/share') return <Shared />
  if (!user.value || !projects.value) return <SignIn />
  if (path.value === '/' || path.value === paths.signIn) return <Start />
  return findPage()
}

function findPage(): ComponentChildren {
  for (const [pattern, render] of PAGES) if (match(pattern, path.value)) return <Shell project={lastProject()}>{render()}</Shell>
  for (const [pattern, render] of PROJECT_PAGES) {
    const values = match(pattern, path.value)
    const project = values && projects.value!.find(({ projectId }) => projectId === values['projectId'])
    if (!project) continue
    rememberProject(project.projectId)
    // A key, so that nothing of one project's page stays when somebody turns to another project.
    return (
      <Shell key={project.projectId} project={project}>
        {render(project, values)}
        {isStartingJob.value && <NewJobDialog project={project} onClose={() => (isStartingJob.value = false)} />}
      </Shell>
    )
  }
  return (
    <Shell project={lastProject()}>
      <Page title="Page not found">
        <p>The address is wrong, or the project is gone.</p>
        <p>
          <Link to={paths.projects}>All projects</Link>
        </p>
      </Page>
    </Shell>
  )
}

/** Where a person goes who only named the service: to the project of last time. */
function Start() {
  const project = lastProject()
  useEffect(() => navigate(project ? paths.overview(project.projectId) : paths.projects, 'replace'), [])
  return null
}
