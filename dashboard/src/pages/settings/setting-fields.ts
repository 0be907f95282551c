import type { ProjectChange, ProjectSettings } from '../../../../client/index.ts'

export const SECTIONS = ['Agent', 'Pull requests', 'Views'] as const

interface Words {
  section: (typeof SECTIONS)[number]
  label: string
  hint?: string
  /** Means nothing to the offline agent. */
  needsModel?: true
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
    needsModel: true,
    hint: 'Default model. Leave empty to use the server’s.',
  },
  models: {
    section: 'Agent',
    kind: 'list',
    needsModel: true,
    label: 'Allowed models',
    placeholder: 'openai/*, google/gemini-2.5-pro',
    hint: 'Other models that a job can choose. End with * to allow a group.',
  },
  'budgets.runCostUsd': {
    section: 'Agent',
    kind: 'number',
    step: '0.01',
    needsModel: true,
    label: 'Budget per run (USD)',
    hint: 'Leave empty to use the server’s limit.',
  },
  'budgets.dayCostUsd': {
    section: 'Agent',
    kind: 'number',
    step: '0.01',
    needsModel: true,
    label: 'Budget per day (USD)',
    hint: 'Resets at 00:00 UTC. Leave empty for no limit.',
  },
  'budgets.dayTokens': {
    section: 'Agent',
    kind: 'number',
    step: '1',
    needsModel: true,
    label: 'Tokens per day',
    hint: 'Input and output together. Leave empty for no limit.',
  },
  'budgets.dayJobs': { section: 'Agent', kind: 'number', step: '1', label: 'Jobs per day', hint: 'Leave empty for no limit.' },
  'budgets.runFiles': {
    section: 'Agent',
    kind: 'number',
    step: '1',
    needsModel: true,
    label: 'Files per run',
    hint: 'How many files a model or agent program can rewrite. Leave empty for 200. Changes by rule, such as a rename, have no limit.',
  },
  keepUnfinished: {
    section: 'Agent',
    kind: 'check',
    needsModel: true,
    label: 'Save unfinished work as a draft pull request',
  },
  branchTemplate: {
    section: 'Pull requests',
    kind: 'text',
    required: true,
    label: 'Branch name',
    hint: '{job} is the job’s ID.',
  },
  titleTemplate: {
    section: 'Pull requests',
    kind: 'text',
    required: true,
    label: 'Title',
    hint: '{title} is the agent’s title for the change, {job} is the job’s ID.',
  },
  allowCiFiles: { section: 'Pull requests', kind: 'check', label: 'Allow changes to CI files' },
  allowCode: {
    section: 'Pull requests',
    kind: 'check',
    label: 'Allow changes to code, such as build settings and scripts in pages',
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
    label: 'What counts as AI',
    options: {
      all: 'All AI: assistants, agents, search and training',
      assistants: 'Assistants and agents only: reads on behalf of a person',
    },
  },
  'paths.basePath': {
    section: 'Views',
    kind: 'text',
    label: 'Base path',
    placeholder: '/docs',
    hint: 'Removed from the start of every path.',
  },
  'paths.trailingSlash': {
    section: 'Views',
    kind: 'choice',
    label: 'Trailing slash',
    options: { cut: 'Ignore: /a/ is /a', kept: 'Keep: /a/ and /a are two pages' },
  },
  'paths.case': {
    section: 'Views',
    kind: 'choice',
    label: 'Letter case',
    options: { kept: 'Keep: /A and /a are two pages', folded: 'Ignore: /A is /a' },
  },
  'paths.twins': {
    section: 'Views',
    kind: 'choice',
    label: '.md and .html variants',
    options: { folded: 'Merge: /a.md and /a.html are /a', kept: 'Keep: each is a page' },
  },
  'paths.foldedLocales': {
    section: 'Views',
    kind: 'list',
    label: 'Merge locales',
    placeholder: 'en, de',
    hint: 'Counts /en/a and /de/a as /a.',
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
