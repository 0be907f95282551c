import { useState } from 'preact/hooks'
import { DocwrightError } from '../../../client/index.ts'
import { PASSWORD_LENGTH_MIN } from '../components/account-form.tsx'
import { TextField } from '../components/fields.tsx'
import { Front } from '../components/front.tsx'
import { Link } from '../components/link.tsx'
import { Loaded, Problem } from '../components/states.tsx'
import { useLinkToken } from '../lib/link-token.ts'
import { navigate } from '../lib/router.ts'
import { people, welcome } from '../lib/session.ts'
import { useAction, useRequest } from '../lib/use-request.ts'

/** Behind the link of `docwright user link`. */
export function Recovery() {
  const token = useLinkToken()
  const found = useRequest(
    () =>
      people.peekRecovery(token || '-').catch((error: unknown) => {
        if (error instanceof DocwrightError && error.problem.status === 404) return 'gone' as const
        throw error
      }),
    [token],
  )
  if (found.data === 'gone')
    return (
      <Front title="This link no longer works">
        <p>It was used, replaced by a newer one, or is older than a day. Ask an admin for a new one.</p>
        <Link to="/" class="button wide">
          Sign in
        </Link>
      </Front>
    )
  return (
    <Front title="Choose a new password">
      <Loaded answer={found} rows={3}>
        {(link) => link !== 'gone' && <PasswordForm token={token} email={link.email} />}
      </Loaded>
    </Front>
  )
}

function PasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('')
  const recover = useAction(async () => {
    const { user } = await people.recover(token, password)
    await welcome(user)
    navigate('/', 'replace')
  })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void recover.run()
      }}
    >
      <TextField label="E-mail" type="email" autocomplete="username" readOnly value={email} onInput={() => {}} />
      <TextField
        label="New password"
        type="password"
        autocomplete="new-password"
        required
        autofocus
        minLength={PASSWORD_LENGTH_MIN}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. You’re signed out on other devices.`}
        value={password}
        onInput={setPassword}
      />
      <Problem error={recover.problem} />
      <button class="primary wide" disabled={recover.isBusy}>
        {recover.isBusy ? 'One moment…' : 'Set password and sign in'}
      </button>
    </form>
  )
}
