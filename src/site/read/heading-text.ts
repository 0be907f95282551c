import { unescapeEntities } from './unescape.ts'

/** `{#id}` of Pandoc, VitePress and Docusaurus, `{: #id }` of kramdown, `{ #id .class }` of MkDocs, `[#id]` of Fumadocs. */
const EXPLICIT_ID =
  /[ \t]*(?:\\?\{:?[ \t]*#([^\s{}]+)(?:[ \t][^{}]*)?\}|\{\/\*[ \t]*#([^\s*]+)[ \t]*\*\/\}|<!--[ \t]*#([^\s]+)[ \t]*-->|\[#([^\s[\]]+)\])[ \t]*$/

const ESCAPED = /\\([!-/:-@[-`{-~])/g
const LINK_TAIL = /\]\((?:<[^<>\n]*>|(?:\\.|[^\s()\\]|\((?:\\.|[^()\\])*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/g

/** Splits an explicit id from the end of a heading. */
export function splitExplicitId(heading: string): { text: string; id: string | null } {
  const found = EXPLICIT_ID.exec(heading)
  if (!found) return { text: heading, id: null }
  return { text: heading.slice(0, found.index), id: found[1] ?? found[2] ?? found[3] ?? found[4]! }
}

/** The text of a heading as a reader sees it: no code marks, emphasis, tags or targets. Renderers make slugs from this. */
export function plainText(heading: string): string {
  // Code spans keep everything inside them, so they are cut out first.
  const pieces = heading.split(/(`+)(?!`)([^]*?[^`])\1(?!`)/)
  let text = ''
  for (let index = 0; index < pieces.length; index += 3) {
    text += plainProse(pieces[index]!)
    const code = pieces[index + 2]
    if (code !== undefined) text += protect(/^ .* $/.test(code) ? code.slice(1, -1) : code)
  }
  // Runs of spaces stay: each gives a dash in a slug.
  return restore(stripEmphasis(text))
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

/** Escaped characters and code move to the private use area while emphasis is stripped, so that none of it looks like markup. */
const PRIVATE = 0xe000

function protect(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (mark) => String.fromCharCode(PRIVATE + mark.charCodeAt(0)))
}

function restore(text: string): string {
  return text.replace(/[\uE021-\uE07E]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - PRIVATE))
}

function plainProse(prose: string): string {
  const withoutEscapes = prose.replace(ESCAPED, (_, mark: string) => protect(mark))
  return unescapeEntities(
    withoutEscapes
      .replace(/<!--[^]*?-->|\{\/\*[^]*?\*\/\}/g, '')
      .replace(/<((?:https?|mailto):[^\s<>]+)>/g, '$1')
      .replace(/<\/?[A-Za-z][^<>]*>/g, '')
      .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, '')
      .replace(LINK_TAIL, ']')
      .replace(/\[([^[\]]*)\](?:\[[^[\]]*\])?/g, '$1'),
  )
}

function stripEmphasis(text: string): string {
  return text
    .replace(/(\*{1,3}|~~)(?=\S)([^]*?\S)\1/g, '$2')
    .replace(/(\*{1,2})(?=\S)([^]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^]*?[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
}
