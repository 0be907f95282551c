import type { ComponentChildren } from 'preact'
import { navigate } from '../lib/router.ts'

interface LinkProps {
  to: string
  class?: string
  current?: boolean
  children: ComponentChildren
}

/** A link within the dashboard. With a modifier key it is a link like any other: a new tab, a download. */
export function Link({ to, class: name, current = false, children }: LinkProps) {
  return (
    <a
      href={to}
      class={name}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}
