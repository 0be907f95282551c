import type { ComponentChildren } from 'preact'
import { problemText } from '../lib/problem-text.ts'
import type { Answer } from '../lib/use-request.ts'

export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error === null || error === undefined) return null
  return (
    <div class="notice bad" role="alert">
      <span>{problemText(error)}</span>
      {onRetry && (
        <button type="button" class="small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}

/** Grey bars where rows will be: the page has its shape before it has its content. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">Loading…</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  )
}

interface LoadedProps<Result> {
  answer: Answer<Result>
  rows?: number
  children: (data: Result) => ComponentChildren
}

/** What a request came to: bars while it is new, the problem when it failed, else the content, dimmed while it is renewed. */
export function Loaded<Result>({ answer, rows, children }: LoadedProps<Result>) {
  if (answer.problem) return <Problem error={answer.problem} onRetry={() => void answer.reload()} />
  if (answer.data === null) return <Skeleton rows={rows} />
  return (
    <div class={answer.isLoading ? 'stale' : undefined} aria-busy={answer.isLoading}>
      {children(answer.data)}
    </div>
  )
}
