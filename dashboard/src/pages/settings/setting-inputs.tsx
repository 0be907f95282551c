import { CheckField, SelectField, TextField } from '../../components/fields.tsx'
import { toOptions } from '../../lib/choices.ts'
import type { Draft, SettingField } from './setting-fields.ts'

interface SettingInputsProps {
  fields: readonly SettingField[]
  draft: Draft
  onChange: (draft: Draft) => void
}

/** Some settings of a project. Numbers are short, so they stand side by side. */
export function SettingInputs({ fields, draft, onChange }: SettingInputsProps) {
  const inputs = (some: readonly SettingField[]) =>
    some.map((field) => (
      <SettingInput
        key={field.path}
        field={field}
        value={draft[field.path] ?? ''}
        onChange={(value) => onChange({ ...draft, [field.path]: value })}
      />
    ))
  const numbers = fields.filter(({ kind }) => kind === 'number')
  const start = fields.findIndex(({ kind }) => kind === 'number')
  if (start === -1) return <>{inputs(fields)}</>
  return (
    <>
      {inputs(fields.slice(0, start))}
      <div class="pairs">{inputs(numbers)}</div>
      {inputs(fields.slice(start).filter(({ kind }) => kind !== 'number'))}
    </>
  )
}

interface SettingInputProps {
  field: SettingField
  value: string | boolean
  onChange: (value: string | boolean) => void
}

function SettingInput({ field, value, onChange }: SettingInputProps) {
  const { kind, label, hint, placeholder } = field
  if (kind === 'check') return <CheckField label={label} checked={value === true} onChange={onChange} />
  const text = String(value)
  if (kind === 'choice')
    return <SelectField label={label} hint={hint} value={text} options={toOptions<string>(field.options)} onChange={onChange} />
  const number = kind === 'number' ? ({ type: 'number', min: '0', step: field.step } as const) : {}
  const required = kind === 'text' && (field.required ?? false)
  return (
    <TextField
      label={label}
      hint={hint}
      placeholder={placeholder}
      required={required}
      value={text}
      onInput={onChange}
      {...number}
    />
  )
}
