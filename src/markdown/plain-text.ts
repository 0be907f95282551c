import { unescapeEntities } from './character-references.ts'
import type { Definition, Range, Span } from './page.ts'
import { readSpans } from './read-inline.ts'

/** A text as its readers see it: no marks, tags, targets or pictures. Renderers make the anchors of headings from this. */
export function plainText(text: string, definitions: ReadonlyMap<string, Definition> = new Map()): string {
  // Templates, expressions and the like show something that is not known here, so they stay.
  const spans = readSpans(text, 'md', definitions).filter(({ kind }) => PLAIN.has(kind))
  return plain(text, { spans, next: 0 }, { start: 0, end: text.length })
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

const PLAIN: ReadonlySet<Span['kind']> = new Set([
  'code',
  'link',
  'image',
  'tag',
  'comment',
  'emphasis',
  'strong',
  'strike',
  'escape',
  'entity',
])

/** Spans in their order, and how far they were read. */
interface Queue {
  spans: readonly Span[]
  next: number
}

function plain(text: string, queue: Queue, { start, end }: Range): string {
  let shown = ''
  let at = start
  for (let span = queue.spans[queue.next]; span && span.start < end; span = queue.spans[queue.next]) {
    queue.next += 1
    // What stands in something that is not shown is not shown either.
    if (span.start < at) continue
    shown += text.slice(at, span.start) + plainSpan(text, queue, span)
    at = span.end
  }
  return shown + text.slice(at, end)
}

function plainSpan(text: string, queue: Queue, span: Span): string {
  switch (span.kind) {
    case 'code': {
      const code = text.slice(span.inner.start, span.inner.end)
      return /^ .* $/.test(code) ? code.slice(1, -1) : code
    }
    case 'escape':
      return text[span.start + 1]!
    case 'entity':
      return unescapeEntities(text.slice(span.start, span.end))
    case 'link':
    case 'emphasis':
    case 'strong':
    case 'strike':
      return plain(text, queue, span.inner)
    default:
      return ''
  }
}
