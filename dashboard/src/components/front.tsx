import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

/** A page before the door: one small form in the middle. */
export function Front({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Docwright`
  }, [title])
  return (
    <main class="front">
      <p class="brand">
        <span class="mark" aria-hidden="true" />
        Docwright
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </main>
  )
}
