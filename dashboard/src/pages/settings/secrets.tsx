import { useState } from 'preact/hooks'
import type { Project, Secret, SecretName } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Section } from '../../components/page.tsx'
import { Loaded, Problem } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { SECRETS, toOptions } from '../../lib/choices.ts'
import { isAdmin, people } from '../../lib/session.ts'
import { useAction, useRequest } from '../../lib/use-request.ts'

/** Tokens and keys of the project. They go in, and never come out. */
export function Secrets({ project }: { project: Project }) {
  const { projectId } = project
  const secrets = useRequest(() => people.listSecrets(projectId), [projectId])
  const [editing, setEditing] = useState<SecretName | null>(null)
  const [removing, setRemoving] = useState<SecretName | null>(null)
  // The built-in code host asks for no token.
  const names = toOptions(SECRETS).filter(([name]) => name !== 'code-host-token' || project.codeHost !== 'builtin')
  const reload = () => void secrets.reload()
  return (
    <Section id="secrets" title="Secrets">
      <p class="faint">Override the server’s environment variables. Docwright encrypts them and never shows them again.</p>
      <Loaded answer={secrets} rows={4}>
        {({ secrets: found }) => (
          <Table
            caption="Secrets"
            columns={[{ name: 'Secret' }, { name: 'Value' }, { name: 'Set', isWide: true }, { name: 'Actions', isBare: true }]}
          >
            {names.map(([name, label]) => (
              <SecretRow
                key={name}
                label={label}
                secret={found.find((secret) => secret.name === name) ?? null}
                onEdit={() => setEditing(name)}
                onRemove={() => setRemoving(name)}
              />
            ))}
          </Table>
        )}
      </Loaded>
      {editing && (
        <SetSecret
          projectId={projectId}
          name={editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            reload()
          }}
        />
      )}
      {removing && (
        <Confirm
          title={`Remove ${SECRETS[removing]}?`}
          verb="Remove"
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await people.deleteSecret(projectId, removing)
            announce('Secret removed.')
            reload()
          }}
        >
          <p>Jobs of this project then use the server’s, if there is one.</p>
        </Confirm>
      )}
    </Section>
  )
}

interface SecretRowProps {
  label: string
  secret: Secret | null
  onEdit: () => void
  onRemove: () => void
}

function SecretRow({ label, secret, onEdit, onRemove }: SecretRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{secret ? <code>…{secret.lastFour ?? ''}</code> : <span class="faint">Not set</span>}</td>
      <td class="wide-only">
        {secret ? (
          <>
            <Time at={secret.setAt} />
            <div class="faint">{secret.setBy}</div>
          </>
        ) : (
          <span class="faint">–</span>
        )}
      </td>
      <td class="row-actions">
        {isAdmin.value && (
          <button type="button" class="small" aria-label={`${secret ? 'Replace' : 'Set'} ${label}`} onClick={onEdit}>
            {secret ? 'Replace' : 'Set'}
          </button>
        )}
        {isAdmin.value && secret && (
          <button type="button" class="small" aria-label={`Remove ${label}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </td>
    </tr>
  )
}

interface SetSecretProps {
  projectId: string
  name: SecretName
  onDone: () => void
  onClose: () => void
}

function SetSecret({ projectId, name, onDone, onClose }: SetSecretProps) {
  const [value, setValue] = useState('')
  const save = useAction(async () => {
    await people.setSecret(projectId, name, value)
    announce('Secret saved.')
    onDone()
  })
  return (
    <Dialog title={SECRETS[name]} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <TextField
          label="Value"
          type="password"
          autocomplete="off"
          required
          autofocus
          value={value}
          onInput={setValue}
          hint="Docwright shows only the last four characters."
        />
        <Problem error={save.problem} />
        <div class="actions">
          <button class="primary" disabled={save.isBusy || value === ''}>
            {save.isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
