import { readBlobs } from '../../git/blobs.ts'
import type { Git } from '../../git/git.ts'
import { listTree } from '../../git/list-tree.ts'
import type { Mirror } from '../../git/mirror.ts'
import { isDamage } from '../../git/mirror-damage.ts'
import { nameOf } from '../../lib/repository-path.ts'
import { startThread } from '../../lib/start-thread.ts'
import { FILE_BYTES_MAX } from '../read/load-site.ts'
import { isConfigPath } from '../read/site.ts'
import { isPagePath } from '../read/site-path.ts'
import { skipFolders } from '../read/skipped-folders.ts'
import type { ListedPages, SiteFile, ToThread } from './site-thread.ts'

/** Handed to the thread at once: few messages, and no copy that takes longer than a millisecond. */
const PIECE_BYTES = 512 * 1024

/** The pages of a commit. Files are read here and looked at on a thread of their own, because that takes seconds for a large site. */
export async function readPages(git: Git, mirror: Mirror, commit: string, signal: AbortSignal): Promise<ListedPages> {
  await mirror.needCommit(commit, signal)
  try {
    return await scan(git, mirror, commit, signal)
  } catch (error) {
    if (!isDamage(error)) throw error
    await mirror.rebuild()
    await mirror.needCommit(commit, signal)
    return scan(git, mirror, commit, signal)
  }
}

async function scan(git: Git, mirror: Mirror, commit: string, signal: AbortSignal): Promise<ListedPages> {
  const entries = (await listTree(git, mirror.gitDir, commit, signal)).filter(
    ({ mode, isText }) => mode.startsWith('100') && isText,
  )
  const { paths, unscanned } = skipFolders(entries.map(({ path }) => path))
  const left = new Set(paths)
  // A `docs.json` may take in any other file by `$ref`.
  const hasReferences = paths.some((path) => nameOf(path) === 'docs.json')
  const isWanted = (path: string) => isPagePath(path) || isConfigPath(path) || (hasReferences && path.endsWith('.json'))
  const wanted = entries.filter(({ path }) => left.has(path) && isWanted(path))
  const ids = wanted.map(({ id }) => id)
  const sizes = await mirror.needBlobs(ids, signal)
  const read = wanted.filter(({ id }) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= FILE_BYTES_MAX)

  return onThread(signal, async (send) => {
    let piece: SiteFile[] = []
    let bytes = 0
    const flush = () => {
      send({ files: piece })
      piece = []
      bytes = 0
    }
    await readBlobs(
      git,
      mirror.gitDir,
      read.map(({ id }) => id),
      signal,
      (content, place) => {
        piece.push({ path: read[place]!.path, content: new Uint8Array(content) })
        bytes += content.length
        if (bytes >= PIECE_BYTES) flush()
      },
    )
    flush()
    send({ paths, unscanned })
  })
}

/** One thread for one site: it is needed once for each commit, and gone with all its memory afterwards. */
async function onThread(signal: AbortSignal, feed: (send: (message: ToThread) => void) => Promise<void>): Promise<ListedPages> {
  const worker = startThread(new URL('./site-thread.ts', import.meta.url), null)
  const answer = new Promise<ListedPages>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that looks at a site ended early.')))
    signal.addEventListener('abort', () => reject(new Error('The thread that looks at a site was stopped.')), { once: true })
  })
  // Whatever happens first counts; the other one must not end the process.
  answer.catch(() => undefined)
  try {
    await feed((message) =>
      worker.postMessage(message, 'files' in message ? message.files.map(({ content }) => content.buffer as ArrayBuffer) : []),
    )
    return await answer
  } finally {
    await worker.terminate()
  }
}
