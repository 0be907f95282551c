import { readBlobs } from '../git/blobs.ts'
import { needChangedFiles } from '../git/need-changed-files.ts'
import { Problem } from '../lib/problem.ts'
import { type PushedDeps, readPushed } from './read-pushed.ts'

/** Larger pages are not shown whole anyway. */
const BYTES_MAX = 1_000_000

/** A changed page as text before and after; null on the side that lacks it. */
export interface ChangedPage {
  before: string | null
  after: string | null
}

/** Only Markdown, and only what the job changed: nothing else of the repository can be read here. */
export function getChangedPage(deps: PushedDeps, projectId: string, jobId: string, path: string): Promise<ChangedPage> {
  return readPushed(deps, projectId, jobId, async ({ mirror, base, commit, signal }) => {
    const { changes, sizes } = await needChangedFiles(deps.git, mirror, base, commit, signal)
    const change = changes.find((one) => one.path === path)
    if (!change || !/\.(?:md|mdx|markdown)$/iu.test(path)) throw noPage()
    const ids = [change.oldId, change.newId].filter((id) => (sizes.get(id) ?? BYTES_MAX) < BYTES_MAX)
    const texts = new Map<string, string>()
    await readBlobs(
      deps.git,
      mirror.gitDir,
      ids,
      signal,
      (content, place) => void texts.set(ids[place]!, content.toString('utf8')),
    )
    return { before: texts.get(change.oldId) ?? null, after: texts.get(change.newId) ?? null }
  })
}

function noPage(): Problem {
  return new Problem(404, 'no_changes', 'The job did not change this page.')
}
