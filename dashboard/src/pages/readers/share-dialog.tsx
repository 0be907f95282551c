import { useState } from 'preact/hooks'
import type { CreatedShare } from '../../../../client/index.ts'
import { announce } from '../../components/announcer.tsx'
import { CopyBlock } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { Loaded, Problem } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { isAdmin, people } from '../../lib/session.ts'
import { useAction, useRequest } from '../../lib/use-request.ts'

/** As the service has it. */
const PASSWORD_LENGTH_MIN = 12

export function ShareButton({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!isAdmin.value) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen && <ShareDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Links with which anyone can see these numbers. */
function ShareDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const shares = useRequest(() => people.listShares(projectId), [projectId])
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const revoke = useAction(async (id: string, name: string) => {
    await people.revokeShare(projectId, id)
    announce(`Share link ${name} revoked.`)
    await shares.reload()
  })
  if (created)
    return (
      <Dialog title="Share this link" onClose={onClose} isSticky isOnce>
        <p class="notice">Copy the link now. You won’t see it again: Docwright keeps only a hash.</p>
        <CopyBlock label="Share link" what="the share link" text={created.link} />
        <div class="actions">
          <button type="button" class="primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Share readers" onClose={onClose}>
      <NewShare projectId={projectId} onCreated={setCreated} />
      <Problem error={revoke.problem} />
      <Loaded answer={shares} rows={2}>
        {({ shares: rows }) => (
          <ul class="rows">
            {rows.map(({ id, name, hasPassword, createdAt }) => (
              <li key={id}>
                <span class="break">
                  {name}{' '}
                  <span class="faint">
                    {hasPassword && 'password · '}
                    <Time at={createdAt} />
                  </span>
                </span>
                <button type="button" class="small" aria-label={`Revoke ${name}`} onClick={() => void revoke.run(id, name)}>
                  Revoke
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

function NewShare({ projectId, onCreated }: { projectId: string; onCreated: (share: CreatedShare) => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const create = useAction(async () =>
    onCreated(await people.createShare(projectId, { name, ...(password === '' ? {} : { password }) })),
  )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void create.run()
      }}
    >
      <p class="faint">
        Anyone who has the link can see this page, without an account. They can’t see jobs, settings or other pages.
      </p>
      <TextField label="Name" required maxLength={100} autofocus placeholder="Product team" value={name} onInput={setName} />
      <TextField
        label="Password"
        type="password"
        autocomplete="new-password"
        minLength={PASSWORD_LENGTH_MIN}
        hint={`Optional. At least ${PASSWORD_LENGTH_MIN} characters.`}
        value={password}
        onInput={setPassword}
      />
      <Problem error={create.problem} />
      <div class="actions">
        <button class="primary" disabled={create.isBusy}>
          {create.isBusy ? 'Creating…' : 'Create share link'}
        </button>
      </div>
    </form>
  )
}
