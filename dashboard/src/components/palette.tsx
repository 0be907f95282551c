import { useEffect, useId, useState } from 'preact/hooks'
import type { Project } from '../../../client/index.ts'
import { isPaletteOpen, isStartingJob } from '../lib/commands.ts'
import { navigate, paths } from '../lib/router.ts'
import { canWrite, isAdmin, projects } from '../lib/session.ts'
import { THEMES, setTheme, theme } from '../lib/theme.ts'
import { Dialog } from './dialog.tsx'
import { PROJECT_LINKS } from './project-links.ts'

interface Command {
  name: string
  group: string
  run: () => void
}

/** Ctrl + K: goes anywhere and starts anything, without a mouse. */
export function Palette({ project }: { project: Project | null }) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const list = useId()
  const close = () => (isPaletteOpen.value = false)
  const found = find(commandsFor(project, text.trim()), text)
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    // Behind the closing of this dialog, which gives the focus back.
    setTimeout(command.run)
  }
  useEffect(() => {
    document.getElementById(`${list}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [index])
  return (
    <Dialog title="Go to" onClose={close}>
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${index}` : undefined}
        placeholder="Page, project or command"
        maxLength={200}
        autoFocus
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0) setIndex((index + step + found.length) % Math.max(found.length, 1))
          else if (event.key === 'Enter') run(found[index])
          else return
          event.preventDefault()
        }}
      />
      <ul class="palette" role="listbox" id={list} aria-label="Commands">
        {found.map((command, place) => (
          <li
            key={`${command.group} ${command.name}`}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === index}
            onPointerMove={() => setIndex(place)}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            <span class="faint">{command.group}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="faint">Nothing matches.</p>}
    </Dialog>
  )
}

function commandsFor(project: Project | null, text: string): Command[] {
  const commands: Command[] = []
  const go = (name: string, group: string, to: string) => commands.push({ name, group, run: () => navigate(to) })
  if (project) {
    if (canWrite.value) commands.push({ name: 'New job', group: 'Action', run: () => (isStartingJob.value = true) })
    for (const [name, pathOf] of PROJECT_LINKS) go(name, project.name, pathOf(project.projectId))
    go('Audit log', project.name, paths.audit(project.projectId))
    if (text !== '')
      go(`Search jobs for “${text}”`, project.name, `${paths.jobs(project.projectId)}?${new URLSearchParams({ search: text })}`)
  }
  for (const { projectId, name } of projects.value ?? []) go(name, 'Project', paths.overview(projectId))
  go('Projects', 'Server', paths.projects)
  if (isAdmin.value) {
    go('New project', 'Action', paths.newProject)
    go('People', 'Server', paths.people)
  }
  go('Account', 'Server', paths.account)
  for (const [name, words] of THEMES)
    if (name !== theme.value) commands.push({ name: `${words} theme`, group: 'Action', run: () => setTheme(name) })
  return commands
}

/** All words of the text, in any order and case; a search for the text itself always fits. */
function find(commands: Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ name, group }) => words.every((word) => `${name} ${group}`.toLowerCase().includes(word)))
}
