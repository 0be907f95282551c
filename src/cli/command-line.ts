import { Command, CommanderError } from 'commander'
import { VERSION } from '../version.ts'
import { checkCommand } from './check.ts'
import { classifyCommand } from './classify.ts'
import { doctorCommand } from './doctor.ts'
import { drainCommand } from './drain.ts'
import { describeError } from './errors.ts'
import { jobCommand } from './job.ts'
import { keyCommand } from './key.ts'
import { projectCommand } from './project.ts'
import { pullRequestCommand } from './pull-request.ts'
import { serveCommand } from './serve.ts'
import { userCommand } from './user.ts'
import { viewsCommand } from './views.ts'

/** Runs one command and returns the exit status: 0 done, 1 the user's mistake, 2 ours. */
export async function runCommandLine(words: string[]): Promise<number> {
  const program = new Command('docwright')
    .description('Background agent jobs and page views for documentation projects.')
    .version(VERSION)
    .showHelpAfterError('Try: docwright --help')
    .exitOverride()
  for (const command of [
    serveCommand(),
    projectCommand(),
    keyCommand(),
    userCommand(),
    jobCommand(),
    pullRequestCommand(),
    viewsCommand(),
    drainCommand(),
    checkCommand(),
    classifyCommand(),
    doctorCommand(),
  ])
    program.addCommand(command)
  for (const command of allCommands(program)) command.exitOverride().showHelpAfterError(false)
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

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)])
}
