import type { AgentTask } from '../agent.ts'
import { withoutHiddenText } from './page-view.ts'

const NAME = /(?:^|\/)AGENTS\.md$/u
const FILES_MAX = 20
const FILE_CHARACTERS_MAX = 16_000
const ALL_CHARACTERS_MAX = 48_000

/**
 * The instructions that a repository has for agents, as they are on the branch that the pull request targets.
 *
 * Never from the directory itself: whoever can change a job's branch could give its next run new orders there.
 *
 * @param paths All files of the directory, to find where such files may be.
 */
export async function readConventions(base: AgentTask['base'], paths: readonly string[]): Promise<string> {
  if (!base) return ''
  const changed = await base.changedPaths()
  // The root first, and of the rest the shorter paths, which are about more pages.
  const candidates = [...new Set(['AGENTS.md', ...paths, ...changed].filter((path) => NAME.test(path)))].sort(
    (a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1),
  )
  const parts: string[] = []
  let room = ALL_CHARACTERS_MAX
  for (const path of candidates.slice(0, FILES_MAX)) {
    const text = withoutHiddenText((await base.read(path))?.toString('utf8') ?? '').trim()
    if (text === '' || room <= 0) continue
    const shown = text.slice(0, Math.min(FILE_CHARACTERS_MAX, room))
    room -= shown.length
    const scope = path === 'AGENTS.md' ? 'all pages' : `pages below ${path.replace(/AGENTS\.md$/u, '')}`
    parts.push(
      `For ${scope} (${path}):\n\n${shown}${shown.length < text.length ? '\n\n… The rest was left out because of its length.' : ''}`,
    )
  }
  return parts.join('\n\n')
}
