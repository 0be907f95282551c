import { useState } from 'preact/hooks'
import { PASSWORD_LENGTH_MIN } from '../components/account-form.tsx'
import { announce } from '../components/announcer.tsx'
import { TextField } from '../components/fields.tsx'
import { AccountLink } from './account-link.tsx'
import { Page, Section } from '../components/page.tsx'
import { Problem } from '../components/states.tsx'
import { navigate, paths } from '../lib/router.ts'
import { forget, people, session, user } from '../lib/session.ts'
import { useAction } from '../lib/use-request.ts'

export function Account() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useAction(async () => {
    await people.changePassword(current, next)
    setCurrent('')
    setNext('')
    announce('Password changed.')
  })
  const leave = useAction(async () => {
    await people.signOut(true)
    forget(false)
    navigate(paths.signIn)
  })
  return (
    <Page title="Account">
      <dl class="facts">
        <dt>Name</dt>
        <dd>{user.value!.name}</dd>
        <dt>E-mail</dt>
        <dd>{user.value!.email}</dd>
        <dt>Role</dt>
        <dd>{user.value!.role}</dd>
        <dt>Version</dt>
        <dd>Docwright {session.value!.version}</dd>
      </dl>
      <Section title="Password">
        <form
          class="stack card"
          onSubmit={(event) => {
            event.preventDefault()
            void change.run()
          }}
        >
          <input
            class="hidden"
            type="email"
            autocomplete="username"
            value={user.value!.email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <TextField
            label="Current password"
            type="password"
            autocomplete="current-password"
            required
            value={current}
            onInput={setCurrent}
          />
          <TextField
            label="New password"
            type="password"
            autocomplete="new-password"
            required
            minLength={PASSWORD_LENGTH_MIN}
            hint={`At least ${PASSWORD_LENGTH_MIN} characters. You’re signed out on other devices.`}
            value={next}
            onInput={setNext}
          />
          <Problem error={change.problem} />
          <div class="actions">
            <button class="primary" disabled={change.isBusy}>
              {change.isBusy ? 'Changing…' : 'Change password'}
            </button>
          </div>
        </form>
      </Section>
      {session.value!.singleSignOn && <AccountLink label={session.value!.singleSignOn.label} />}
      <Section title="Sessions">
        <p>Signs you out in all browsers, including this one.</p>
        <Problem error={leave.problem} />
        <button type="button" disabled={leave.isBusy} onClick={() => void leave.run()}>
          Sign out everywhere
        </button>
      </Section>
    </Page>
  )
}
