import { isPlainModelName } from '../lib/model-providers.ts'

/** What the admins of a project can change about how it is worked on and how its views are counted. */
export interface ProjectSettings {
  /** Where the commits of a job go. `{job}` is its id, which keeps the branch apart from every other. */
  branchTemplate: string
  /** What a pull request is called unless the caller chose a title. `{title}` is the agent's own line, `{job}` the job's id. */
  titleTemplate: string
  /** Lets agents change files that are run by machines with access to secrets. */
  allowCiFiles: boolean
  /** Lets agents change what builds, servers and editors run or obey, in files of their own or on pages. */
  allowCode: boolean
  /** The model of jobs that name none, as `provider/model`; null for that of the installation. */
  model: string | null
  /** What else jobs may name: models, or patterns with `*` at their end. None means that of the installation only. */
  models: readonly string[]
  budgets: Budgets
  /** Puts what a run had done when its budget was used up into a draft pull request. */
  keepUnfinished: boolean
  /** `assistants` leaves out AI search and training: only what was read for somebody who asked counts as AI. */
  ai: 'all' | 'assistants'
  /** How addresses become pages. */
  paths: PathSettings
}

export interface PathSettings {
  basePath: string
  trailingSlash: 'cut' | 'kept'
  case: 'kept' | 'folded'
  twins: 'folded' | 'kept'
  foldedLocales: readonly string[]
}

/** What agents may use; null for the installation's own limit, or for none. Days are those of UTC. */
export interface Budgets {
  /** US dollars for one instruction. */
  runCostUsd: number | null
  dayCostUsd: number | null
  /** Tokens in and out. */
  dayTokens: number | null
  /** Jobs that are created on one day. */
  dayJobs: number | null
}

export type SettingsChange = Partial<Omit<ProjectSettings, 'paths' | 'budgets'>> & {
  paths?: Partial<PathSettings>
  budgets?: Partial<Budgets>
}

export const DEFAULT_SETTINGS: ProjectSettings = {
  branchTemplate: 'docwright/{job}',
  titleTemplate: '{title}',
  allowCiFiles: false,
  allowCode: false,
  model: null,
  models: [],
  budgets: { runCostUsd: null, dayCostUsd: null, dayTokens: null, dayJobs: null },
  keepUnfinished: false,
  ai: 'all',
  paths: { basePath: '', trailingSlash: 'cut', case: 'kept', twins: 'folded', foldedLocales: [] },
}

/** Settings that were not there when a project was stored have their defaults. */
export function changeSettings(before: ProjectSettings, change: SettingsChange): ProjectSettings {
  return {
    ...before,
    ...change,
    paths: { ...before.paths, ...change.paths },
    budgets: { ...before.budgets, ...change.budgets },
  }
}

const BRANCH_TEMPLATE = /^(?![-/])(?!.*(?:\.\.|\/\/|\/\.))[A-Za-z0-9._/-]*\{job\}[A-Za-z0-9._/-]*(?<![./])$/
const TITLE_TEMPLATE = /^[^\p{Cc}]*\{(?:title|job)\}[^\p{Cc}]*$/u
const BASE_PATH = /^(?:\/[^\s?#%\\]*)?$/
/** More is no budget. Far below what a number holds exactly. */
export const BUDGET_MAX = { usd: 1_000_000, tokens: 1_000_000_000_000, jobs: 1_000_000 }
export const MODELS_MAX = 100
export const MODEL_CHARACTERS_MAX = 200
const LOCALE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/** The first setting that cannot be used. */
export function findSettingsMistake({
  branchTemplate,
  titleTemplate,
  model,
  models,
  budgets,
  paths,
}: ProjectSettings): { name: string; message: string } | null {
  const rules: [boolean, string, string][] = [
    [
      branchTemplate.length <= 100 && BRANCH_TEMPLATE.test(branchTemplate) && !branchTemplate.endsWith('.lock'),
      'branchTemplate',
      'must be a branch name with {job} in it, such as docs/{job}',
    ],
    [
      titleTemplate.length <= 100 && TITLE_TEMPLATE.test(titleTemplate),
      'titleTemplate',
      'must be one line with {title} or {job} in it, such as docs: {title}',
    ],
    [model === null || isModel(model), 'model', 'must be a provider and a model, such as anthropic/claude-sonnet-4-5'],
    [
      models.length <= MODELS_MAX && models.every((pattern) => isModel(pattern.replace(/\*$/, ''), pattern.endsWith('*'))),
      'models',
      'must be providers and models, such as anthropic/claude-sonnet-4-5 or openai/*',
    ],
    ...budgetRules(budgets),
    [paths.basePath.length <= 200 && BASE_PATH.test(paths.basePath), 'paths.basePath', 'must be empty or a path such as /docs'],
    [
      paths.foldedLocales.length <= 200 && paths.foldedLocales.every((locale) => LOCALE.test(locale)),
      'paths.foldedLocales',
      'must be language codes, such as de or pt-BR',
    ],
  ]
  const wrong = rules.find(([isRight]) => !isRight)
  return wrong ? { name: wrong[1], message: wrong[2] } : null
}

/** @param isBegin Whether it is the beginning of a name, which may end after the provider. */
function isModel(text: string, isBegin = false): boolean {
  return text.length <= MODEL_CHARACTERS_MAX && isPlainModelName(isBegin ? `${text}x` : text)
}

function budgetRules({ runCostUsd, dayCostUsd, dayTokens, dayJobs }: Budgets): [boolean, string, string][] {
  const within = (value: number | null, max: number) => value === null || (value >= 0 && value <= max)
  const isWhole = (value: number | null) => value === null || Number.isInteger(value)
  const money = `must be from 0 to ${BUDGET_MAX.usd} US dollars, or null`
  return [
    [within(runCostUsd, BUDGET_MAX.usd), 'budgets.runCostUsd', money],
    [within(dayCostUsd, BUDGET_MAX.usd), 'budgets.dayCostUsd', money],
    [
      within(dayTokens, BUDGET_MAX.tokens) && isWhole(dayTokens),
      'budgets.dayTokens',
      `must be a whole number from 0 to ${BUDGET_MAX.tokens}, or null`,
    ],
    [
      within(dayJobs, BUDGET_MAX.jobs) && isWhole(dayJobs),
      'budgets.dayJobs',
      `must be a whole number from 0 to ${BUDGET_MAX.jobs}, or null`,
    ],
  ]
}
