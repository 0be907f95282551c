import type { Budgets } from '../../../../client/index.ts'
import { TextField } from '../../components/fields.tsx'

/** As somebody types them: an empty field is no budget of the project's own. */
export type BudgetTexts = Record<keyof Budgets, string>

const FIELDS: readonly [keyof Budgets, string, step: string, hint: string][] = [
  ['runCostUsd', 'US dollars for one instruction', '0.01', 'Empty: the limit of the service.'],
  ['dayCostUsd', 'US dollars a day', '0.01', 'Empty: no limit. A day is one of UTC.'],
  ['dayTokens', 'Tokens a day', '1', 'In and out together. Empty: no limit.'],
  ['dayJobs', 'Jobs a day', '1', 'Empty: no limit.'],
]

export function toBudgetTexts(budgets: Budgets): BudgetTexts {
  return Object.fromEntries(FIELDS.map(([name]) => [name, budgets[name]?.toString() ?? ''])) as BudgetTexts
}

export function toBudgets(texts: BudgetTexts): Budgets {
  return Object.fromEntries(FIELDS.map(([name]) => [name, texts[name] === '' ? null : Number(texts[name])])) as unknown as Budgets
}

interface BudgetFieldsProps {
  texts: BudgetTexts
  onChange: (texts: BudgetTexts) => void
}

export function BudgetFields({ texts, onChange }: BudgetFieldsProps) {
  return (
    <div class="pairs">
      {FIELDS.map(([name, label, step, hint]) => (
        <TextField
          key={name}
          label={label}
          type="number"
          min="0"
          step={step}
          hint={hint}
          value={texts[name]}
          onInput={(value) => onChange({ ...texts, [name]: value })}
        />
      ))}
    </div>
  )
}
