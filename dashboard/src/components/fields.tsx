import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

interface FieldProps {
  label: string
  hint?: ComponentChildren
  children: (ids: { id: string; 'aria-describedby': string | undefined }) => ComponentChildren
}

/** A label, what it labels, and a hint that belongs to it. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
      {hint && (
        <small id={`${id}-hint`} class="faint">
          {hint}
        </small>
      )}
    </div>
  )
}

interface TextProps {
  label: string
  value: string
  onInput: (value: string) => void
  hint?: ComponentChildren
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date' | 'number'
  min?: string
  step?: string
  autocomplete?: string
  required?: boolean
  placeholder?: string
  minLength?: number
  maxLength?: number
  autofocus?: boolean
  readOnly?: boolean
}

export function TextField({ label, hint, onInput, autofocus, type = 'text', ...input }: TextProps) {
  const [isShown, setShown] = useState(false)
  // Preact's types tell each kind of input apart; what is given here fits all of them.
  const kind = (isShown ? 'text' : type) as 'text'
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <span class={type === 'password' ? 'with-button' : undefined}>
          <input
            {...input}
            {...ids}
            type={kind}
            autoFocus={autofocus}
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {type === 'password' && (
            <button
              type="button"
              class="small"
              aria-pressed={isShown}
              aria-label={isShown ? 'Hide what you typed' : 'Show what you typed'}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          )}
        </span>
      )}
    </Field>
  )
}

interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
  hint?: ComponentChildren
  disabled?: boolean
}

export function SelectField<Value extends string>({ label, hint, options, value, onChange, disabled }: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <select {...ids} value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as Value)}>
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckProps {
  label: ComponentChildren
  checked: boolean
  onChange: (checked: boolean) => void
}

export function CheckField({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}

interface ChoiceProps<Value extends string> {
  legend: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

/** A few choices side by side, one of them taken. */
export function Choice<Value extends string>({ legend, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset class="choice">
      <legend class="hidden">{legend}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
