import { Fault } from '../lib/fault.ts'
import type { ChangeLimits } from './change-limits.ts'
import { showPath } from './tree-path.ts'

const SMALLER = 'Ask for a smaller change, for example one folder at a time.'

/** A change that Docwright does not publish. It names the rule and the path, never the content. */
export function pathFault(code: string, path: string, problem: string, hint: string): Fault {
  return new Fault({ code, message: `The agent's change was not published: ${showPath(path)} ${problem}.`, hint })
}

export function tooManyFiles({ filesMax }: ChangeLimits): Fault {
  return new Fault({
    code: 'policy_too_many_files',
    message: `The agent changed more than ${filesMax} files, so nothing was published.`,
    hint: SMALLER,
  })
}

export function fileTooLarge(path: string, { fileBytesMax }: ChangeLimits): Fault {
  return pathFault('policy_too_large', path, `is larger than ${megabytes(fileBytesMax)}`, SMALLER)
}

export function changeTooLarge({ bytesMax }: ChangeLimits): Fault {
  return new Fault({
    code: 'policy_too_large',
    message: `The agent wrote more than ${megabytes(bytesMax)}, so nothing was published.`,
    hint: SMALLER,
  })
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
