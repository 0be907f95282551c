import { type ComponentChildren, Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import type { DiffLine, FileDiff } from '../../../../client/index.ts'
import { pairLines } from '../../lib/pair-lines.ts'
import { findWordChange } from '../../lib/word-change.ts'

const SIGNS = { add: '+', remove: '−', same: '', hunk: '' }

interface UnifiedLinesProps {
  file: FileDiff
  /** Which line has the form for a comment below it. */
  commented: number | null
  comment: (index: number) => ComponentChildren
  /** Null where no one can comment. */
  onComment: ((index: number) => void) | null
}

export function UnifiedLines({ file, commented, comment, onComment }: UnifiedLinesProps) {
  const partners = useMemo(() => toPartners(file), [file])
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
              <td class="text">
                <Text line={line} partner={partners.get(line)} />
              </td>
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
              <Side line={row.before} partner={row.after} number={row.before?.before} />
              <Side line={row.after} partner={row.before} number={row.after?.after} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

interface SideProps {
  line: DiffLine | null
  /** What stands beside it. */
  partner: DiffLine | null
  number: number | null | undefined
}

function Side({ line, partner, number }: SideProps) {
  const look = line?.kind ?? 'none'
  return (
    <>
      <td class={`line-number ${look}`}>{number ?? ''}</td>
      <td class={`text ${look}`}>{line && <Text line={line} partner={partner} />}</td>
    </>
  )
}

/** Each changed line with the one that it became, or was. */
function toPartners(file: FileDiff): ReadonlyMap<DiffLine, DiffLine> {
  const partners = new Map<DiffLine, DiffLine>()
  for (const row of pairLines(file.lines)) {
    if ('across' in row || !row.before || !row.after || row.before === row.after) continue
    partners.set(row.before, row.after)
    partners.set(row.after, row.before)
  }
  return partners
}

/** A line with the words marked that changed. */
function Text({ line, partner }: { line: DiffLine; partner: DiffLine | null | undefined }) {
  if (!partner || partner === line || (line.kind !== 'add' && line.kind !== 'remove')) return <>{textOf(line)}</>
  const isAdded = line.kind === 'add'
  const change = isAdded ? findWordChange(partner.text, line.text) : findWordChange(line.text, partner.text)
  if (!change) return <>{line.text}</>
  const marked = isAdded ? change.added : change.removed
  return (
    <>
      {change.head}
      {marked && <mark>{marked}</mark>}
      {change.tail}
    </>
  )
}

function textOf({ kind, text }: DiffLine): string {
  return kind === 'hunk' ? `… ${text.replace(/^@@ .*? @@/, '').trim()}` : text
}
