import { Field } from './fields.tsx'

interface PromptBoxProps {
  label: string
  hint?: string | undefined
  rows: number
  value: string
  onInput: (value: string) => void
  autofocus?: boolean
}

/** Where somebody writes to an agent. Ctrl + Enter sends the form that it is in. */
export function PromptBox({ label, hint, rows, value, onInput, autofocus = false }: PromptBoxProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea
          {...ids}
          rows={rows}
          required
          autoFocus={autofocus}
          maxLength={100_000}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
      )}
    </Field>
  )
}
