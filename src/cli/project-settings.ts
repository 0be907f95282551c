import { type Command, Option } from 'commander'
import { applySettings } from '../analytics/apply-settings.ts'
import { isSafeBranch } from '../git/refs.ts'
import { AGENTS, type AgentName, type Project } from '../projects/project.ts'
import type { Setting } from '../projects/setting-kinds.ts'
import { SETTING_LIST, collectSettings, settingValue } from '../projects/settings.ts'
import { needProject } from './need-project.ts'
import { type ProjectChange, updateProject } from '../projects/update-project.ts'
import { UsageError } from './errors.ts'
import { print, table } from './output.ts'
import { withContext } from './with-context.ts'

interface SetOptions {
  name?: string
  ref?: string
  agent?: AgentName
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
  const set = command
    .command('set <project-id>')
    .description('Change a project. If a setting for views changes, says which earlier views it applies to.')
    .option('--name <name>', 'its name')
    .option('--ref <branch>', 'the branch that pull requests target')
    .addOption(new Option('--agent <name>', 'who does the work').choices(AGENTS))
  for (const { setting } of SETTING_LIST) for (const option of toOptions(setting)) set.addOption(option)
  set.option('--json', 'print as JSON').action(async (projectId: string, options: SetOptions) => {
    const change = toChange(options)
    if (Object.keys(change).length === 0)
      throw new UsageError('there is nothing to change', `docwright project set ${projectId} --agent offline`)
    await withContext(async (context) => {
      const { databases, ids } = context
      const before = await needProject(databases.main, projectId)
      const project = await updateProject({ database: databases.main, ids }, projectId, change, 'cli')
      const notes = await applySettings(context, projectId, before.settings, project.settings)
      const text = [describe(project), ...notes].join('\n')
      print(options.json ?? false, { ...presentProject(project), notes }, text)
    })
  })
}

/** A switch can be turned off, too. */
function toOptions({ flag, help, choices, read }: Setting<unknown>): Option[] {
  const option = new Option(flag, help)
  if (choices) option.choices(choices)
  return read ? [option] : [option, new Option(flag.replace('--', '--no-'), 'turn it off')]
}

function toChange(options: SetOptions): ProjectChange {
  const { name, ref, agent } = options
  if (name !== undefined && (name.trim() === '' || name.length > 200))
    throw new UsageError('the name must have 1 to 200 characters', '--name "My docs"')
  if (ref !== undefined && !isSafeBranch(ref))
    throw new UsageError(`"${ref}" is not a branch name that Docwright takes`, '--ref main')
  const settings = collectSettings(({ setting }) => readOption(setting, options))
  return {
    ...(name !== undefined && { name }),
    ...(ref !== undefined && { ref }),
    ...(agent !== undefined && { agent }),
    ...(Object.keys(settings).length > 0 && { settings }),
  }
}

/** Undefined when it was not given: it stays as it is. */
function readOption({ flag, read }: Setting<unknown>, options: object): unknown {
  const given: unknown = options[new Option(flag).attributeName() as keyof object]
  const value = read && typeof given === 'string' ? read(given) : given
  const [word] = flag.split(' ')
  if (Number.isNaN(value)) throw new UsageError(`"${given as string}" is not a number`, `${word} 50, or ${word} "" for no limit`)
  return value
}

export function presentProject({ id, createdAt, ...rest }: Project): object {
  return { projectId: id, ...rest, createdAt: new Date(createdAt).toISOString() }
}

function describe({ id, name, repository, ref, codeHost, agent, settings }: Project): string {
  return table([
    ['project id', id],
    ...Object.entries({ name, repository, ref, codeHost, agent }),
    ...SETTING_LIST.map((listed) => [listed.name, String(settingValue(settings, listed) ?? '-')]),
  ])
}
