import { useState } from 'preact/hooks'
import type { Project } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { CheckField, SelectField, TextField } from '../../components/fields.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Problem } from '../../components/states.tsx'
import { AGENTS, CODE_HOSTS } from '../../lib/choices.ts'
import { isAdmin, loadProjects, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'
import { BudgetFields, toBudgetTexts, toBudgets } from './budget-fields.tsx'
import { Secrets } from './secrets.tsx'
import { ViewFields } from './view-fields.tsx'

export function Settings({ project }: { project: Project }) {
  const [name, setName] = useState(project.name)
  const [ref, setRef] = useState(project.ref)
  const [agent, setAgent] = useState(project.agent)
  const [settings, setSettings] = useState(project.settings)
  const [model, setModel] = useState(project.settings.model ?? '')
  const [models, setModels] = useState(project.settings.models.join(', '))
  const [budgets, setBudgets] = useState(toBudgetTexts(project.settings.budgets))
  const [locales, setLocales] = useState(project.settings.paths.foldedLocales.join(', '))
  const save = useAction(async () => {
    await people.changeProject(project.projectId, {
      name,
      ref,
      agent,
      settings: {
        ...settings,
        model: model.trim() || null,
        models: toList(models),
        budgets: toBudgets(budgets),
        paths: { ...settings.paths, foldedLocales: toList(locales) },
      },
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
            </div>
          </Section>
          <Section title="Agent">
            <div class="stack card">
              <SelectField label="Agent" value={agent} options={AGENTS} onChange={setAgent} />
              <TextField
                label="Model"
                placeholder="anthropic/claude-sonnet-4-5"
                value={model}
                onInput={setModel}
                hint="For jobs that name none. Empty: that of the service."
              />
              <TextField
                label="Other models"
                placeholder="openai/*, google/gemini-2.5-pro"
                value={models}
                onInput={setModels}
                hint="What else a job may name. A * at the end stands for anything."
              />
              <BudgetFields texts={budgets} onChange={setBudgets} />
              <CheckField
                label="Keep what a run had done when its budget was used up, as a draft pull request"
                checked={settings.keepUnfinished}
                onChange={(keepUnfinished) => setSettings({ ...settings, keepUnfinished })}
              />
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
              <CheckField
                label="Jobs may change code, such as build settings and scripts on pages"
                checked={settings.allowCode}
                onChange={(allowCode) => setSettings({ ...settings, allowCode })}
              />
            </div>
          </Section>
          <Section title="Views">
            <ViewFields settings={settings} onChange={setSettings} locales={locales} onLocales={setLocales} />
          </Section>
          <Problem error={save.problem} />
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

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
