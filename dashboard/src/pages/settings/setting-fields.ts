import type { ProjectChange, ProjectSettings } from '../../../../client/index.ts'

export const SECTIONS = ['Agent', 'Pull requests', 'Views'] as const

interface Words {
  section: (typeof SECTIONS)[number]
  label: string
  hint?: string
  placeholder?: string
}

type Single = string | number | boolean | null | readonly unknown[]

type PathOf<Name extends keyof ProjectSettings> = ProjectSettings[Name] extends Single
  ? Name
  : `${Name}.${keyof ProjectSettings[Name] & string}`

/** Where a setting is: `ai`, `paths.case`. */
type SettingPath = { [Name in keyof ProjectSettings]: PathOf<Name> }[keyof ProjectSettings]

type ValueAt<Path extends string, Values = ProjectSettings> = Path extends `${infer Group}.${infer Name}`
  ? ValueAt<Name, Values[Group & keyof Values]>
  : Values[Path & keyof Values]

/** The kind of field that fits the values of a setting. In brackets, so that a union is one kind and not several. */
type FieldFor<Value> = Words &
  ([Value] extends [boolean]
    ? { kind: 'check' }
    : [Value] extends [string[]]
      ? { kind: 'list' }
      : [Value] extends [number | null]
        ? { kind: 'number'; step: '1' | '0.01' }
        : [string | null] extends [Value]
          ? { kind: 'optional-text' }
          : [string] extends [Value]
            ? { kind: 'text'; required?: true }
            : { kind: 'choice'; options: Readonly<Record<Value & string, string>> })

