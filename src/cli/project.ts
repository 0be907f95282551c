import { Command, Option } from 'commander'
import { CODE_HOST_NAMES, type CodeHostName } from '../lib/code-host-names.ts'
import { findRepository } from '../codehosts/find-repository.ts'
import type { Config } from '../config.ts'
import { createProject } from '../projects/create-project.ts'
import { AGENTS, type AgentName } from '../projects/project.ts'
import { listProjects } from '../projects/store.ts'
import { UsageError } from './errors.ts'
import { print, table, toDateTime } from './output.ts'
import { addProjectSettings, presentProject } from './project-settings.ts'
import { setSecretWithin } from '../secrets/set-secret.ts'
import { projectSecretCommand, readEnvironment } from './project-secret.ts'
import { withContext } from './with-context.ts'

interface CreateOptions {
  repository: string
  ref?: string
  codeHost?: CodeHostName
  agent: AgentName
  tokenFromEnv?: string
  json?: boolean
}

export function projectCommand(): Command {
  const command = new Command('project').description('Manage projects.')
  command
    .command('create <name>')
    .description('Add a project.')
    .requiredOption('--repository <url-or-path>', 'the git repository with the documentation')
    .option('--ref <branch>', 'the branch that pull requests target (default: the checked-out branch, or main)')
    .addOption(
      new Option('--code-host <name>', 'where the repository is (default: detected from its address)').choices(CODE_HOST_NAMES),
    )
    .addOption(new Option('--agent <name>', 'who does the work').choices(AGENTS).default('auto'))
    .option('--token-from-env <variable>', 'the variable with a token for the code host; stored as the secret code-host-token')
    .option('--json', 'print as JSON')
    .action(async (name: string, options: CreateOptions) => {
      if (name.trim() === '' || name.length > 200)
        throw new UsageError('the name must have 1 to 200 characters', 'docwright project create "My docs" --repository ./docs')
      await withContext(
        async (context) => {
          const value = options.tokenFromEnv === undefined ? null : readEnvironment(options.tokenFromEnv)
          const found = await findRepository(context, { ...options, token: value })
          const deps = { database: context.databases.main, ids: context.ids }
          const project = await createProject(deps, { name, ...found, agent: options.agent }, 'cli', async (tx, { id }) => {
            if (value === null) return
            await setSecretWithin(tx, context, { projectId: id, name: 'code-host-token', value, actor: 'cli' })
          })
          const note = missingNote(options.agent, context.config)
          print(
            options.json ?? false,
            { projectId: project.id },
            `Project ${project.name} was created.\nProject id: ${project.id}${note}\n\nCreate a key for it:\n  docwright key create --project ${project.id}`,
          )
        },
        { mayBeFirst: true },
      )
    })
  command
    .command('list')
    .description('List all projects.')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean }) => {
      await withContext(async ({ databases, config }) => {
        const projects = await listProjects(databases.main)
        const rows = projects.map((project) => [
          project.id,
          project.name,
          project.repository,
          project.ref,
          toDateTime(project.createdAt),
        ])
        print(
          options.json ?? false,
          {
            projects: projects.map(presentProject),
          },
          projects.length === 0
            ? `No projects in ${config.data}.`
            : table([['ID', 'NAME', 'REPOSITORY', 'REF', 'CREATED'], ...rows]),
        )
      })
    })
  addProjectSettings(command)
  command.addCommand(projectSecretCommand())
  return command
}

/** What the operator has still to set before the jobs of a project can be done. */
function missingNote(agent: AgentName, { model, impliedModel, acp }: Config): string {
  if (agent === 'model' && (model ?? impliedModel) === null)
    return '\nIts jobs need a model: set DOCWRIGHT_MODEL and its key for the service, or a model and key of the project.'
  if (agent === 'acp' && acp === null)
    return '\nIts jobs need an agent program: set DOCWRIGHT_ACP_AGENT or DOCWRIGHT_ACP_COMMAND for the service.'
  return ''
}
