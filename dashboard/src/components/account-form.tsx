import { useState } from 'preact/hooks'
import { useAction } from '../lib/use-request.ts'
import { TextField } from './fields.tsx'
import { Problem } from './states.tsx'

/** As the service has it. */
export const PASSWORD_LENGTH_MIN = 12

interface AccountFormProps {
  /** Given by an invite; else it is asked for. */
  email: string | null
  verb: string
  onSubmit: (account: { email: string; name: string; password: string }) => Promise<void>
}

/** Who somebody is going to be here. */
export function AccountForm({ email: given, verb, onSubmit }: AccountFormProps) {
  const [email, setEmail] = useState(given ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const make = useAction(() => onSubmit({ email, name, password }))
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void make.run()
      }}
    >
      <TextField
        label="E-mail"
        type="email"
        autocomplete="username"
        required
        readOnly={given !== null}
        autofocus={given === null}
        value={email}
        onInput={setEmail}
      />
      <TextField
        label="Name"
        autocomplete="name"
        required
        maxLength={200}
        autofocus={given !== null}
        value={name}
        onInput={setName}
      />
      <TextField
        label="Password"
        type="password"
        autocomplete="new-password"
        required
        minLength={PASSWORD_LENGTH_MIN}
        hint={`At least ${PASSWORD_LENGTH_MIN} characters.`}
        value={password}
        onInput={setPassword}
      />
      <Problem error={make.problem} />
      <button class="primary wide" disabled={make.isBusy}>
        {make.isBusy ? 'One moment…' : verb}
      </button>
    </form>
  )
}
