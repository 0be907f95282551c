import { Argument, Command } from 'commander'
import { readVariable } from '../config.ts'
import { deleteSecret } from '../secrets/delete-secret.ts'
import { SECRET_NAMES, type Secret, type SecretName } from '../secrets/secret.ts'
import { SECRET_CHARACTERS_MAX, setSecret } from '../secrets/set-secret.ts'
import { listSecrets } from '../secrets/store.ts'
import { UsageError } from './errors.ts'
import { needProject } from './need-project.ts'
import { print, table, toDateTime } from './output.ts'
import { withContext } from './with-context.ts'

interface SecretOptions {
  project: string
  fromEnv?: string
  json?: boolean
}

/** The value is never an argument: those of every process can be seen by everybody on the machine. */
export function projectSecretCommand(): Command {
  const command = new Command('secret').description("Manage the tokens and keys of a project. Values can't be read back.")
  command
    .command('set')
    .description('Store a secret, encrypted. Its value comes from standard input or a variable.')
    .addArgument(new Argument('<name>', 'the token for the code host, or the provider whose key it is').choices(SECRET_NAMES))
    .requiredOption('--project <id>', 'the project')
    .option('--from-env <variable>', 'take the value from this variable of the environment')
    .option('--json', 'print as JSON')
    .action(async (name: SecretName, options: SecretOptions) => {
      const value = options.fromEnv === undefined ? await readInput(name) : readEnvironment(options.fromEnv)
      await withContext(async ({ databases, ids, cipher }) => {
        const { id: projectId } = await needProject(databases.main, options.project)
        const secret = await setSecret({ database: databases.main, ids, cipher }, { projectId, name, value, actor: 'cli' })
        print(options.json ?? false, presentSecret(secret), `The secret ${name} is set.`)
      })
    })
  command
    .command('list')
    .description('List the secrets of a project, without their values.')
    .requiredOption('--project <id>', 'the project')
    .option('--json', 'print as JSON')
    .action(async (options: SecretOptions) => {
      await withContext(async ({ databases }) => {
        await needProject(databases.main, options.project)
        const secrets = await listSecrets(databases.main, options.project)
        const rows = secrets.map(({ name, lastFour, setAt, setBy }) => [
          name,
          lastFour === null ? '-' : `…${lastFour}`,
          toDateTime(setAt),
          setBy,
        ])
        print(
          options.json ?? false,
          { secrets: secrets.map(presentSecret) },
          secrets.length === 0
            ? 'This project has no secrets: it uses those of the service.'
            : table([['NAME', 'ENDS', 'SET', 'BY'], ...rows]),
        )
      })
    })
  command
    .command('delete')
    .description("Delete a secret. The server's own is used after that.")
    .addArgument(new Argument('<name>', 'which one').choices(SECRET_NAMES))
    .requiredOption('--project <id>', 'the project')
    .option('--json', 'print as JSON')
    .action(async (name: SecretName, options: SecretOptions) => {
      await withContext(async ({ databases, ids }) => {
        await needProject(databases.main, options.project)
        await deleteSecret({ database: databases.main, ids }, options.project, name, 'cli')
        print(options.json ?? false, { name }, `The secret ${name} is deleted.`)
      })
    })
  return command
}

/** A secret from the environment. */
export function readEnvironment(variable: string): string {
  const value = readVariable(variable)
  if (value === null) throw new UsageError(`the variable ${variable} is not set`, `export ${variable}=…, then the command again`)
  return value
}

async function readInput(name: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`The value of ${name}, then Enter and Ctrl-D:\n`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // A few more for line ends. Whatever is longer is some other file.
    if (bytes > SECRET_CHARACTERS_MAX + 100) throw new UsageError('this is too long for a secret', 'pipe only the token or key')
    chunks.push(chunk)
  }
  const value = Buffer.concat(chunks).toString('utf8')
  if (value.trim() === '')
    throw new UsageError('there is no value on standard input', `docwright project secret set --project ID ${name} < FILE`)
  return value
}

function presentSecret({ name, lastFour, setAt, setBy }: Secret): object {
  return { name, lastFour, setAt: new Date(setAt).toISOString(), setBy }
}
