import { existsSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { readVariable } from '../config.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A command in a sentence or on a line of its own: the word, followed by a subcommand or an option. */
const COMMAND = /(?<![\w./-])docwright(?= (?:--?[a-z]|[a-z]))/g

/**
 * Writes the commands in a text as they can be typed here. `docwright` works where it's on the search path; in the folder of the
 * checkout `npx docwright` does; elsewhere only the whole path.
 */
export function asTyped(
  text: string,
  searchPath = readVariable('PATH') ?? '',
  folder = process.cwd(),
  exists: (path: string) => boolean = existsSync,
): string {
  // Folders that npm puts in front of the path are gone when the command has ended.
  const folders = searchPath.split(delimiter).filter((entry) => !/node_modules[\\/]\.bin$/.test(entry))
  if (folders.some((entry) => entry !== '' && exists(join(entry, 'docwright')))) return text
  const isInside = !relative(ROOT, folder).startsWith('..')
  const command = isInside ? 'npx docwright' : join(ROOT, 'bin', 'docwright.mjs')
  return text.replace(COMMAND, command)
}
