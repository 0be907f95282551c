import { useEffect, useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Link } from '../../components/link.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Problem } from '../../components/states.tsx'
import { AGENTS, CODE_HOSTS, toOptions } from '../../lib/choices.ts'
import { paths } from '../../lib/router.ts'
import { isAdmin, loadProjects, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'
import { Secrets } from './secrets.tsx'
import { FIELD_LIST, SECTIONS, readDraft, toDraft } from './setting-fields.ts'
import { SettingInputs } from './setting-inputs.tsx'

/** The parts of the page, by the ids of their sections. */
const PARTS = [['project', 'Project'], ...SECTIONS.map((name) => [toId(name), name] as const), ['secrets', 'Secrets']] as const

function toId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

export function Settings({ project }: { project: Project }) {
  return (
    <Page
      title="Settings"
      lead={
        <p class="id-line">
          <span class="faint">Project ID</span> <code>{project.projectId}</code>{' '}
          <CopyButton text={project.projectId} what="the project ID" />
        </p>
      }
    >
      {!isAdmin.value && <p class="notice">Only admins can change settings.</p>}
      <div class="settings">
        <nav class="subnav" aria-label="Settings">
          {PARTS.map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
          <Link to={paths.audit(project.projectId)}>Audit log</Link>
        </nav>
        <div>
          <SettingsForm project={project} />
          <Secrets project={project} />
        </div>
      </div>
    </Page>
  )
}

function SettingsForm({ project }: { project: Project }) {
  const saved = { name: project.name, ref: project.ref, agent: project.agent, settings: toDraft(project.settings) }
  const [form, setForm] = useState(saved)
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved)
  useLeaveWarning(isChanged)
  /** Which earlier views the last change applies to. */
  const [notes, setNotes] = useState<readonly string[]>([])
  const save = useAction(async () => {
    setNotes([])
    const changed = await people.changeProject(project.projectId, { ...form, settings: readDraft(form.settings) })
    setNotes(changed.notes)
    await loadProjects()
    announce('Settings saved.')
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <fieldset class="bare" disabled={!isAdmin.value}>
        <legend class="hidden">Settings</legend>
        <Section id="project" title="Project">
          <div class="stack card">
            <TextField label="Name" required maxLength={100} value={form.name} onInput={(name) => setForm({ ...form, name })} />
            <TextField
              label="Repository"
              readOnly
              value={project.repository}
              onInput={() => undefined}
              hint={`${CODE_HOSTS[project.codeHost]}. You can’t change it: jobs and pull requests belong to it.`}
            />
            <TextField
              label="Branch"
              required
              value={form.ref}
              onInput={(ref) => setForm({ ...form, ref })}
              hint="The branch that pull requests target."
            />
          </div>
        </Section>
        {SECTIONS.map((section) => (
          <Section key={section} id={toId(section)} title={section}>
            <div class="stack card">
              {section === 'Agent' && (
                <SelectField
                  label="Agent"
                  value={form.agent}
                  options={toOptions(AGENTS)}
                  onChange={(agent) => setForm({ ...form, agent })}
                />
              )}
              <SettingInputs
                fields={FIELD_LIST.filter(
                  (field) => field.section === section && !(field.needsModel && form.agent === 'offline'),
                )}
                draft={form.settings}
                onChange={(settings) => setForm({ ...form, settings })}
              />
            </div>
          </Section>
        ))}
        {notes.map((note) => (
          <p key={note} class="notice">
            {note}
          </p>
        ))}
        <div class={isChanged || save.problem ? 'save-bar changed' : 'save-bar'}>
          <Problem error={save.problem} />
          {isChanged && <span>You have unsaved changes.</span>}
          {isChanged && (
            <button type="button" onClick={() => setForm(saved)}>
              Discard
            </button>
          )}
          <button class="primary" disabled={save.isBusy}>
            {save.isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </fieldset>
    </form>
  )
}

/** The browser asks before you leave the page with changes that aren't saved. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}
