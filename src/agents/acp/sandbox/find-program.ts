import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { Fault } from '../../../lib/fault.ts'

/** A program, and what of the disk it needs to see to run. */
export interface Program {
  command: string[]
  /** Files and folders outside the system's own ones. */
  paths: string[]
}

/** Finds a program and what belongs to it. Nothing is started. */
export function findProgram(command: readonly string[], searchPath: string): Program {
  const [name = '', ...words] = command
  const found = isAbsolute(name)
    ? name
    : searchPath
        .split(delimiter)
        .map((folder) => join(folder, name))
        .find(isExecutable)
  if (found === undefined || !isExecutable(found))
    throw new Fault(
      'acp_program_missing',
      `The agent program \`${name}\` was not found.`,
      'Install it where the service runs, and put its folder into PATH or its full path into DOCWRIGHT_ACP_COMMAND.',
    )
  const files = [found, realpathSync(found), ...words.filter((word) => isAbsolute(word) && existsSync(word))]
  return { command: [found, ...words], paths: [...new Set(files.flatMap(belongings))].filter((path) => !isSystem(path)) }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * A package lies in a tree of packages that it needs; a program of its own has a `package.json` above it, or is one file. A folder is
 * never taken for the mere reason that a file is in it: that could be somebody's home.
 */
function belongings(path: string): string[] {
  const packages = /^(.*?\/node_modules)\//.exec(path)?.[1]
  if (packages !== undefined) return [packages]
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return [folder]
  return [path]
}

function isSystem(path: string): boolean {
  return /^\/(?:usr|bin|sbin|lib\w*)\//.test(path)
}
