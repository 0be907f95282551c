import { useState } from 'preact/hooks'
import type { PathSettings, Project } from '../../../client/index.ts'
import { announce } from '../components/announcer.tsx'
import { CopyButton } from '../components/copy.tsx'
import { CheckField, SelectField, TextField } from '../components/fields.tsx'
import { Page, Section } from '../components/page.tsx'
import { Problem } from '../components/states.tsx'
import { AGENTS, CODE_HOSTS } from '../lib/choices.ts'
import { isAdmin, loadProjects, people } from '../lib/session.ts'
import { useAction } from '../lib/use-request.ts'

const AI = [
  ['all', 'All of it: assistants, agents, search and training'],
  ['assistants', 'Assistants and agents: what was read for somebody who asked'],
] as const
const SLASHES = [
  ['cut', 'Cut: /a/ is /a'],
  ['kept', 'Kept: /a/ and /a are two pages'],
] as const
const CASES = [
  ['kept', 'Kept: /A and /a are two pages'],
  ['folded', 'Folded: /A is /a'],
] as const
const TWINS = [
  ['folded', 'Folded: /a.md and /a.html are /a'],
  ['kept', 'Kept: each is a page'],
] as const

export function Settings({ project }: { project: Project }) {
  const [name, setName] = useState(project.name)
  const [ref, setRef] = useState(project.ref)
  const [agent, setAgent] = useState(project.agent)
  const [settings, setSettings] = useState(project.settings)
  const [locales, setLocales] = useState(project.settings.paths.foldedLocales.join(', '))
  const setPaths = (change: Partial<PathSettings>) => setSettings({ ...settings, paths: { ...settings.paths, ...change } })
  const save = useAction(async () => {
    const foldedLocales = locales.split(/[\s,]+/).filter(Boolean)
    await people.changeProject(project.projectId, {
      name,
      ref,
      agent,
      settings: { ...settings, paths: { ...settings.paths, foldedLocales } },
    })
    await loadProjects()
    announce('The settings are saved.')
  })
  return (
    <Page
      title="Settings"
      lead={
        <p class="id-line">
          <span class="faint">Project id</span> <code>{project.projectId}</code>{' '}
          <CopyButton text={project.projectId} what="the project id" />
        </p>
      }
    >
      {!isAdmin.value && <p class="notice">Only an admin can change the settings.</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <fieldset class="bare" disabled={!isAdmin.value}>
          <legend class="hidden">Settings</legend>
          <Section title="Project">
            <div class="stack card">
              <TextField label="Name" required maxLength={100} value={name} onInput={setName} />
              <TextField
                label="Repository"
                readOnly
                value={project.repository}
                onInput={() => undefined}
                hint={`On ${CODE_HOSTS.find(([name]) => name === project.codeHost)?.[1]}. It cannot be changed: jobs and pull requests belong to it.`}
              />
              <TextField label="Branch" required value={ref} onInput={setRef} hint="Pull requests target it." />
              <SelectField label="Agent" value={agent} options={AGENTS} onChange={setAgent} />
            </div>
          </Section>
          <Section title="Pull requests">
            <div class="stack card">
              <TextField
                label="Branch name"
                required
                value={settings.branchTemplate}
                onInput={(branchTemplate) => setSettings({ ...settings, branchTemplate })}
                hint="{job} is the id of the job."
              />
              <TextField
                label="Title"
                required
                value={settings.titleTemplate}
                onInput={(titleTemplate) => setSettings({ ...settings, titleTemplate })}
                hint="{title} is what the agent calls the change, {job} the id of the job."
              />
              <CheckField
                label="Jobs may change files of continuous integration"
                checked={settings.allowCiFiles}
                onChange={(allowCiFiles) => setSettings({ ...settings, allowCiFiles })}
              />
            </div>
          </Section>
          <Section title="Views">
            <div class="stack card">
              <SelectField
                label="Counts as AI"
                value={settings.ai}
                options={AI}
                onChange={(ai) => setSettings({ ...settings, ai })}
              />
              <TextField
                label="Base path"
                placeholder="/docs"
                value={settings.paths.basePath}
                onInput={(basePath) => setPaths({ basePath })}
                hint="Cut off the beginning of every path."
              />
              <SelectField
                label="Slash at the end"
                value={settings.paths.trailingSlash}
                options={SLASHES}
                onChange={(trailingSlash) => setPaths({ trailingSlash })}
              />
              <SelectField
                label="Capitals"
                value={settings.paths.case}
                options={CASES}
                onChange={(letterCase) => setPaths({ case: letterCase })}
              />
              <SelectField
                label="Other forms of a page"
                value={settings.paths.twins}
                options={TWINS}
                onChange={(twins) => setPaths({ twins })}
              />
              <TextField
                label="Languages to fold"
                placeholder="en, de"
                value={locales}
                onInput={setLocales}
                hint="/en/a and /de/a are then /a."
              />
            </div>
          </Section>
          <Problem error={save.problem} />
          <div class="actions start">
            <button class="primary" disabled={save.isBusy}>
              {save.isBusy ? 'Saving …' : 'Save'}
            </button>
          </div>
        </fieldset>
      </form>
    </Page>
  )
}
