import { useMemo, useState } from 'preact/hooks'
import { type FileDiff, type Job, type JobDiff, type Project, parseDiff } from '../../../../client/index.ts'
import { Choice } from '../../components/fields.tsx'
import { formatNumber, plural } from '../../lib/format.ts'
import { query, setQuery } from '../../lib/router.ts'
import { canWrite } from '../../lib/session.ts'
import { CommentForm } from './comment-form.tsx'
import { SplitLines, UnifiedLines } from './diff-lines.tsx'
import { Preview } from './preview.tsx'

/** Longer ones are folded: whoever wants to read them opens them, and the page is there at once. */
const OPEN_LINES_MAX = 300
const OPEN_FILES_MAX = 40
/** Each is rendered by the service. */
const OPEN_PREVIEWS_MAX = 5

const VIEWS = [
  ['unified', 'Unified'],
  ['split', 'Side by side'],
  ['preview', 'Preview'],
] as const

type View = (typeof VIEWS)[number][0]

interface DiffProps {
  project: Project
  job: Job
  diff: JobDiff
  onSent: () => void
}

export function Diff({ project, job, diff: { diff, files, isTruncated, commit }, onSent }: DiffProps) {
  const parsed = useMemo(() => parseDiff(diff), [diff])
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  const view = VIEWS.find(([name]) => name === query.value.get('view'))?.[0] ?? 'unified'
  return (
    <>
      <div class="diff-head">
        <p class="faint">
          {plural(files.length, 'file')}, <span class="plus">+{formatNumber(additions)}</span>{' '}
          <span class="minus">−{formatNumber(deletions)}</span>
        </p>
        <Choice
          legend="How changes are shown"
          value={view}
          options={VIEWS}
          onChange={(next) => setQuery({ view: next === 'unified' ? null : next })}
        />
      </div>
      {isTruncated && <p class="notice">This change is too large to show in full. The branch has all of it.</p>}
      {parsed.map((file, index) => (
        <File
          key={`${view === 'preview' ? 'preview' : 'lines'} ${file.path}`}
          {...{ project, job, file, view, commit, onSent }}
          isOpenFirst={index < (view === 'preview' ? OPEN_PREVIEWS_MAX : OPEN_FILES_MAX) && file.lines.length <= OPEN_LINES_MAX}
        />
      ))}
    </>
  )
}

interface FileProps {
  project: Project
  job: Job
  file: FileDiff
  view: View
  commit: string
  isOpenFirst: boolean
  onSent: () => void
}

function File({ project, job, file, view, commit, isOpenFirst, onSent }: FileProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [commented, setCommented] = useState<number | null>(null)
  const mayComment = canWrite.value && job.status !== 'archived'
  const comment = (index: number) => (
    <CommentForm {...{ project, job, onSent }} path={file.path} line={file.lines[index]!} onClose={() => setCommented(null)} />
  )
  const lines = { file, commented, comment, onComment: mayComment ? setCommented : null }
  return (
    <details class="file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code class="break">{file.from === null ? file.path : `${file.from} to ${file.path}`}</code>{' '}
        <span class="plus">+{formatNumber(file.additions)}</span> <span class="minus">−{formatNumber(file.deletions)}</span>
      </summary>
      {isOpen && file.lines.length === 0 && <p class="faint note">{file.isBinary ? 'Binary file.' : 'No lines changed.'}</p>}
      {isOpen && view === 'preview' && <Preview projectId={project.projectId} jobId={job.id} file={file} commit={commit} />}
      {isOpen && file.lines.length > 0 && view === 'unified' && <UnifiedLines {...lines} />}
      {isOpen && file.lines.length > 0 && view === 'split' && <SplitLines file={file} />}
    </details>
  )
}
