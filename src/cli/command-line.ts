import { Command, CommanderError } from 'commander'
import { VERSION } from '../version.ts'
import { describeError } from './errors.ts'
import { addExamples } from './help-examples.ts'

/** In the order of the help. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['serve', async () => (await import('./serve.ts')).serveCommand()],
  ['project', async () => (await import('./project.ts')).projectCommand()],
  ['key', async () => (await import('./key.ts')).keyCommand()],
  ['user', async () => (await import('./user.ts')).userCommand()],
  ['job', async () => (await import('./job.ts')).jobCommand()],
  ['pull-request', async () => (await import('./pull-request.ts')).pullRequestCommand()],
  ['views', async () => (await import('./views.ts')).viewsCommand()],
  ['drain', async () => (await import('./drain.ts')).drainCommand()],
  ['check', async () => (await import('./check.ts')).checkCommand()],
  ['classify', async () => (await import('./classify.ts')).classifyCommand()],
  ['update-registry', async () => (await import('./update-registry.ts')).updateRegistryCommand()],
  ['doctor', async () => (await import('./doctor.ts')).doctorCommand()],
])

/** Runs one command and returns the exit status: 0 done, 1 the user's mistake, 2 ours. */
export async function runCommandLine(words: string[]): Promise<number> {
  const program = await createProgram(words[0])
  try {
    await program.parseAsync(words, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : 0
  } catch (error) {
    // Commander has printed its own message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    const { text, exitCode } = describeError(error)
    process.stderr.write(`${text}\n`)
    return exitCode
  }
}

/** @param name Only this command: loading all takes longer than most of them run. Help and mistakes are about all. */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('docwright')
    .description('Agent jobs and page views for documentation projects.')
    .version(VERSION)
    .showHelpAfterError('Try: docwright --help')
    .exitOverride()
  for (const one of COMMANDS.has(name) ? [name] : COMMANDS.keys()) program.addCommand(await COMMANDS.get(one)!())
  for (const command of allCommands(program)) command.exitOverride().showHelpAfterError(false)
  addExamples(program)
  return program
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)])
}
