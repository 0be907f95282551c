import type { PathSettings, ProjectSettings } from '../../../../client/index.ts'
import { SelectField, TextField } from '../../components/fields.tsx'

const AI = [
  ['all', 'All of it: assistants, agents, search and training'],
  ['assistants', 'Assistants and agents: what was read for somebody who asked'],
] as const
const SLASHES = [
  ['cut', 'Cut: /a/ is /a'],
  ['kept', 'Kept: /a/ and /a are two pages'],
] as const
const CASES = [
  ['kept', 'Kept: /A and /a are two pages'],
  ['folded', 'Folded: /A is /a'],
] as const
const TWINS = [
  ['folded', 'Folded: /a.md and /a.html are /a'],
  ['kept', 'Kept: each is a page'],
] as const

interface ViewFieldsProps {
  settings: ProjectSettings
  onChange: (settings: ProjectSettings) => void
  /** As somebody types them. */
  locales: string
  onLocales: (locales: string) => void
}

/** How views are counted. */
export function ViewFields({ settings, onChange, locales, onLocales }: ViewFieldsProps) {
  const setPaths = (change: Partial<PathSettings>) => onChange({ ...settings, paths: { ...settings.paths, ...change } })
  return (
    <div class="stack card">
      <SelectField label="Counts as AI" value={settings.ai} options={AI} onChange={(ai) => onChange({ ...settings, ai })} />
      <TextField
        label="Base path"
        placeholder="/docs"
        value={settings.paths.basePath}
        onInput={(basePath) => setPaths({ basePath })}
        hint="Cut off the beginning of every path."
      />
      <SelectField
        label="Slash at the end"
        value={settings.paths.trailingSlash}
        options={SLASHES}
        onChange={(trailingSlash) => setPaths({ trailingSlash })}
      />
      <SelectField
        label="Capitals"
        value={settings.paths.case}
        options={CASES}
        onChange={(letterCase) => setPaths({ case: letterCase })}
      />
      <SelectField
        label="Other forms of a page"
        value={settings.paths.twins}
        options={TWINS}
        onChange={(twins) => setPaths({ twins })}
      />
      <TextField
        label="Languages to fold"
        placeholder="en, de"
        value={locales}
        onInput={onLocales}
        hint="/en/a and /de/a are then /a."
      />
    </div>
  )
}
