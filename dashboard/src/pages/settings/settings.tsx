import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Problem } from '../../components/states.tsx'
import { AGENTS, CODE_HOSTS, toOptions } from '../../lib/choices.ts'
import { isAdmin, loadProjects, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'
import { Secrets } from './secrets.tsx'
import { FIELD_LIST, SECTIONS, readDraft, toDraft } from './setting-fields.ts'
import { SettingInputs } from './setting-inputs.tsx'

export function Settings({ project }: { project: Project }) {
  const [name, setName] = useState(project.name)
  const [ref, setRef] = useState(project.ref)
  const [agent, setAgent] = useState(project.agent)
  const [draft, setDraft] = useState(toDraft(project.settings))
  /** Which earlier views the last change applies to. */
  const [notes, setNotes] = useState<readonly string[]>([])
  const save = useAction(async () => {
    setNotes([])
    const changed = await people.changeProject(project.projectId, { name, ref, agent, settings: readDraft(draft) })
    setNotes(changed.notes)
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
                hint={`On ${CODE_HOSTS[project.codeHost]}. It cannot be changed: jobs and pull requests belong to it.`}
              />
              <TextField label="Branch" required value={ref} onInput={setRef} hint="Pull requests target it." />
            </div>
          </Section>
          {SECTIONS.map((section) => (
            <Section key={section} title={section}>
              <div class="stack card">
                {section === 'Agent' && (
                  <SelectField label="Agent" value={agent} options={toOptions(AGENTS)} onChange={setAgent} />
                )}
                <SettingInputs
                  fields={FIELD_LIST.filter((field) => field.section === section)}
                  draft={draft}
                  onChange={setDraft}
                />
              </div>
            </Section>
          ))}
          <Problem error={save.problem} />
          {notes.map((note) => (
            <p key={note} class="notice">
              {note}
            </p>
          ))}
          <div class="actions start">
            <button class="primary" disabled={save.isBusy}>
              {save.isBusy ? 'Saving …' : 'Save'}
            </button>
          </div>
        </fieldset>
      </form>
      <Secrets project={project} />
    </Page>
  )
}
