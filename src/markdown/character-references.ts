import { decodeHTMLStrict } from 'entities'

/** Resolves character references such as `&amp;`. An unknown name stays as it is. */
export function unescapeEntities(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

/** Resolves backslash escapes and character references, as CommonMark does in targets. */
export function unescapeMarkdown(text: string): string {
  if (!text.includes('\\')) return unescapeEntities(text)
  // An escaped `&` begins no reference.
  return text
    .split(/(\\[!-/:-@[-`{-~])/)
    .map((piece, index) => (index % 2 === 1 ? piece.slice(1) : unescapeEntities(piece)))
    .join('')
}
