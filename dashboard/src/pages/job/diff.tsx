import { useMemo, useState } from 'preact/hooks'
import type { JobDiff } from '../../../../client/index.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { type FileDiff, parseDiff } from '../../lib/parse-diff.ts'

/** Longer ones are folded: whoever wants to read them opens them, and the page is there at once. */
const OPEN_LINES_MAX = 300
const OPEN_FILES_MAX = 40

const SIGNS = { add: '+', remove: '−', same: '', hunk: '', note: '' }

export function Diff({ diff: { diff, files, isTruncated } }: { diff: JobDiff }) {
  const parsed = useMemo(() => parseDiff(diff), [diff])
  const additions = files.reduce((sum, file) => sum + file.additions, 0)
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0)
  return (
    <>
      <p class="faint">
        {plural(files.length, 'file')}, <span class="plus">+{formatNumber(additions)}</span>{' '}
        <span class="minus">−{formatNumber(deletions)}</span>
      </p>
      {isTruncated && <p class="notice">The change is too large to be shown whole. The branch has all of it.</p>}
      {parsed.map((file, index) => (
        <File key={file.path} file={file} isOpenFirst={index < OPEN_FILES_MAX && file.lines.length <= OPEN_LINES_MAX} />
      ))}
    </>
  )
}

function File({ file, isOpenFirst }: { file: FileDiff; isOpenFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <details class="file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code class="break">{file.from === null ? file.path : `${file.from} to ${file.path}`}</code>{' '}
        <span class="plus">+{formatNumber(file.additions)}</span> <span class="minus">−{formatNumber(file.deletions)}</span>
      </summary>
      {isOpen && file.lines.length === 0 && <p class="faint note">No line changed.</p>}
      {isOpen && file.lines.length > 0 && (
        <table class="diff">
          <caption class="hidden">Changes in {file.path}</caption>
          <thead class="hidden">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Sign</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {file.lines.map((line, index) => (
              <tr key={index} class={line.kind}>
                <td class="line-number">{line.before ?? ''}</td>
                <td class="line-number">{line.after ?? ''}</td>
                <td class="sign">{SIGNS[line.kind]}</td>
                <td class="text">{line.kind === 'hunk' ? `… ${line.text}` : line.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