/** Every setting of a project, in the order of the page. The type asks for all that the API has, each as its kind of field. */
const FIELDS: { [Path in SettingPath]: FieldFor<ValueAt<Path>> } = {
  model: {
    section: 'Agent',
    kind: 'optional-text',
    label: 'Model',
    placeholder: 'anthropic/claude-sonnet-4-5',
    hint: 'For jobs that name none. Empty: that of the service.',
  },
  models: {
    section: 'Agent',
    kind: 'list',
    label: 'Other models',
    placeholder: 'openai/*, google/gemini-2.5-pro',
    hint: 'What else a job may name. A * at the end stands for anything.',
  },
  'budgets.runCostUsd': {
    section: 'Agent',
    kind: 'number',
    step: '0.01',
    label: 'US dollars for one instruction',
    hint: 'Empty: the limit of the service.',
  },
  'budgets.dayCostUsd': {
    section: 'Agent',
    kind: 'number',
    step: '0.01',
    label: 'US dollars a day',
    hint: 'Empty: no limit. A day is one of UTC.',
  },
  'budgets.dayTokens': {
    section: 'Agent',
    kind: 'number',
    step: '1',
    label: 'Tokens a day',
    hint: 'In and out together. Empty: no limit.',
  },
  'budgets.dayJobs': { section: 'Agent', kind: 'number', step: '1', label: 'Jobs a day', hint: 'Empty: no limit.' },
  'budgets.runFiles': {
    section: 'Agent',
    kind: 'number',
    step: '1',
    label: 'Files for one instruction',
    hint: 'That a model or an agent program may rewrite. Empty: 200. Changes by rule, such as a rename, have no limit.',
  },
  keepUnfinished: {
    section: 'Agent',
    kind: 'check',
    label: 'Keep what a run had done when its budget was used up, as a draft pull request',
  },
  branchTemplate: {
    section: 'Pull requests',
    kind: 'text',
    required: true,
    label: 'Branch name',
    hint: '{job} is the id of the job.',
  },
  titleTemplate: {
    section: 'Pull requests',
    kind: 'text',
    required: true,
    label: 'Title',
    hint: '{title} is what the agent calls the change, {job} the id of the job.',
  },
  allowCiFiles: { section: 'Pull requests', kind: 'check', label: 'Jobs may change files of continuous integration' },
  allowCode: {
    section: 'Pull requests',
    kind: 'check',
    label: 'Jobs may change code, such as build settings and scripts on pages',
  },
  logFormat: {
    section: 'Views',
    kind: 'optional-text',
    label: 'Log format',
    placeholder: '$remote_addr - $remote_user [$time_local] "$request" $status …',
    hint: 'For logs that Docwright doesn’t recognize. Paste it from nginx, Apache or GoAccess.',
  },
  ai: {
    section: 'Views',
    kind: 'choice',
    label: 'Counts as AI',
    options: {
      all: 'All of it: assistants, agents, search and training',
      assistants: 'Assistants and agents: what was read for somebody who asked',
    },
  },
  'paths.basePath': {
    section: 'Views',
    kind: 'text',
    label: 'Base path',
    placeholder: '/docs',
    hint: 'Cut off the beginning of every path.',
  },
  'paths.trailingSlash': {
    section: 'Views',
    kind: 'choice',
    label: 'Slash at the end',
    options: { cut: 'Cut: /a/ is /a', kept: 'Kept: /a/ and /a are two pages' },
  },
  'paths.case': {
    section: 'Views',
    kind: 'choice',
    label: 'Capitals',
    options: { kept: 'Kept: /A and /a are two pages', folded: 'Folded: /A is /a' },
  },
  'paths.twins': {
    section: 'Views',
    kind: 'choice',
    label: 'Other forms of a page',
    options: { folded: 'Folded: /a.md and /a.html are /a', kept: 'Kept: each is a page' },
  },
  'paths.foldedLocales': {
    section: 'Views',
    kind: 'list',
    label: 'Languages to fold',
    placeholder: 'en, de',
    hint: '/en/a and /de/a are then /a.',
  },
  'views.hosts': {
    section: 'Views',
    kind: 'list',
    label: 'Hosts that count',
    placeholder: 'docs.example.com, *.example.com',
    hint: 'Leave empty to count every host.',
  },
  'views.ignoredPaths': {
    section: 'Views',
    kind: 'list',
    label: 'Ignored pages',
    placeholder: '/drafts/**, /*/print',
    hint: '* is part of a name, ** any folders.',
  },
  'views.ignoredAddresses': {
    section: 'Views',
    kind: 'list',
    label: 'Ignored addresses',
    placeholder: '203.0.113.0/24',
    hint: 'Your office, for example. Applies to views from now on: addresses aren’t stored.',
  },
  'views.timeZone': {
    section: 'Views',
    kind: 'text',
    required: true,
    label: 'Time zone of days',
    placeholder: 'Europe/Berlin',
    hint: 'Applies to views that are counted from now on.',
  },
  'views.people': {
    section: 'Views',
    kind: 'choice',
    label: 'People are counted by',
    options: {
      auto: 'The script or the servers, whoever saw more by page and hour',
      script: 'The script alone',
      server: 'The servers alone (logs, drains and events)',
    },
  },
}

export type SettingField = (typeof FIELDS)[SettingPath] & { path: SettingPath }

export const FIELD_LIST = Object.entries(FIELDS).map(([path, field]) => ({ ...field, path })) as readonly SettingField[]

/** Settings as somebody types them, or some of them. */
export type Draft = Partial<Record<SettingPath, string | boolean>>

export function toDraft(settings: ProjectSettings): Draft {
  return Object.fromEntries(
    FIELD_LIST.map(({ path, kind }) => {
      const value = path.split('.').reduce<any>((values, name) => values[name], settings)
      return [path, kind === 'list' ? value.join(', ') : kind === 'check' ? value : String(value ?? '')]
    }),
  )
}

/** What is not in the draft stays as it is. */
export function readDraft(draft: Draft): NonNullable<ProjectChange['settings']> {
  const change: Record<string, any> = {}
  for (const { path, kind } of FIELD_LIST) {
    const typed = draft[path]
    if (typed === undefined) continue
    const value = readField(kind, typed)
    const [name, inner] = path.split('.') as [string, string?]
    change[name] = inner === undefined ? value : { ...change[name], [inner]: value }
  }
  return change
}

function readField(kind: SettingField['kind'], typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed
  if (kind === 'list') return typed.split(/[\s,]+/).filter(Boolean)
  if (kind === 'number') return typed === '' ? null : Number(typed)
  return kind === 'optional-text' ? typed.trim() || null : typed
}
