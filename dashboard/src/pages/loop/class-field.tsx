import { SelectField } from '../../components/fields.tsx'
import { query, setQuery } from '../../lib/router.ts'

export type Who = 'all' | 'human' | 'ai'

const CLASSES: readonly (readonly [Who, string])[] = [
  ['all', 'All'],
  ['human', 'People'],
  ['ai', 'AI'],
]

/** Who is asked about; the address keeps it. */
export function readWho(): Who {
  return CLASSES.find(([name]) => name === query.value.get('class'))?.[0] ?? 'all'
}

export function ClassField({ label = 'Audience', texts = {} }: { label?: string; texts?: Partial<Record<Who, string>> }) {
  return (
    <SelectField
      label={label}
      value={readWho()}
      options={CLASSES.map(([name, text]) => [name, texts[name] ?? text] as const)}
      onChange={(next) => setQuery({ class: next === 'all' ? null : next, agent: null, offset: null })}
    />
  )
}
