import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { Command } from 'commander'
import { findProgram } from '../agents/acp/sandbox/find-program.ts'
import { probeSandbox } from '../agents/acp/sandbox/sandbox.ts'
import { findModel } from '../jobs/agent-for.ts'
import { checkModelAccess } from '../agents/models/check-access.ts'
import { findLocalServer, howToUse } from '../agents/models/find-local-server.ts'
import { modelName } from '../agents/models/model-settings.ts'
import { findIgnoredForwarding } from '../api/plugins/ignored-forwarding.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { type Context, openContext } from '../wiring/context.ts'
import { describeExposed, lockDataFolder } from '../database/data-folder.ts'
import { SecretMismatchError, isOtherSecret } from '../database/secret-fingerprint.ts'
import { createGit } from '../git/git.ts'
import { Fault } from '../lib/fault.ts'
import type { Project } from '../projects/project.ts'
import { listProjects } from '../projects/store.ts'
import { describeError } from './errors.ts'
import { print } from './output.ts'

interface Check {
  name: string
  isOk: boolean
  message: string
  /** How to mend it; null when there is nothing to mend. */
  advice: string | null
}

const GIT_VERSION_MIN = [2, 38]

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check the installation and say how to fix what is wrong.')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean }) => {
      const checks = await examine()
      const isOk = checks.every((check) => check.isOk)
      const lines = checks.map(
        (check) => `${check.isOk ? '✓' : '✗'} ${check.name}: ${check.message}${check.advice ? `\n  Try: ${check.advice}` : ''}`,
      )
      print(
        options.json ?? false,
        { ok: isOk, checks: checks.map(({ name, isOk: ok, message, advice }) => ({ name, ok, message, advice })) },
        [...lines, '', isOk ? 'No problems found.' : 'Some checks failed: see above.'].join('\n'),
      )
      if (!isOk) process.exitCode = 1
    })
}

async function examine(): Promise<Check[]> {
  const node: Check = ok('Node', process.version)
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [node, ...error.mistakes.map((mistake) => bad('Configuration', mistake, 'correct the variable'))]
  }
  const folder = checkFolder(config)
  const before = [node, ok('Configuration', 'readable'), await checkGit(config), folder]
  // A look creates nothing: without a data folder, there is nothing more to look at.
  if (!folder.isOk || (config.databaseUrl === null && isEmpty(config.data))) return before
  let context: Context
  try {
    context = await openContext(config)
  } catch (error) {
    return [...before, failed('Database', error)]
  }
  try {
    return [
      ...before,
      ok('Database', config.databaseUrl ? 'PostgreSQL answers and is up to date' : 'SQLite opens and is up to date'),
      checkPrivacy(context),
      checkLock(context),
      ...(await checkProxies(context)),
      ...checkSingleSignOn(context),
      ...(await checkRepositories(context)),
      ...(await checkSecrets(context)),
      await checkModel(context),
      ...(await checkOwnModels(context)),
      await checkProgram(context),
    ]
  } finally {
    await context.close()
  }
}

async function checkGit(config: Config): Promise<Check> {
  try {
    const version = (await createGit(config.searchPath).text(['--version'])).replace(/^git version /, '')
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const isNew = major > GIT_VERSION_MIN[0]! || (major === GIT_VERSION_MIN[0] && minor >= GIT_VERSION_MIN[1]!)
    return isNew ? ok('git', version) : bad('git', `${version} is too old`, `install git ${GIT_VERSION_MIN.join('.')} or newer`)
  } catch (error) {
    return failed('git', error)
  }
}

/** Also when it isn't there at all. */
function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0
}

function checkFolder({ data }: Config): Check {
  if (!existsSync(data)) return ok('Data folder', `${data} doesn't exist yet; the first start creates it`)
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
    return ok('Data folder', `${data} is writable`)
  } catch {
    return bad(
      'Data folder',
      `${data} isn't writable for this user`,
      'give this user the folder, or choose another with DOCWRIGHT_DATA',
    )
  }
}

/** What could be closed to others is closed by now: opening the folder does that. */
function checkPrivacy({ folder }: Context): Check {
  if (folder.exposed.length === 0) return ok('Privacy', 'only this user can open the data folder')
  const { message, advice } = describeExposed(folder)
  return bad('Privacy', message, advice)
}

function checkLock({ folder }: Context): Check {
  const lock = lockDataFolder(folder)
  lock?.release()
  return ok('Worker', lock ? 'no server is using this folder' : 'a server is using this folder')
}

/** Whom the single sign-on lets in: a setting that is missing here would otherwise be found out by those who stay outside. */
function checkSingleSignOn({ config: { singleSignOn } }: Context): Check[] {
  if (!singleSignOn) return []
  const { domains, organisation } = singleSignOn
  const joining = [...domains].map(([domain, role]) => `${domain} (${role})`)
  const who = joining.length === 0 ? 'invite only' : `people at ${joining.join(', ')} can join without an invite`
  const accounts = organisation === null ? '' : `; only accounts whose claim ${organisation.claim} is ${organisation.value}`
  return [ok('Single sign-on', who + accounts)]
}

