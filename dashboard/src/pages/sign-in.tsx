import { useState } from 'preact/hooks'
import { TextField } from '../components/fields.tsx'
import { Front } from '../components/front.tsx'
import { Problem } from '../components/states.tsx'
import { hasExpired, people, session, welcome } from '../lib/session.ts'
import { singleSignOnTrouble } from '../lib/single-sign-on.ts'
import { useAction } from '../lib/use-request.ts'

/** Shown wherever nobody is signed in. The address stays, so that a person then is where he or she wanted to go. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useAction(async () => welcome((await people.signIn(email, password)).user))
  const { needsSetup, singleSignOn } = session.value!
  const trouble = singleSignOnTrouble()
  if (needsSetup)
    return (
      <Front title="Set up Docwright">
        <p>No one has an account yet. Open the setup link that Docwright printed when it started.</p>
        <p class="faint">Lost the link? Restart Docwright to get a new one.</p>
      </Front>
    )
  return (
    <Front title="Sign in">
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
      {hasExpired.value && (
        <p class="notice" role="status">
          Your session has ended. Sign in to continue where you were.
        </p>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void signIn.run()
        }}
      >
        <TextField label="E-mail" type="email" autocomplete="username" required autofocus value={email} onInput={setEmail} />
        <TextField
          label="Password"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          onInput={setPassword}
        />
        <Problem error={signIn.problem} />
        <button class="primary wide" disabled={signIn.isBusy}>
          {signIn.isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
      <p class="faint">
        Forgot your password? Ask an admin for a link (<code>docwright user link</code>).
      </p>
      {singleSignOn && (
        <p>
          <a class="button wide" href="/v1/sign-in/openid">
            Sign in with {singleSignOn.label}
          </a>
        </p>
      )}
    </Front>
  )
}
