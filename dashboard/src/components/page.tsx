import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface PageProps {
  title: string
  /** Stands on the tab when the heading is too long for it. */
  tab?: string
  /** The way back. */
  above?: ComponentChildren
  actions?: ComponentChildren
  lead?: ComponentChildren
  children: ComponentChildren
}

export function Page({ title, tab = title, above, actions, lead, children }: PageProps) {
  useEffect(() => {
    document.title = `${tab} · Docwright`
  }, [tab])
  return (
    <>
      {above && (
        <nav class="above" aria-label="Way back">
          {above}
        </nav>
      )}
      <header class="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {lead && <div class="lead">{lead}</div>}
      {children}
    </>
  )
}

interface SectionProps {
  id?: string
  title: string
  actions?: ComponentChildren
  children: ComponentChildren
}

export function Section({ id, title, actions, children }: SectionProps) {
  return (
    <section id={id}>
      <div class="section-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
