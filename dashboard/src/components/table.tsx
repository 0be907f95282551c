import type { ComponentChildren } from 'preact'

export interface Column {
  name: string
  isNumber?: boolean
  /** Left out where there is little room. */
  isExtra?: boolean
  /** Left out on a phone. */
  isWide?: boolean
  /** The heading is only heard. */
  isBare?: boolean
  sort?: { isActive: boolean; onSort: () => void }
}

interface TableProps {
  caption: string
  columns: Column[]
  children: ComponentChildren
}

/** A table that scrolls by itself when the window is narrow, also by keyboard. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <div class="table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber, isExtra, isWide, isBare, sort }) => (
              <th
                key={name}
                scope="col"
                class={[isNumber && 'number', isExtra && 'extra', isWide && 'wide-only'].filter(Boolean).join(' ') || undefined}
                aria-sort={sort ? (sort.isActive ? (isNumber ? 'descending' : 'ascending') : 'none') : undefined}
              >
                {sort ? (
                  <button type="button" class="sort" onClick={sort.onSort}>
                    {name}
                    {sort.isActive && <span class={isNumber ? 'sort-mark' : 'sort-mark up'} />}
                  </button>
                ) : (
                  <span class={isBare ? 'hidden' : undefined}>{name}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface PagerProps {
  what: string
  first: number
  count: number
  hasMore: boolean
  onTurn: (direction: -1 | 1) => void
}

export function Pager({ what, first, count, hasMore, onTurn }: PagerProps) {
  if (first === 0 && !hasMore) return null
  return (
    <nav class="pager" aria-label={`More ${what}`}>
      <button type="button" class="small" disabled={first === 0} onClick={() => onTurn(-1)}>
        ‹ Previous
      </button>
      <span class="faint" aria-live="polite">
        {(first + 1).toLocaleString('en')}–{(first + count).toLocaleString('en')}
      </span>
      <button type="button" class="small" disabled={!hasMore} onClick={() => onTurn(1)}>
        Next ›
      </button>
    </nav>
  )
}
