import type { Project } from '../../../../client/index.ts'
import { Empty } from '../../components/states.tsx'
import { user } from '../../lib/session.ts'
import { SourceHelp } from './source-help.tsx'

export function FirstView({ project, onFirstView }: { project: Project; onFirstView: () => void }) {
  return <Empty title="No views yet">{user.value && <SourceHelp project={project} onFirstView={onFirstView} />}</Empty>
}
