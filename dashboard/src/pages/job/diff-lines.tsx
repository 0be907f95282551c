import { type ComponentChildren, Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import type { DiffLine, FileDiff } from '../../../../client/index.ts'
import { pairLines } from '../../lib/pair-lines.ts'

const SIGNS = { add: '+', remove: '−', same: '', hunk: '' }

interface UnifiedLinesProps {
  file: FileDiff
  /** Which line has the form for a comment below it. */
  commented: number | null
  comment: (index: number) => ComponentChildren
  /** Null where nobody may comment. */
  onComment: ((index: number) => void) | null
}

export function UnifiedLines({ file, commented, comment, onComment }: UnifiedLinesProps) {
  return (
    <table class="diff">
      <caption class="hidden">Changes in {file.path}</caption>
      <colgroup>
        <col class="line-number" />
        <col class="line-number" />
        <col class="sign" />
        <col />
      </colgroup>
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
          <Fragment key={index}>
            <tr class={line.kind}>
              <td class="line-number">{line.before ?? ''}</td>
              <td class="line-number">{line.after ?? ''}</td>
              <td class="sign">
                {SIGNS[line.kind]}
                {onComment && line.kind !== 'hunk' && (
                  <button
                    type="button"
                    class="line-comment"
                    aria-label={`Comment on line ${line.after ?? line.before} of ${file.path}`}
                    onClick={() => onComment(index)}
                  >
                    +
                  </button>
                )}
              </td>
              <td class="text">{textOf(line)}</td>
            </tr>
            {commented === index && (
              <tr>
                <td colSpan={4}>{comment(index)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

export function SplitLines({ file }: { file: FileDiff }) {
  const rows = useMemo(() => pairLines(file.lines), [file])
  return (
    <table class="diff split">
      <caption class="hidden">Changes in {file.path}, before and after side by side</caption>
      <colgroup>
        <col class="line-number" />
        <col />
        <col class="line-number" />
        <col />
      </colgroup>
      <thead class="hidden">
        <tr>
          <th scope="col">Line before</th>
          <th scope="col">Before</th>
          <th scope="col">Line after</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) =>
          'across' in row ? (
            <tr key={index} class={row.across.kind}>
              <td class="text" colSpan={4}>
                {textOf(row.across)}
              </td>
            </tr>
          ) : (
            <tr key={index}>
              <Side line={row.before} number={row.before?.before} />
              <Side line={row.after} number={row.after?.after} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function Side({ line, number }: { line: DiffLine | null; number: number | null | undefined }) {
  const look = line?.kind ?? 'none'
  return (
    <>
      <td class={`line-number ${look}`}>{number ?? ''}</td>
      <td class={`text ${look}`}>{line?.text ?? ''}</td>
    </>
  )
}

function textOf({ kind, text }: DiffLine): string {
  return kind === 'hunk' ? `… ${text.replace(/^@@ .*? @@/, '').trim()}` : text
}
