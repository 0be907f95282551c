import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Project } from '../../../client/index.ts'
import { isPaletteOpen } from '../lib/commands.ts'
import { navigate, path, paths } from '../lib/router.ts'
import { forget, isAdmin, people, projects, user } from '../lib/session.ts'
import { THEMES, setTheme, theme } from '../lib/theme.ts'
import { useAction } from '../lib/use-request.ts'
import { Link } from './link.tsx'
import { Notices } from './notices.tsx'
import { Palette } from './palette.tsx'
import { PROJECT_LINKS } from './project-links.ts'
import { Problem } from './states.tsx'

interface ShellProps {
  project: Project | null
  children: ComponentChildren
}

/** What is around every page: where one is, where one can go, and who one is. */
export function Shell({ project, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false)
  const here = path.value
  useEffect(() => setOpen(false), [here])
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="bar">
        <Link to="/" class="brand">
          <span class="mark" aria-hidden="true" />
          Docwright
        </Link>
        {project && <span class="bar-project">{project.name}</span>}
        <button
          type="button"
          class="menu small"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </header>
      <aside id="navigation" aria-label="Menu" class={isOpen ? 'side open' : 'side'}>
        {project && <Switcher project={project} />}
        <button type="button" class="go" onClick={() => (isPaletteOpen.value = true)}>
          Go to… <kbd>Ctrl K</kbd>
        </button>
        {project && (
          <nav aria-label="Project">
            {PROJECT_LINKS.map(([name, pathOf]) => {
              const to = pathOf(project.projectId)
              return (
                <Link key={name} to={to} current={here === to || here.startsWith(`${to}/`)}>
                  {name}
                </Link>
              )
            })}
          </nav>
        )}
        <nav aria-label="Server" class="second">
          <Link to={paths.projects} current={here === paths.projects || here === paths.newProject}>
            Projects
          </Link>
          {isAdmin.value && (
            <Link to={paths.people} current={here === paths.people}>
              People
            </Link>
          )}
          <Link to={paths.account} current={here === paths.account}>
            Account
          </Link>
          <a href="/docs">API reference</a>
        </nav>
        <Who />
      </aside>
      <main id="content" tabIndex={-1}>
        {isAdmin.value && <Notices />}
        {children}
      </main>
      {isPaletteOpen.value && <Palette project={project} />}
    </div>
  )
}

function Switcher({ project }: { project: Project }) {
  return (
    <label class="switcher">
      <span class="faint">Project</span>
      <select
        value={project.projectId}
        onChange={(event) => {
          const to = event.currentTarget.value
          // The same kind of page of the other project, where there is one.
          const [, , , page = 'overview'] = path.value.split('/')
          navigate(`/projects/${encodeURIComponent(to)}/${path.value.startsWith(`${paths.projects}/`) ? page : 'overview'}`)
        }}
      >
        {projects.value!.map(({ projectId, name }) => (
          <option key={projectId} value={projectId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Who() {
  const leave = useAction(async () => {
    await people.signOut()
    forget(false)
    navigate(paths.signIn)
  })
  return (
    <div class="who">
      <span class="who-name">{user.value?.name}</span>
      <span class="faint">{user.value?.role}</span>
      <label class="theme">
        <span class="faint">Theme</span>
        <select value={theme.value} onChange={({ currentTarget }) => setTheme(THEMES[currentTarget.selectedIndex]![0])}>
          {THEMES.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="small" disabled={leave.isBusy} onClick={() => void leave.run()}>
        Sign out
      </button>
      <Problem error={leave.problem} />
    </div>
  )
}
