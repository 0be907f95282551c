import { useState } from 'preact/hooks'
import type { NewInvite, Person, Role } from '../../../client/index.ts'
import { announce } from '../components/announcer.tsx'
import { CopyBlock } from '../components/copy.tsx'
import { Confirm, Dialog } from '../components/dialog.tsx'
import { SelectField, TextField } from '../components/fields.tsx'
import { Page, Section } from '../components/page.tsx'
import { Loaded, Problem } from '../components/states.tsx'
import { Table } from '../components/table.tsx'
import { Time } from '../components/time.tsx'
import { formatDay } from '../lib/format.ts'
import { isAdmin, people, user } from '../lib/session.ts'
import { useAction, useRequest } from '../lib/use-request.ts'

const ROLES = [
  ['viewer', 'Viewer: can read'],
  ['editor', 'Editor: can start jobs and merge'],
  ['admin', 'Admin: can do everything'],
] as const satisfies [Role, string][]

export function People() {
  if (!isAdmin.value)
    return (
      <Page title="People">
        <p class="notice">Only admins can see who has an account.</p>
      </Page>
    )
  return <PeopleList />
}

function PeopleList() {
  const users = useRequest(() => people.listUsers(), [])
  const invites = useRequest(() => people.listInvites(), [])
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Person | null>(null)
  const setRole = useAction(async (person: Person, role: Role) => {
    try {
      await people.setRole(person.id, role)
      announce(`${person.name} is now ${role === 'viewer' ? 'a' : 'an'} ${role}.`)
    } finally {
      await users.reload()
    }
  })
  const withdraw = useAction(async (id: string) => {
    await people.withdrawInvite(id)
    await invites.reload()
  })
  return (
    <Page
      title="People"
      actions={
        <button type="button" class="primary" onClick={() => setInviting(true)}>
          Invite people
        </button>
      }
    >
      <Problem error={setRole.problem} />
      <Loaded answer={users} rows={3}>
        {({ users: rows }) => (
          <Table
            caption="People"
            columns={[
              { name: 'Name' },
              { name: 'Role' },
              { name: 'Last sign-in' },
              { name: 'Member since', isExtra: true },
              { name: 'Actions', isBare: true },
            ]}
          >
            {rows.map((person) => (
              <tr key={person.id}>
                <td>
                  {person.name}
                  <div class="faint">{person.email}</div>
                </td>
                <td>
                  <select
                    aria-label={`Role of ${person.name}`}
                    value={person.role}
                    disabled={setRole.isBusy}
                    onChange={(event) => void setRole.run(person, event.currentTarget.value as Role)}
                  >
                    {ROLES.map(([role]) => (
                      <option key={role} value={role}>
                        {role}
                      </option>
                    ))}
                  </select>
                </td>
                <td>{person.lastSignInAt ? <Time at={person.lastSignInAt} /> : <span class="faint">Never</span>}</td>
                <td class="extra">
                  <Time at={person.createdAt} />
                </td>
                <td class="row-actions">
                  {person.id !== user.value!.id && (
                    <button type="button" class="small" aria-label={`Remove ${person.name}`} onClick={() => setLeaving(person)}>
                      Remove
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
      <Section title="Invites">
        <Problem error={withdraw.problem} />
        <Loaded answer={invites} rows={1}>
          {({ invites: rows }) =>
            rows.length === 0 ? (
              <p class="faint">No pending invites</p>
            ) : (
              <Table
                caption="Pending invites"
                columns={[{ name: 'E-mail' }, { name: 'Role' }, { name: 'Expires' }, { name: 'Actions', isBare: true }]}
              >
                {rows.map((invite) => (
                  <tr key={invite.id}>
                    <td>{invite.email}</td>
                    <td>{invite.role}</td>
                    <td>
                      <Time at={invite.expiresAt} />
                    </td>
                    <td class="row-actions">
                      <button
                        type="button"
                        class="small"
                        aria-label={`Revoke the invite for ${invite.email}`}
                        onClick={() => void withdraw.run(invite.id)}
                      >
                        Revoke
                      </button>
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </Section>
      {isInviting && invites.data && (
        <InviteDialog
          defaultRole={invites.data.defaultRole}
          onClose={() => setInviting(false)}
          onInvited={() => void invites.reload()}
        />
      )}
      {leaving && (
        <Confirm
          title={`Remove ${leaving.name}?`}
          verb="Remove"
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await people.removeUser(leaving.id)
            await users.reload()
          }}
        >
          <p>They’re signed out immediately and can’t sign in again unless you invite them. Keys they created keep working.</p>
        </Confirm>
      )}
    </Page>
  )
}

interface InviteDialogProps {
  defaultRole: Role
  onClose: () => void
  onInvited: () => void
}

function InviteDialog({ defaultRole, onClose, onInvited }: InviteDialogProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(defaultRole)
  const [made, setMade] = useState<NewInvite | null>(null)
  const invite = useAction(async () => {
    setMade(await people.invite(email, role))
    onInvited()
  })
  if (made)
    return (
      <Dialog title="Send this link" onClose={onClose} isSticky isOnce>
        <p>
          You won’t see this link again. Anyone who has it can join as {email}: single use, expires {formatDay(made.expiresAt)}.
        </p>
        <CopyBlock label="Invite link" what="the invite link" text={made.link} />
        <div class="actions">
          <button type="button" class="primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Invite people" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void invite.run()
        }}
      >
        <TextField label="E-mail" type="email" required autofocus value={email} onInput={setEmail} />
        <SelectField label="Role" value={role} options={ROLES} onChange={setRole} />
        <Problem error={invite.problem} />
        <div class="actions">
          <button class="primary" disabled={invite.isBusy}>
            {invite.isBusy ? 'Creating…' : 'Create link'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
