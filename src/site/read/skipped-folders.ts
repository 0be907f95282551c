import { folderOf, nameOf } from '../../lib/repository-path.ts'
import { isPagePath } from './site-path.ts'

const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'bower_components',
  '__pycache__',
  '__fixtures__',
  '__snapshots__',
  '__tests__',
  'testdata',
  '_site',
])
/** Also names of sections of real sites, so these are skipped only when they hold a rendered page and no source. */
const OUTPUT_FOLDERS = new Set(['dist', 'build', 'out', 'site', 'target', '_build', 'public'])

/** True for a folder that is skipped whatever it holds. */
export function isSkippedFolder(path: string): boolean {
  // The configuration of VitePress is in a hidden folder, beside its cache and its output.
  if (/(?:^|\/)\.vitepress\/(?:cache|dist)$/.test(path)) return true
  const name = nameOf(path)
  return name.startsWith('.') ? name !== '.vitepress' : SKIPPED_FOLDERS.has(name)
}

/** True for a folder that is skipped when `isOutput` says so of the names in it. */
export function mayBeOutput(name: string): boolean {
  return OUTPUT_FOLDERS.has(name)
}

export function isOutput(names: readonly string[]): boolean {
  return names.includes('index.html') && !names.some((name) => isPagePath(name))
}

/** The files that are left of a list of all files, and the folders that were skipped. */
export function skipFolders(paths: readonly string[]): { paths: string[]; unscanned: string[] } {
  const names = new Map<string, string[]>()
  for (const path of paths)
    if (mayBeOutput(nameOf(folderOf(path)))) names.set(folderOf(path), [...(names.get(folderOf(path)) ?? []), nameOf(path)])
  const known = new Map<string, boolean>([['', false]])
  const unscanned: string[] = []
  const isSkipped = (folder: string): boolean => {
    const found = known.get(folder)
    if (found !== undefined) return found
    const isBelowSkipped = isSkipped(folderOf(folder))
    const isItself = isSkippedFolder(folder) || (mayBeOutput(nameOf(folder)) && isOutput(names.get(folder) ?? []))
    if (isItself && !isBelowSkipped) unscanned.push(folder)
    known.set(folder, isBelowSkipped || isItself)
    return isBelowSkipped || isItself
  }
  return { paths: paths.filter((path) => !isSkipped(folderOf(path))), unscanned }
}
