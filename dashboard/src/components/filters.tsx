import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { query } from '../lib/router.ts'

interface FiltersProps {
  /** What is always in sight: the period. */
  first: ComponentChildren
  /** Parts of the address that the other fields set; a phone shows how many of them are in use. */
  names: readonly string[]
  /** At the end of the line. */
  last?: ComponentChildren
  children: ComponentChildren
}

/** What a page is filtered by. On a phone all but the first fields are behind one button. */
export function Filters({ first, names, last, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const used = names.filter((name) => query.value.has(name)).length
  return (
    <div class={isOpen ? 'toolbar filters open' : 'toolbar filters'}>
      {first}
      <button type="button" class="filters-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters{used > 0 && ` (${used})`}
      </button>
      <div class="filters-more">{children}</div>
      {last && <div class="push">{last}</div>}
    </div>
  )
}
