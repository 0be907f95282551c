import { type Command, Option } from 'commander'
import { isSafeBranch } from '../git/refs.ts'
import { AGENTS, type AgentName, type Project } from '../projects/project.ts'
import type { PathSettings, ProjectSettings } from '../projects/settings.ts'
import { needProject } from './need-project.ts'
import { type ProjectChange, updateProject } from '../projects/update-project.ts'
import { UsageError } from './errors.ts'
import { print, table } from './output.ts'
import { withContext } from './with-context.ts'

interface SetOptions {
  name?: string
  ref?: string
  agent?: AgentName
  branchTemplate?: string
  titleTemplate?: string
  allowCiFiles?: boolean
  allowCode?: boolean
  model?: string
  models?: string
  runCost?: string
  dayCost?: string
  dayTokens?: string
  dayJobs?: string
  keepUnfinished?: boolean
  ai?: ProjectSettings['ai']
  basePath?: string
  trailingSlash?: PathSettings['trailingSlash']
  case?: PathSettings['case']
  twins?: PathSettings['twins']
  foldLocales?: string
  json?: boolean
}

export function addProjectSettings(command: Command): void {
  command
    .command('get <project-id>')
    .description('Show a project and its settings.')
    .option('--json', 'print as JSON')
    .action(async (projectId: string, options: { json?: boolean }) => {
      await withContext(async ({ databases }) => {
        const project = await needProject(databases.main, projectId)
        print(options.json ?? false, presentProject(project), describe(project))
      })
    })
  command
    .command('set <project-id>')
    .description('Change a project. Views that were counted stay on the pages that they were counted for.')
    .option('--name <name>', 'its name')
    .option('--ref <branch>', 'the branch that pull requests target')
    .addOption(new Option('--agent <name>', 'who does the work').choices(AGENTS))
    .option('--branch-template <template>', 'where the commits of a job go; {job} is its id')
    .option('--title-template <template>', 'what pull requests are called; {title} is the line of the agent')
    .option('--allow-ci-files', 'let agents change files that are run by machines')
    .option('--no-allow-ci-files', 'do not')
    .option('--allow-code', 'let agents change code that builds, servers and editors run or obey')
    .option('--no-allow-code', 'do not')
    .option('--model <name>', 'the model of jobs that name none, such as anthropic/…; "" for that of the service')
    .option('--models <names>', 'what else jobs may name, such as openai/gpt-5,anthropic/*; "" for nothing')
    .option('--run-cost <dollars>', 'for one instruction; "" for the limit of the service')
    .option('--day-cost <dollars>', 'for all jobs of a day (UTC); "" for no limit')
    .option('--day-tokens <number>', 'in and out, for all jobs of a day; "" for no limit')
    .option('--day-jobs <number>', 'jobs that may be created on a day; "" for no limit')
    .option('--keep-unfinished', 'put what was done when a budget is used up into a draft pull request')
    .option('--no-keep-unfinished', 'do not')
    .addOption(new Option('--ai <what>', 'what counts as AI').choices(['all', 'assistants']))
    .option('--base-path <path>', 'where the documentation begins on its host, such as /docs; "" for all of it')
    .addOption(new Option('--trailing-slash <what>', 'of addresses').choices(['cut', 'kept']))
    .addOption(new Option('--case <what>', 'of addresses').choices(['kept', 'folded']))
    .addOption(new Option('--twins <what>', '.md, .html and index of a page').choices(['folded', 'kept']))
    .option('--fold-locales <codes>', 'first segments that are cut off, such as de,fr; "" for none')
    .option('--json', 'print as JSON')
    .action(async (projectId: string, options: SetOptions) => {
      const change = toChange(options)
      if (Object.keys(change).length === 0)
        throw new UsageError('there is nothing to change', `docwright project set ${projectId} --agent offline`)
      await withContext(async ({ databases, ids }) => {
        await needProject(databases.main, projectId)
        const project = await updateProject({ database: databases.main, ids }, projectId, change, 'cli')
        print(options.json ?? false, presentProject(project), describe(project))
      })
    })
}

function toChange(options: SetOptions): ProjectChange {
  const { name, ref, agent, branchTemplate, titleTemplate, allowCiFiles, basePath, trailingSlash, twins, foldLocales } = options
  if (name !== undefined && (name.trim() === '' || name.length > 200))
    throw new UsageError('the name must have 1 to 200 characters', '--name "My docs"')
  if (ref !== undefined && !isSafeBranch(ref))
    throw new UsageError(`"${ref}" is not a branch name that Docwright takes`, '--ref main')
  const foldedLocales = foldLocales?.split(',').filter((locale) => locale !== '')
  const paths = given({ basePath, trailingSlash, case: options.case, twins, foldedLocales })
  const { model, models, keepUnfinished } = options
  const budgets = given({
    runCostUsd: readBudget(options.runCost),
    dayCostUsd: readBudget(options.dayCost),
    dayTokens: readBudget(options.dayTokens),
    dayJobs: readBudget(options.dayJobs),
  })
  const settings = given({
    branchTemplate,
    titleTemplate,
    allowCiFiles,
    allowCode: options.allowCode,
    model: model === '' ? null : model,
    models: models?.split(',').filter((pattern) => pattern !== ''),
    budgets: isEmpty(budgets) ? undefined : budgets,
    keepUnfinished,
    ai: options.ai,
    paths: isEmpty(paths) ? undefined : paths,
  })
  return given({ name, ref, agent, settings: isEmpty(settings) ? undefined : settings })
}

function readBudget(text: string | undefined): number | null | undefined {
  if (text === undefined || text.trim() === '') return text === undefined ? undefined : null
  const value = Number(text)
  if (Number.isNaN(value)) throw new UsageError(`"${text}" is not a number`, '--day-jobs 50, or --day-jobs "" for no limit')
  return value
}

/** Without what was not given: it stays as it is. */
function given<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

function isEmpty(values: object): boolean {
  return Object.keys(values).length === 0
}

export function presentProject({ id, createdAt, ...rest }: Project): object {
  return { projectId: id, ...rest, createdAt: new Date(createdAt).toISOString() }
}

function describe({ id, name, repository, ref, codeHost, agent, settings }: Project): string {
  const { paths, budgets, ...others } = settings
  return table([
    ['project id', id],
    ...Object.entries({ name, repository, ref, codeHost, agent, ...others, ...budgets, ...paths }).map(([key, value]) => [
      key,
      value === null ? '-' : String(value),
    ]),
  ])
}
