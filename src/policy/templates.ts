import type { ActivePiece } from './active-html.ts'
import { NextIndex } from '../markdown/next-index.ts'

const OPENING = /\{\{|\{%|\{#(?=\s)|<%/g
const SHORTCODE = /\{\{(?=[<%](?!\/\*))/g
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['<%', '%>'],
])

/** Blocks of GitBook, which show something and run nothing; other generators know no such tags. */
const GITBOOK =
  /^\{%\s*(?:end)?(?:hint|tabs|tab|code|content-ref|embed|file|stepper|step|columns|column|updates|update|swagger|openapi|openapi-[\w-]+|raw|verbatim)(?:\s+[\w-]+(?:=(?:"[^"{}]*"|[\w.-]+))?)*\s*%\}$/

/** Longer tags are not templates, and their end is not worth looking for. */
const TAG_CHARACTERS_MAX = 10_000

/** Paths that lead out of the documentation, in the arguments of a tag. */
const OUTSIDE = /^(?:\/(?:etc|proc|sys|dev|root|home|usr|var|tmp|opt|mnt|run)\b|~|[a-z]:\\|file:|.*(?:^|[\\/])\.\.(?:[\\/]|$))/i

/**
 * The tags of template languages: Liquid, Jinja, Nunjucks, Vue, shortcodes of Hugo. A tag is known by what it does, without the
 * texts that are given to it: a note on one page may say something else than the note on another.
 *
 * @param isShortcodesOnly Hugo fills in nothing else on a page.
 */
export function* templates(text: string, isShortcodesOnly = false): Generator<ActivePiece> {
  const next = new NextIndex(text)
  const opening = new RegExp(isShortcodesOnly ? SHORTCODE : OPENING, 'g')
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const closing = CLOSING.get(found[0])!
    const end = next.of(closing, found.index + 2)
    const isWhole = end !== -1 && end - found.index < TAG_CHARACTERS_MAX
    const lineEnd = next.of('\n', found.index)
    const stop = isWhole ? end + 2 : Math.min(lineEnd === -1 ? text.length : lineEnd, found.index + TAG_CHARACTERS_MAX)
    const tag = text.slice(found.index, stop)
    opening.lastIndex = stop
    // What mdBook takes in is told by its path, see includes.ts.
    if (GITBOOK.test(tag) || /^\{\{\s*#(?:include|rustdoc_include|playground|playpen|title)\s/.test(tag)) continue
    yield { what: 'a template tag', text: signatureOf(tag) }
  }
}

function signatureOf(tag: string): string {
  let isOutside = false
  const signature = tag
    .replaceAll(/"([^"\\{}]*)"|'([^'\\{}]*)'/g, (_, double?: string, single?: string) => {
      isOutside ||= OUTSIDE.test(double ?? single ?? '')
      return '""'
    })
    .replaceAll(/\s+/g, ' ')
  return isOutside ? tag : signature
}
