import type { Project } from '../../../../client/index.ts'
import { Link } from '../../components/link.tsx'
import { formatNumber } from '../../lib/format.ts'
import { wallNow } from '../../lib/now.ts'
import { datesOf, readRange } from '../../lib/range.ts'
import { paths } from '../../lib/router.ts'
import { projectClient } from '../../lib/session.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Tile } from './tile.tsx'

const SHOWN_MAX = 5

/** Pages that AI requests and doesn't find: the answers it then gives come from elsewhere. */
export function MissingForAi({ project }: { project: Project }) {
  const { projectId } = project
  const range = readRange(new URLSearchParams(), wallNow(project))
  const misses = useRequest(
    () => projectClient(projectId).getMisses({ ...datesOf(range), class: 'ai', sort: 'ai', limit: SHOWN_MAX }),
    [projectId, range.dateFrom],
  )
  return (
    <Tile
      title="Missing pages AI requests"
      answer={misses}
      more={<Link to={`${paths.misses(projectId)}?class=ai&sort=ai`}>Fix them</Link>}
      isEmpty={({ misses: rows }) => rows.length === 0}
      empty="AI found every page it requested in the last 30 days."
    >
      {({ misses: rows }) => (
        <ul class="rows">
          {rows.map(({ path, ai }) => (
            <li key={path}>
              <code class="break">{path}</code>
              <span class="faint">{formatNumber(ai)}</span>
            </li>
          ))}
        </ul>
      )}
    </Tile>
  )
}
