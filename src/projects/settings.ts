/** What the admins of a project can change about how it is worked on and how its views are counted. */
export interface ProjectSettings {
  /** Where the commits of a job go. `{job}` is its id, which keeps the branch apart from every other. */
  branchTemplate: string
  /** What a pull request is called unless the caller chose a title. `{title}` is the agent's own line, `{job}` the job's id. */
  titleTemplate: string
  /** Lets agents change files that are run by machines with access to secrets. */
  allowCiFiles: boolean
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

export type SettingsChange = Partial<Omit<ProjectSettings, 'paths'>> & { paths?: Partial<PathSettings> }

export const DEFAULT_SETTINGS: ProjectSettings = {
  branchTemplate: 'docwright/{job}',
  titleTemplate: '{title}',
  allowCiFiles: false,
  ai: 'all',
  paths: { basePath: '', trailingSlash: 'cut', case: 'kept', twins: 'folded', foldedLocales: [] },
}

/** Settings that were not there when a project was stored have their defaults. */
export function changeSettings(before: ProjectSettings, change: SettingsChange): ProjectSettings {
  return { ...before, ...change, paths: { ...before.paths, ...change.paths } }
}

const BRANCH_TEMPLATE = /^(?![-/])(?!.*(?:\.\.|\/\/|\/\.))[A-Za-z0-9._/-]*\{job\}[A-Za-z0-9._/-]*(?<![./])$/
const TITLE_TEMPLATE = /^[^\p{Cc}]*\{(?:title|job)\}[^\p{Cc}]*$/u
const BASE_PATH = /^(?:\/[^\s?#%\\]*)?$/
const LOCALE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/** The first setting that cannot be used. */
export function findSettingsMistake({
  branchTemplate,
  titleTemplate,
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
