import { useState } from 'preact/hooks'
import type { CreatedKey, KeyKind, KeyScope, Project } from '../../../../client/index.ts'
import { Dialog } from '../../components/dialog.tsx'
import { CheckField, Choice, Field, SelectField, TextField } from '../../components/fields.tsx'
import { Problem } from '../../components/states.tsx'
import { people } from '../../lib/session.ts'
import { useAction } from '../../lib/use-request.ts'

const LIFETIMES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['date', 'On a date'],
  ['never', 'Never'],
] as const

type Lifetime = (typeof LIFETIMES)[number][0]

interface NewKeyProps {
  project: Project
  onClose: () => void
  onCreated: (key: CreatedKey) => void
}

export function NewKeyDialog({ project, onClose, onCreated }: NewKeyProps) {
  const [kind, setKind] = useState<KeyKind>('admin')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<KeyScope[]>(['read', 'write'])
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [date, setDate] = useState('')
  const [origins, setOrigins] = useState('')
  const toggle = (scope: KeyScope, isOn: boolean) => setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  const create = useAction(async () => {
    const expiresAt = endOf(lifetime, date)
    const made = await people.createKey(project.projectId, {
      kind,
      name,
      ...(expiresAt === null ? {} : { expiresAt }),
      ...(kind === 'admin' ? { scopes } : { origins: origins.split(/[\s,]+/).filter(Boolean) }),
    })
    onCreated(made)
  })
  return (
    <Dialog title="Create key" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run()
        }}
      >
        <Choice
          legend="Kind of key"
          value={kind}
          options={[
            ['admin', 'Secret key, for your servers'],
            ['site', 'Site key, for your pages'],
          ]}
          onChange={(next) => {
            setKind(next)
            setLifetime(next === 'site' ? 'never' : '90')
          }}
        />
        <TextField
          label="Name"
          required
          maxLength={100}
          autofocus
          placeholder={kind === 'admin' ? 'Continuous integration' : 'docs.example.com'}
          value={name}
          onInput={setName}
        />
        {kind === 'admin' ? (
          <fieldset class="field">
            <legend>Scopes</legend>
            <CheckField label="Read jobs and views" checked={scopes.includes('read')} onChange={(isOn) => toggle('read', isOn)} />
            <CheckField
              label="Start jobs, send messages and send views"
              checked={scopes.includes('write')}
              onChange={(isOn) => toggle('write', isOn)}
            />
          </fieldset>
        ) : (
          <Field label="Origins" hint="The sites that may use the key, one per line. Leave empty to allow any.">
            {(ids) => (
              <textarea
                {...ids}
                rows={2}
                spellcheck={false}
                placeholder="https://docs.example.com"
                value={origins}
                onInput={(event) => setOrigins(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <SelectField label="Expires" value={lifetime} options={LIFETIMES} onChange={setLifetime} />
        {lifetime === 'date' && <TextField label="Last day" type="date" required value={date} onInput={setDate} />}
        <Problem error={create.problem} />
        <div class="actions">
          <button class="primary" disabled={create.isBusy || (kind === 'admin' && scopes.length === 0)}>
            {create.isBusy ? 'Creating…' : 'Create key'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function endOf(lifetime: Lifetime, date: string): string | null {
  if (lifetime === 'never') return null
  if (lifetime === 'date') return new Date(`${date}T23:59:59`).toISOString()
  return new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString()
}
