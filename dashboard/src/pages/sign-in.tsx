import { useState } from 'preact/hooks'
import { TextField } from '../components/fields.tsx'
import { Front } from '../components/front.tsx'
import { Problem } from '../components/states.tsx'
import { query } from '../lib/router.ts'
import { hasExpired, people, session, welcome } from '../lib/session.ts'
import { useAction } from '../lib/use-request.ts'

/** What a single sign-on that failed left in the address. Only known words are shown: anybody can write an address. */
const TROUBLES: Record<string, string> = {
  single_sign_on_unavailable:
    'The provider of the single sign-on cannot be reached. Try again later, or sign in with a password.',
  single_sign_on_expired: 'The single sign-on took too long. Try again.',
  single_sign_on_failed: 'The single sign-on failed. The log of the service says why.',
  email_not_verified: 'The provider of the single sign-on does not vouch for your e-mail address.',
  email_taken: 'Your e-mail address belongs to another account of the single sign-on.',
}

/** Shown wherever nobody is signed in. The address stays, so that a person then is where he or she wanted to go. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useAction(async () => welcome((await people.signIn(email, password)).user))
  const { needsSetup, singleSignOn } = session.value!
  const trouble = TROUBLES[query.value.get('error') ?? '']
  if (needsSetup)
    return (
      <Front title="Set up this service">
        <p>Nobody has an account yet. Open the set-up link that the service printed when it started; it works once.</p>
        <p class="faint">If it is lost, restart the service: it prints a new one as long as there is no account.</p>
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
          Your session has ended. Sign in to go on where you were.
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
          {signIn.isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
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
