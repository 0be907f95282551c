import { readBlobs } from '../../git/blobs.ts'
import type { Git } from '../../git/git.ts'
import { listTree } from '../../git/list-tree.ts'
import type { Mirror } from '../../git/mirror.ts'
import { isDamage } from '../../git/mirror-damage.ts'
import { startThread } from '../../lib/start-thread.ts'
import type { FactsPlace } from '../read/facts-store.ts'
import { FILE_BYTES_MAX } from '../read/load-site.ts'
import type { FromThread, ListedPages, SiteFile, ToThread } from './site-thread.ts'

/** Handed to the thread at once: few messages, and no copy that takes longer than a millisecond. */
const PIECE_BYTES = 512 * 1024

/**
 * The pages of a commit. Files are read here and looked at on a thread of their own, because that takes seconds for a large site.
 * Pages whose facts are known are not even fetched.
 */
export async function readPages(
  git: Git,
  mirror: Mirror,
  commit: string,
  facts: FactsPlace,
  signal: AbortSignal,
): Promise<ListedPages> {
  await mirror.needCommit(commit, signal)
  try {
    return await scan(git, mirror, commit, facts, signal)
  } catch (error) {
    if (!isDamage(error)) throw error
    await mirror.rebuild()
    await mirror.needCommit(commit, signal)
    return scan(git, mirror, commit, facts, signal)
  }
}

async function scan(git: Git, mirror: Mirror, commit: string, facts: FactsPlace, signal: AbortSignal): Promise<ListedPages> {
  const entries = await listTree(git, mirror.gitDir, commit, signal)
  const plain = entries.filter(({ mode, isText }) => mode.startsWith('100') && isText)
  const ids = new Map(plain.map(({ path, id }) => [path, id]))
  return onThread(ids, facts, signal, (paths, send) => sendFiles(git, mirror, ids, paths, signal, send))
}

async function sendFiles(
  git: Git,
  mirror: Mirror,
  ids: ReadonlyMap<string, string>,
  paths: readonly string[],
  signal: AbortSignal,
  send: (files: SiteFile[]) => void,
): Promise<void> {
  const sizes = await mirror.needBlobs(
    paths.map((path) => ids.get(path)!),
    signal,
  )
  const small = paths.filter((path) => (sizes.get(ids.get(path)!) ?? Number.POSITIVE_INFINITY) <= FILE_BYTES_MAX)
  let piece: SiteFile[] = []
  let bytes = 0
  const flush = () => {
    send(piece)
    piece = []
    bytes = 0
  }
  const wanted = small.map((path) => ids.get(path)!)
  await readBlobs(git, mirror.gitDir, wanted, signal, (content, place) => {
    piece.push({ path: small[place]!, content: new Uint8Array(content) })
    bytes += content.length
    if (bytes >= PIECE_BYTES) flush()
  })
  flush()
}

/** One thread for one site: it is needed once for each commit, and gone with all its memory afterwards. */
async function onThread(
  ids: ReadonlyMap<string, string>,
  facts: FactsPlace,
  signal: AbortSignal,
  read: (paths: readonly string[], send: (files: SiteFile[]) => void) => Promise<void>,
): Promise<ListedPages> {
  const worker = startThread(new URL('./site-thread.ts', import.meta.url), null)
  const send = (message: ToThread) => {
    const files = 'files' in message ? (message.files ?? []) : []
    worker.postMessage(
      message,
      files.map(({ content }) => content.buffer as ArrayBuffer),
    )
  }
  try {
    return await new Promise<ListedPages>((resolve, reject) => {
      worker.on('message', (message: FromThread) => {
        if ('pages' in message) return resolve(message.pages)
        read(message.wanted, (files) => send({ files })).then(() => send({ files: null }), reject)
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that looks at a site ended early.')))
      signal.addEventListener('abort', () => reject(new Error('The thread that looks at a site was stopped.')), { once: true })
      send({ ids, facts })
    })
  } finally {
    await worker.terminate()
  }
}
