import { useState } from 'preact/hooks'
import type { AgentName, CodeHostName, ConnectionTest, Project, SecretName } from '../../../../client/index.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Page } from '../../components/page.tsx'
import { Problem } from '../../components/states.tsx'
import { AGENTS, CODE_HOSTS, SECRETS, toOptions } from '../../lib/choices.ts'
import { navigate, paths } from '../../lib/router.ts'
import { isAdmin, loadProjects, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'
import { type Draft, FIELD_LIST, readDraft } from '../settings/setting-fields.ts'
import { SettingInputs } from '../settings/setting-inputs.tsx'

const CODE_HOST_OPTIONS = [['', 'Detect from the address'], ...toOptions(CODE_HOSTS)] as const
const MODEL_FIELDS = FIELD_LIST.filter(({ path }) => path === 'model')
const BUDGET_FIELDS = FIELD_LIST.filter(({ path }) => path.startsWith('budgets.'))

export function NewProject() {
  const [name, setName] = useState('')
  const [repository, setRepository] = useState('')
  const [ref, setRef] = useState('')
  const [codeHost, setCodeHost] = useState<CodeHostName | ''>('')
  const [token, setToken] = useState('')
  const [agent, setAgent] = useState<AgentName>('auto')
  const [draft, setDraft] = useState<Draft>({ model: '' })
  const [modelKey, setModelKey] = useState('')
  const [tested, setTested] = useState<ConnectionTest | null>(null)
  // What is left to do for a project that exists already, when something after its creation went wrong.
  const [created, setCreated] = useState<Project | null>(null)
  const connection = {
    repository,
    ...(ref ? { ref } : {}),
    ...(codeHost ? { codeHost } : {}),
    ...(token && codeHost !== 'builtin' ? { token } : {}),
  }
  const keyName = agent === 'offline' ? null : keyNameOf(String(draft.model))
  const test = useAction(async () => setTested(await people.testConnection(connection)))
  const create = useAction(async () => {
    const project = created ?? (await people.createProject({ name, agent, ...connection }))
    setCreated(project)
    if (agent !== 'offline') {
      await people.changeProject(project.projectId, { settings: readDraft(draft) })
      if (keyName && modelKey) await people.setSecret(project.projectId, keyName, modelKey)
    }
    await loadProjects()
    navigate(paths.overview(project.projectId))
  })
  if (!isAdmin.value)
    return (
      <Page title="New project">
        <p class="notice">Only admins can create projects.</p>
      </Page>
    )
  const untested = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      setTested(null)
    }
  }
  return (
    <Page title="New project">
      <form
        class="stack card"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run()
        }}
      >
        <TextField label="Name" required maxLength={100} autofocus value={name} onInput={setName} />
        <TextField
          label="Repository"
          required
          placeholder="https://github.com/acme/docs"
          hint="The address on a code host, or a path on this server."
          value={repository}
          onInput={untested(setRepository)}
        />
        <TextField
          label="Branch"
          placeholder="main"
          hint="The branch that pull requests target."
          value={ref}
          onInput={untested(setRef)}
        />
        <SelectField label="Code host" value={codeHost} options={CODE_HOST_OPTIONS} onChange={untested(setCodeHost)} />
        {codeHost !== 'builtin' && (
          <TextField
            label="Code host token"
            type="password"
            autocomplete="off"
            value={token}
            onInput={untested(setToken)}
            hint="Needs permission to push branches and open pull requests. Leave empty to use the server’s token. A local repository needs none."
          />
        )}
        <SelectField label="Agent" value={agent} options={toOptions(AGENTS)} onChange={setAgent} />
        {agent !== 'offline' && (
          <>
            <SettingInputs fields={MODEL_FIELDS} draft={draft} onChange={setDraft} />
            {keyName && (
              <TextField
                label={SECRETS[keyName]}
                type="password"
                autocomplete="off"
                value={modelKey}
                onInput={setModelKey}
                hint="Leave empty to use the server’s key."
              />
            )}
            <SettingInputs fields={BUDGET_FIELDS} draft={draft} onChange={setDraft} />
          </>
        )}
        <TestResult tested={tested} />
        {created && create.problem !== null && (
          <p class="notice">The project is created, but some settings couldn’t be saved. Correct them and try again.</p>
        )}
        <Problem error={test.problem ?? create.problem} />
        <div class="actions">
          <button type="button" disabled={test.isBusy || repository === ''} onClick={() => void test.run()}>
            {test.isBusy ? 'Testing…' : 'Test connection'}
          </button>
          <button class="primary" disabled={create.isBusy}>
            {create.isBusy ? 'Creating…' : created ? 'Finish project' : 'Create project'}
          </button>
        </div>
      </form>
    </Page>
  )
}

/** Whose key a model needs: providers and their keys have the same names. */
function keyNameOf(model: string): SecretName | null {
  const provider = model.trim().split('/', 1)[0]
  return toOptions(SECRETS).find(([name]) => name === provider)?.[0] ?? null
}

function TestResult({ tested }: { tested: ConnectionTest | null }) {
  if (!tested) return null
  if (tested.ok)
    return (
      <p class="notice good" role="status">
        Connected: branch {tested.ref}.
      </p>
    )
  return (
    <div class="notice bad" role="alert">
      <span>
        {tested.message} {tested.hint}
      </span>
    </div>
  )
}
