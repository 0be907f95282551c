import { readBlobs, readSizes } from './blobs.ts'
import type { ComparedTrees } from './compare-trees.ts'
import type { Git } from './git.ts'
import { listTree } from './list-tree.ts'

/** A path that two trees have differently, with its text where that was wanted; null on a side that lacks the path. */
export interface TextChange {
  path: string
  before: string | null
  after: string | null
}

/** A larger file is not read. It stands for one that is not a text: with a character that no text has. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024
const NO_TEXT = '\0'

/** Pages are read in portions, so that a large site does not have to fit into memory. */
const PAGES_AT_ONCE = 100

/**
 * The differences between two trees as texts.
 *
 * @param needBlobs Fetches files that are not here, as those are not that no agent was given. Returns the sizes of all.
 */
export async function readChanges(
  git: Git,
  gitDir: string,
  { changes, sizes: known }: ComparedTrees,
  needBlobs: (ids: string[]) => Promise<ReadonlyMap<string, number>>,
  isWanted: (path: string) => boolean,
  signal: AbortSignal,
): Promise<TextChange[]> {
  const wanted = changes.filter(({ path }) => isWanted(path))
  const ids = [
    ...new Set(wanted.flatMap(({ oldMode, oldId, newMode, newId }) => [...side(oldMode, oldId), ...side(newMode, newId)])),
  ]
  const missing = ids.filter((id) => !known.has(id))
  const sizes = missing.length === 0 ? known : new Map([...known, ...(await needBlobs(missing))])
  const readable = ids.filter((id) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= TEXT_BYTES_MAX)
  const texts = new Map<string, string>()
  await readBlobs(git, gitDir, readable, signal, (content, place) => void texts.set(readable[place]!, content.toString('utf8')))
  return changes.map(({ path, oldMode, oldId, newMode, newId }) => {
    const textOf = (mode: string, id: string) => (mode === NO_FILE ? null : isWanted(path) ? (texts.get(id) ?? NO_TEXT) : '')
    return { path, before: textOf(oldMode, oldId), after: textOf(newMode, newId) }
  })
}

const NO_FILE = '000000'

function side(mode: string, id: string): string[] {
  return mode === '100644' || mode === '100755' ? [id] : []
}

/** The texts of a tree's files, as far as they are here: those that an agent was given are. */
export async function* readTexts(
  git: Git,
  gitDir: string,
  tree: string,
  isWanted: (path: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<{ path: string; text: string }> {
  const entries = (await listTree(git, gitDir, tree, signal)).filter(
    ({ mode, path }) => side(mode, '').length > 0 && isWanted(path),
  )
  const sizes = await readSizes(
    git,
    gitDir,
    entries.map(({ id }) => id),
    signal,
  )
  const here = entries.filter(({ id }) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= TEXT_BYTES_MAX)
  for (let place = 0; place < here.length; place += PAGES_AT_ONCE) {
    const portion = here.slice(place, place + PAGES_AT_ONCE)
    const texts: string[] = []
    const ids = portion.map(({ id }) => id)
    await readBlobs(git, gitDir, ids, signal, (content) => void texts.push(content.toString('utf8')))
    for (const [index, { path }] of portion.entries()) yield { path, text: texts[index]! }
  }
}

/** The paths of a tree's files. */
export async function listPaths(git: Git, gitDir: string, tree: string, signal: AbortSignal): Promise<string[]> {
  return (await listTree(git, gitDir, tree, signal)).map(({ path }) => path)
}
