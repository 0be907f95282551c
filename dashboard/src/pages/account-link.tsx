import { useState } from 'preact/hooks'
import { TextField } from '../components/fields.tsx'
import { Section } from '../components/page.tsx'
import { Loaded, Problem } from '../components/states.tsx'
import { query } from '../lib/router.ts'
import { people } from '../lib/session.ts'
import { singleSignOnTrouble } from '../lib/single-sign-on.ts'
import { useAction, useRequest } from '../lib/use-request.ts'

/** Whether the single sign-on signs this person in, and the way to make it so. */
export function AccountLink({ label }: { label: string }) {
  // Asked anew: the page that was open may know nothing of a link that was made in another window.
  const session = useRequest(() => people.getSession(), [])
  const trouble = singleSignOnTrouble()
  return (
    <Section title="Single sign-on">
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
      {query.value.get('linked') === 'true' && (
        <p class="notice good" role="status">
          Linked. You can now sign in with {label}.
        </p>
      )}
      <Loaded answer={session} rows={1}>
        {({ signsInWith }) =>
          signsInWith.includes('single-sign-on') ? <p>You can sign in with {label}.</p> : <LinkForm label={label} />
        }
      </Loaded>
    </Section>
  )
}

function LinkForm({ label }: { label: string }) {
  const [password, setPassword] = useState('')
  const link = useAction(async () => location.assign((await people.linkSingleSignOn(password)).location))
  return (
    <form
      class="stack card"
      onSubmit={(event) => {
        event.preventDefault()
        void link.run()
      }}
    >
      <TextField
        label={`Your password, to link ${label}`}
        type="password"
        autocomplete="current-password"
        required
        hint={`You sign in to ${label} next. From then on, either way lets you in.`}
        value={password}
        onInput={setPassword}
      />
      <Problem error={link.problem} />
      <div class="actions">
        <button class="primary" disabled={link.isBusy}>
          Link {label}
        </button>
      </div>
    </form>
  )
}
