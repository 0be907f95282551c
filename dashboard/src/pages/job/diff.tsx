import { useMemo, useState } from 'preact/hooks'
import { type FileDiff, type JobDiff, parseDiff } from '../../../../client/index.ts'
import { Choice } from '../../components/fields.tsx'
import { formatNumber, plural } from '../../lib/format.ts'
import { query, setQuery } from '../../lib/router.ts'
import { SplitLines, UnifiedLines } from './diff-lines.tsx'

/** Longer ones are folded: whoever wants to read them opens them, and the page is there at once. */
const OPEN_LINES_MAX = 300
const OPEN_FILES_MAX = 40

const VIEWS = [
  ['unified', 'Unified'],
  ['split', 'Side by side'],
] as const

export function Diff({ diff: { diff, files, isTruncated } }: { diff: JobDiff }) {
  const parsed = useMemo(() => parseDiff(diff), [diff])
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  const view = query.value.get('view') === 'split' ? 'split' : 'unified'
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
          onChange={(next) => setQuery({ view: next === 'split' ? next : null })}
        />
      </div>
      {isTruncated && <p class="notice">The change is too large to be shown whole. The branch has all of it.</p>}
      {parsed.map((file, index) => (
        <File
          key={file.path}
          file={file}
          isSplit={view === 'split'}
          isOpenFirst={index < OPEN_FILES_MAX && file.lines.length <= OPEN_LINES_MAX}
        />
      ))}
    </>
  )
}

function File({ file, isSplit, isOpenFirst }: { file: FileDiff; isSplit: boolean; isOpenFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const Lines = isSplit ? SplitLines : UnifiedLines
  return (
    <details class="file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code class="break">{file.from === null ? file.path : `${file.from} to ${file.path}`}</code>{' '}
        <span class="plus">+{formatNumber(file.additions)}</span> <span class="minus">−{formatNumber(file.deletions)}</span>
      </summary>
      {isOpen && file.lines.length === 0 && <p class="faint note">{file.isBinary ? 'A binary file.' : 'No line changed.'}</p>}
      {isOpen && file.lines.length > 0 && <Lines file={file} />}
    </details>
  )
}
