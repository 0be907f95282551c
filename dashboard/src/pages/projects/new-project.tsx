import { useState } from 'preact/hooks'
import type { AgentName, CodeHostName, ConnectionTest } from '../../../../client/index.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Page } from '../../components/page.tsx'
import { Problem } from '../../components/states.tsx'
import { AGENTS, CODE_HOSTS } from '../../lib/choices.ts'
import { navigate, paths } from '../../lib/router.ts'
import { isAdmin, loadProjects, people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

export function NewProject() {
  const [name, setName] = useState('')
  const [repository, setRepository] = useState('')
  const [ref, setRef] = useState('')
  const [codeHost, setCodeHost] = useState<CodeHostName | ''>('')
  const [agent, setAgent] = useState<AgentName>('offline')
  const [tested, setTested] = useState<ConnectionTest | null>(null)
  const connection = { repository, ...(ref ? { ref } : {}), ...(codeHost ? { codeHost } : {}) }
  const test = useAction(async () => setTested(await people.testConnection(connection)))
  const create = useAction(async () => {
    const project = await people.createProject({ name, agent, ...connection })
    await loadProjects()
    navigate(paths.jobs(project.projectId))
  })
  if (!isAdmin.value)
    return (
      <Page title="New project">
        <p class="notice">Only an admin can create a project.</p>
      </Page>
    )
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
          hint="Its address on a code host, or the path of a repository on this machine."
          value={repository}
          onInput={(value) => {
            setRepository(value)
            setTested(null)
          }}
        />
        <TextField label="Branch" placeholder="main" hint="Pull requests target it." value={ref} onInput={setRef} />
        <SelectField
          label="Code host"
          value={codeHost}
          options={CODE_HOSTS}
          hint="Its token is read from the environment of the service; it is never stored here."
          onChange={setCodeHost}
        />
        <SelectField label="Agent" value={agent} options={AGENTS} onChange={setAgent} />
        <TestResult tested={tested} />
        <Problem error={test.problem ?? create.problem} />
        <div class="actions">
          <button type="button" disabled={test.isBusy || repository === ''} onClick={() => void test.run()}>
            {test.isBusy ? 'Testing …' : 'Test the connection'}
          </button>
          <button class="primary" disabled={create.isBusy}>
            {create.isBusy ? 'Creating …' : 'Create the project'}
          </button>
        </div>
      </form>
    </Page>
  )
}

function TestResult({ tested }: { tested: ConnectionTest | null }) {
  if (!tested) return null
  if (tested.ok)
    return (
      <p class="notice good" role="status">
        It works: branch {tested.ref} on {tested.codeHost}.
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
