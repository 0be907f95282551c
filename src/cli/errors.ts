import { ConfigError, readConfig } from '../config.ts'
import { DataFolderError } from '../database/data-folder.ts'
import { NewerSchemaError } from '../database/migrate.ts'
import { SecretMismatchError } from '../database/secret-fingerprint.ts'
import { isUnavailable } from '../database/unavailable.ts'
import { isDiskFull } from '../lib/disk-full.ts'
import { Fault } from '../lib/fault.ts'
import { redact } from '../lib/redact.ts'
import { Problem } from '../lib/problem.ts'
import { asTyped } from './as-typed.ts'

/** A mistake in how a command was called. */
export class UsageError extends Error {
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.name = 'UsageError'
    this.advice = advice
  }
}

export interface Described {
  text: string
  exitCode: number
}

/** What a person at the terminal reads: what is wrong, and what to try. */
export function describeError(error: unknown): Described {
  if (error instanceof ConfigError) return userError(error.mistakes.join('\nError: '), 'correct the variables, then start again')
  if (error instanceof DataFolderError || error instanceof UsageError || error instanceof SecretMismatchError)
    return userError(error.message, error.advice)
  if (error instanceof NewerSchemaError)
    return userError(error.message, 'start the newer version, or use another data folder or database')
  if (isDiskFull(error)) return describeFullDisk(error)
  if (error instanceof Problem) return userError(error.message, 'docwright --help')
  if (error instanceof Fault) return userError(error.message, error.hint ?? 'run the command again')
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return userError(`port ${port} on ${address} is in use`, 'choose another one with PORT')
  if (code === 'EACCES' && port) return userError(`port ${port} may not be used by this user`, 'choose one above 1023 with PORT')
  if (isUnavailable(error))
    return userError(
      `the database cannot be used: ${(error as Error).message}`,
      'check that it runs and that DOCWRIGHT_DATABASE_URL is right; run `docwright doctor` for more',
    )
  return {
    text: redact(`Error: unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    exitCode: 2,
  }
}

/** SQLite does not say which disk: all that this process writes is in the data folder. */
function describeFullDisk(error: unknown): Described {
  const { data, databaseUrl } = readConfig()
  const isOfServer = databaseUrl !== null && (error as { code?: unknown }).code !== 'ENOSPC'
  const disk = isOfServer ? 'the disk of the database server is full' : `the disk that holds the data folder ${data} is full`
  return userError(disk, 'make space there and run the command again; stored data is safe')
}

function userError(message: string, advice: string): Described {
  return { text: asTyped(redact(`Error: ${message.replace(/\.$/, '')}.\nTry: ${advice.replace(/\.$/, '')}.`)), exitCode: 1 }
}