/** What the service has noted of requests since it started, at most a week ago. */
async function checkProxies({ databases }: Context): Promise<Check[]> {
  const notices = await findIgnoredForwarding(databases.main)
  return notices.length === 0
    ? [ok('Proxies', 'no requests came through an untrusted proxy')]
    : notices.map(({ message, advice }) => bad('Proxies', message, advice))
}

async function checkModel({ databases, config }: Context): Promise<Check> {
  const model = config.model ?? config.impliedModel
  if (!model) return checkWithoutModel(config, await listProjects(databases.main))
  const fault = await checkModelAccess(model, fetch)
  const origin = config.model ? '' : ' (set DOCWRIGHT_MODEL to use another)'
  return fault ? failed('Model', fault) : ok('Model', `${modelName(model)} can be reached and takes the key${origin}`)
}

/** Only a project that has the agent `model` cannot do without; others go further with one. */
async function checkWithoutModel(config: Config, projects: readonly Project[]): Promise<Check> {
  const isNeeded = projects.some(({ agent, settings }) => agent === 'model' && settings.model === null)
  const server = config.noticesLocalModels ? await findLocalServer(fetch) : null
  const missing = isNeeded ? "a project needs the server's model, and none is set" : 'none is set'
  const message = server ? `${missing}, but ${server.name} runs at ${server.url}` : missing
  const advice = server ? howToUse(server) : 'set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or DOCWRIGHT_MODEL'
  return isNeeded ? bad('Model', message, advice) : ok('Model', `${message}; to use one, ${advice}`)
}

/** Models that projects have chosen for themselves, each with the key that the project would use. */
async function checkOwnModels(context: Context): Promise<Check[]> {
  const projects = await listProjects(context.databases.main)
  return Promise.all(
    projects
      .filter(({ agent, settings }) => agent !== 'offline' && settings.model !== null)
      .map(async ({ id, name, settings }) => {
        const title = `Model of ${name}`
        try {
          const model = await findModel(context, settings.model!, id, settings)
          const fault = model && (await checkModelAccess(model, fetch))
          return fault ? failed(title, fault) : ok(title, `${settings.model} can be reached and takes the key`)
        } catch (error) {
          return failed(title, error)
        }
      }),
  )
}

/** Whether the agent program is there and can be confined. It is not started. */
async function checkProgram({ databases, config }: Context): Promise<Check> {
  const isNeeded = (await listProjects(databases.main)).some((project) => project.agent === 'acp')
  if (!config.acp)
    return isNeeded
      ? bad('Agent program', 'a project needs an agent program, and none is set', 'DOCWRIGHT_ACP_AGENT=opencode')
      : ok('Agent program', 'none is needed')
  const fault = await probeSandbox(config.searchPath)
  if (fault) return failed('Agent program', fault)
  try {
    const { command } = findProgram(config.acp.command, config.searchPath)
    return ok('Agent program', `${command.join(' ')} is there, and bubblewrap confines it`)
  } catch (error) {
    if (error instanceof Fault) return failed('Agent program', error)
    throw error
  }
}

async function checkRepositories({ databases, codeHostFor }: Context): Promise<Check[]> {
  const projects = await listProjects(databases.main)
  return Promise.all(
    projects.map(async (project) => {
      const name = `Code host of ${project.name}`
      try {
        const fault = await (await codeHostFor({ projectId: project.id })).check(project.repository, project.ref)
        return fault ? failed(name, fault) : ok(name, `${project.repository} has the branch ${project.ref}`)
      } catch (error) {
        return failed(name, error)
      }
    }),
  )
}

/** Whether the secrets of projects can be decrypted with the secret that the service has now. */
async function checkSecrets({ databases, secrets, serverSecret }: Context): Promise<Check[]> {
  if (await isOtherSecret(databases.main, serverSecret)) return [failed('Secrets', new SecretMismatchError())]
  const projects = await listProjects(databases.main)
  const faults = (await Promise.all(projects.map(({ id }) => secrets.unreadable(id)))).flat()
  return faults.length === 0
    ? [ok('Secrets', 'all project secrets can be decrypted')]
    : faults.map((fault) => failed('Secrets', fault))
}

function ok(name: string, message: string): Check {
  return { name, isOk: true, message, advice: null }
}

function bad(name: string, message: string, advice: string): Check {
  return { name, isOk: false, message, advice }
}

/** The words for the terminal, split into what is wrong and what to try. */
function failed(name: string, error: unknown): Check {
  const [message = '', advice = 'run the command again'] = describeError(error)
    .text.replace(/^Error: /, '')
    .split('\nTry: ')
  return bad(name, message, advice)
}
