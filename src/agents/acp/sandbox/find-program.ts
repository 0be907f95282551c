import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
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
    throw new Fault({
      code: 'acp_program_missing',
      message: `The agent program \`${name}\` was not found.`,
      hint: 'Install it where the service runs, and put its folder into PATH or its full path into DOCWRIGHT_ACP_COMMAND.',
    })
  const real = realpathSync(found)
  // A link from elsewhere is left out: a script finds its other parts from where it really is.
  const start = isSystem(found) || found.includes('/node_modules/') ? found : real
  const files = [start, real, ...words.filter((word) => isAbsolute(word) && existsSync(word))]
  return { command: [start, ...words], paths: [...new Set(files.flatMap(belongings))].filter((path) => !isSystem(path)) }
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
  let folder = dirname(path)
  for (let level = 0; level < LEVELS_MAX && !isShared(folder); level++, folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return [folder]
  return [path]
}

/** Programs of their own have their parts in folders such as `dist/bin`. */
const LEVELS_MAX = 3

/** Folders that hold more than one thing, whatever files lie in them. */
function isShared(folder: string): boolean {
  const above = dirname(folder)
  return folder === '/' || above === '/' || folder === homedir() || ['/home', '/Users', '/var', '/mnt'].includes(above)
}

function isSystem(path: string): boolean {
  return /^\/(?:usr|bin|sbin|lib\w*)\//.test(path)
}
