import { isPlainModelName } from '../lib/model-providers.ts'
import { readNetwork } from '../lib/networks.ts'
import { isTimeZone } from '../lib/time-zone.ts'
import { type Setting, amount, choice, optionalText, text, texts, toggle } from './setting-kinds.ts'

const BRANCH_TEMPLATE = /^(?![-/])(?!.*(?:\.\.|\/\/|\/\.))[A-Za-z0-9._/-]*\{job\}[A-Za-z0-9._/-]*(?<![./])$/
const TITLE_TEMPLATE = /^[^\p{Cc}]*\{(?:title|job)\}[^\p{Cc}]*$/u
const BASE_PATH = /^(?:\/[^\s?#%\\]*)?$/
const LOCALE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i
const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const MODEL_CHARACTERS_MAX = 200

/** More is no budget. Far below what a number holds exactly. */
const BUDGET_MAX = { usd: 1_000_000, tokens: 1_000_000_000_000, jobs: 1_000_000, files: 100_000 }

/** What agents may use; null for the installation's own limit, or for none. Days are those of UTC. */
const BUDGETS = {
  runCostUsd: amount('number', BUDGET_MAX.usd, {
    description: "US dollars per run. Null for the server's limit.",
    flag: '--run-cost <dollars>',
    help: 'budget per run in US dollars; "" for the server\'s limit',
  }),
  runFiles: amount('integer', BUDGET_MAX.files, {
    description: 'Files that a model or an agent program can rewrite per run. Null for 200. Changes by rule have no limit.',
    flag: '--run-files <number>',
    help: 'files that a model or program can rewrite per run; "" for 200',
  }),
  dayCostUsd: amount('number', BUDGET_MAX.usd, {
    description: 'US dollars per day (UTC). Null for no limit.',
    flag: '--day-cost <dollars>',
    help: 'budget per day (UTC) in US dollars; "" for no limit',
  }),
  dayTokens: amount('integer', BUDGET_MAX.tokens, {
    description: 'Tokens in and out per day (UTC). Null for no limit.',
    flag: '--day-tokens <number>',
    help: 'tokens in and out per day; "" for no limit',
  }),
  dayJobs: amount('integer', BUDGET_MAX.jobs, {
    description: 'New jobs per day (UTC). Null for no limit.',
    flag: '--day-jobs <number>',
    help: 'new jobs per day; "" for no limit',
  }),
}

/** How addresses become pages. */
const PATHS = {
  basePath: text('', {
    charactersMax: 200,
    rule: { allows: (path) => BASE_PATH.test(path), text: 'must be empty or a path such as /docs' },
    description: 'Cut from the front of paths, such as `/docs`.',
    flag: '--base-path <path>',
    help: 'where the documentation starts on its host, such as /docs; "" for the root',
  }),
  trailingSlash: choice(['cut', 'kept'], {
    description: 'Whether `/a/` is the page `/a`.',
    flag: '--trailing-slash <what>',
    help: 'of addresses',
  }),
  case: choice(['kept', 'folded'], {
    description: 'Whether `/A` is the page `/a`.',
    flag: '--case <what>',
    help: 'of addresses',
  }),
  twins: choice(['folded', 'kept'], {
    description: 'Whether `/a.md` and `/a.html` are the page `/a`.',
    flag: '--twins <what>',
    help: '.md, .html and index of a page',
  }),
  foldedLocales: texts(200, {
    charactersMax: 40,
    rule: { allows: (locale) => LOCALE.test(locale), text: 'must be language codes, such as de or pt-BR' },
    description: 'Locales whose pages count for the page in the default language.',
    flag: '--fold-locales <codes>',
    help: 'first segments that are cut off, such as de,fr; "" for none',
  }),
}

/** Which requests count as views, where, and on which day. */
const VIEWS = {
  hosts: texts(100, {
    charactersMax: 253,
    rule: { allows: (host) => HOST.test(host), text: 'must be host names, such as docs.example.com or *.example.com' },
    description: 'Only views of these hosts count, such as `docs.example.com` or `*.example.com`. None means every host.',
    flag: '--hosts <names>',
    help: 'the only hosts whose views count, such as docs.example.com,*.example.com; "" for all',
  }),
  ignoredPaths: texts(100, {
    charactersMax: 200,
    rule: { allows: (path) => /^\/[^\s?#]*$/.test(path), text: 'must be paths with * or **, such as /drafts/** or /*/print' },
    description:
      'Pages that don’t count, as Docwright shows them: `*` is part of a name, `**` any folders, such as `/drafts/**`.',
    flag: '--ignore-paths <patterns>',
    help: 'pages that do not count, such as /drafts/**,/*/print; "" for none',
  }),
  ignoredAddresses: texts(200, {
    charactersMax: 50,
    rule: {
      allows: (network) => readNetwork(network) !== null,
      text: 'must be IP addresses or networks, such as 203.0.113.7 or 2001:db8::/32',
    },
    description: 'Readers who don’t count, by address or network, such as `203.0.113.0/24`.',
    flag: '--ignore-addresses <networks>',
    help: 'readers who do not count, such as 203.0.113.0/24; "" for none',
  }),
  timeZone: text('UTC', {
    charactersMax: 60,
    rule: { allows: isTimeZone, text: 'must be a time zone such as Europe/Berlin' },
    description: 'Where days begin and end, as in the IANA database, such as `Europe/Berlin`.',
    flag: '--time-zone <name>',
    help: 'where days begin and end, such as Europe/Berlin',
  }),
  people: choice(['auto', 'script', 'server'], {
    description:
      'Who counts people: `auto` takes the larger number of the script and the servers by page and hour, the others only one of them.',
    flag: '--people <source>',
    help: 'who counts people: the script, the servers, or by page and hour whoever saw more',
  }),
}

/**
 * What the admins of a project can change about how it is worked on and how its views are counted. The only list of settings in
 * the service: the stored type, its defaults, the schema of the API and the flags of the command line come from it. The published
 * client and the form of the dashboard repeat the names, and the type check fails when they leave one out.
 */
export const SETTINGS = {
  /** Where the commits of a job go. `{job}` is its id, which keeps the branch apart from every other. */
  branchTemplate: text('docwright/{job}', {
    charactersMax: 100,
    rule: {
      allows: (template) => BRANCH_TEMPLATE.test(template) && !template.endsWith('.lock'),
      text: 'must be a branch name with {job} in it, such as docs/{job}',
    },
    description: 'Branch names of jobs. Must contain `{job}`.',
    flag: '--branch-template <template>',
    help: 'branch names of jobs; {job} is the id',
  }),
  /** What a pull request is called unless the caller chose a title. `{title}` is the agent's own line, `{job}` the job's id. */
  titleTemplate: text('{title}', {
    charactersMax: 100,
    rule: {
      allows: (template) => TITLE_TEMPLATE.test(template),
      text: 'must be one line with {title} or {job} in it, such as docs: {title}',
    },
    description: 'Titles of pull requests. Must contain `{title}` or `{job}`.',
    flag: '--title-template <template>',
    help: 'titles of pull requests; {title} describes the change',
  }),
  /** Lets agents change files that are run by machines with access to secrets. */
  allowCiFiles: toggle({
    description: 'Lets agents change CI files.',
    flag: '--allow-ci-files',
    help: 'let agents change CI files',
  }),
  /** Lets agents change what builds, servers and editors run or obey, in files of their own or on pages. */
  allowCode: toggle({
    description: 'Lets agents change code that builds, servers and editors run, in files of its own and in pages.',
    flag: '--allow-code',
    help: 'let agents change code that builds, servers and editors run',
  }),
  /** The model of jobs that name none, as `provider/model`; null for that of the installation. */
  model: optionalText({
    charactersMax: MODEL_CHARACTERS_MAX,
    rule: { allows: isPlainModelName, text: 'must be a provider and a model, such as anthropic/claude-sonnet-4-5' },
    description: "The default model of jobs, such as `anthropic/claude-sonnet-4-5`. Null for the server's.",
    flag: '--model <name>',
    help: 'the default model, such as anthropic/…; "" for the server\'s',
  }),
  /** What else jobs may name: models, or patterns with `*` at their end. None means that of the installation only. */
  models: texts(100, {
    charactersMax: MODEL_CHARACTERS_MAX,
    rule: {
      // The beginning of a name may end after the provider.
      allows: (pattern) => isPlainModelName(pattern.replace(/\*$/, 'x')),
      text: 'must be providers and models, such as anthropic/claude-sonnet-4-5 or openai/*',
    },
    description: "Other models that jobs can name, or patterns such as `openai/*`. Empty: only the server's.",
    flag: '--models <names>',
    help: 'other models that jobs can name, such as openai/gpt-5,anthropic/*; "" for none',
  }),
  keepUnfinished: toggle({
    description: 'Saves the work of a run that hit a limit as a draft pull request.',
    flag: '--keep-unfinished',
    help: 'save unfinished work as a draft pull request',
  }),
  /** `assistants` leaves out AI search and training: only what was read for somebody who asked counts as AI. */
  ai: choice(['all', 'assistants'], {
    description: 'What counts as AI: everything, or only programs that act for a person.',
    flag: '--ai <what>',
    help: 'what counts as AI',
  }),
  /** How the project's servers write their logs, as GoAccess, nginx or Apache say it; null for what Docwright finds out. */
  logFormat: optionalText({
    charactersMax: 4_000,
    rule: {
      allows: (pattern) => /[$%]/.test(pattern),
      text: 'must be a log format, such as $remote_addr [$time_local] "$request" $status',
    },
    description: 'The format of your logs, as a pattern of GoAccess, nginx or Apache. Null to detect it.',
    flag: '--log-format <pattern>',
    help: 'the format of your logs, as in nginx, Apache or GoAccess; "" to detect it',
  }),
  budgets: BUDGETS,
  paths: PATHS,
  views: VIEWS,
}

type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : { [Name in keyof Entry]: ValueOf<Entry[Name]> }

export type ProjectSettings = ValueOf<typeof SETTINGS>
export type Budgets = ProjectSettings['budgets']

/** What it leaves out stays as it is, also inside a group. */
export type SettingsChange = {
  [Name in keyof ProjectSettings]?: (typeof SETTINGS)[Name] extends Setting<unknown>
    ? ProjectSettings[Name]
    : Partial<ProjectSettings[Name]>
}

type Group = Readonly<Record<string, Setting<any>>>

interface ListedSetting {
  /** Null for one that stands on its own. */
  group: string | null
  name: string
  setting: Setting<any>
}

const ENTRIES: readonly [string, Setting<any> | Group][] = Object.entries(SETTINGS)
const GROUPS = ENTRIES.flatMap(([name, entry]) => (isSetting(entry) ? [] : [name]))

export const SETTING_LIST: readonly ListedSetting[] = ENTRIES.flatMap(([name, entry]): ListedSetting[] =>
  isSetting(entry)
    ? [{ group: null, name, setting: entry }]
    : Object.entries(entry).map(([inner, setting]) => ({ group: name, name: inner, setting })),
)

export const DEFAULT_SETTINGS = collectSettings(({ setting }) => setting.initial) as ProjectSettings

/** Values of settings in their groups, without those that are undefined. */
export function collectSettings(valueOf: (listed: ListedSetting) => unknown): SettingsChange {
  const collected: Record<string, unknown> = {}
  for (const listed of SETTING_LIST) {
    const { group, name } = listed
    const value = valueOf(listed)
    if (value === undefined) continue
    if (group === null) collected[name] = value
    else collected[group] = { ...(collected[group] as object), [name]: value }
  }
  return collected
}

/** Settings that were not there when a project was stored have their defaults. */
export function changeSettings(before: ProjectSettings, change: SettingsChange): ProjectSettings {
  const merge = (group: string) => [group, Object.assign({}, before[group as 'paths'], change[group as 'paths'])]
  return { ...before, ...change, ...Object.fromEntries(GROUPS.map(merge)) }
}

/** The first setting that cannot be used. */
export function findSettingsMistake(settings: ProjectSettings): { name: string; message: string } | null {
  const wrong = SETTING_LIST.find((listed) => listed.setting.rule?.allows(settingValue(settings, listed)) === false)
  if (!wrong) return null
  const { group, name, setting } = wrong
  return { name: group === null ? name : `${group}.${name}`, message: setting.rule!.text }
}

export function settingValue(
  settings: ProjectSettings,
  { group, name }: ListedSetting,
): string | number | boolean | string[] | null {
  const values = group === null ? settings : settings[group as 'paths']
  return values[name as keyof typeof values]
}

/** JSON Schema of all settings, or of a change, in which each may be left out. */
export function settingsSchema({ isChange }: { isChange: boolean }): object {
  const toObject = (properties: object) => ({
    type: 'object',
    ...(isChange ? {} : { required: Object.keys(properties) }),
    properties,
  })
  const schemas = collectSettings(({ setting }) => setting.schema) as Record<string, object>
  for (const group of GROUPS) schemas[group] = toObject(schemas[group]!)
  return toObject(schemas)
}

function isSetting(entry: Setting<any> | Group): entry is Setting<any> {
  return typeof entry.flag === 'string'
}
