/** Of GitLab and Bitbucket, the strictest; with room for a prefix that marks drafts. */
const TITLE_CHARACTERS_MAX = 240

/**
 * Characters that show as nothing, or that reorder what is shown: zero-width and bidirectional ones, tags, fillers, selectors of
 * variants. The one selector that emoji need stays.
 */
const INVISIBLE = /(?!\u{FE0F})[\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu

/** Control characters other than tab and line feed. */
// oxlint-disable-next-line no-control-regex -- Finding them is the point.
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/**
 * Makes text by an agent safe to send in somebody's name. The text may follow instructions that were planted in a repository.
 *
 * - Nothing stays hidden: invisible characters go, and HTML comments are shown as text. So are Markdown's definitions of links, which
 *   nobody sees when no link uses them.
 * - Nobody is called: a space after the `@` is the one form that no host reads as a mention. An entity or a backslash would be
 *   undone before the host looks for names, and a zero-width space would spoil names that readers copy.
 * - Nothing is done: a line that starts with a slash (`/merge`, `/assign`) is a command to GitLab.
 *
 * All of it also inside code, where the marks then show: each host finds code in its own way, so "inside" cannot be relied on.
 */
export function neutralise(text: string): string {
  return withoutHidden(text)
    .replace(/<(?=[!?])/g, '&lt;')
    .replaceAll(']:', ']\\:')
    .replace(/^([\s>*+-]*)\/(?=[a-z])/gim, '$1\\/')
}

/** One line, never empty. Titles are plain text to most hosts, so marks of Markdown would show. */
export function toTitle(text: string): string {
  const line = withoutHidden(text).replace(/\s+/g, ' ').trim()
  return shorten(line, TITLE_CHARACTERS_MAX, '…') || 'Documentation change'
}

/** @param charactersMax What the host takes; a longer body would make it refuse the whole pull request. */
export function toBody(text: string, charactersMax: number): string {
  return shorten(neutralise(text), charactersMax, '\n\n… The rest was left out because it is too long for the code host.\n')
}

/** In UTF-16 units, as the hosts count or less; without cutting a character in two. */
function shorten(text: string, max: number, ending: string): string {
  if (text.length <= max) return text
  return text.slice(0, max - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending
}

function withoutHidden(text: string): string {
  const visible = text.replace(/\r\n?/g, '\n').replace(CONTROL, '').replace(INVISIBLE, '')
  // Not after a letter or digit: that is an address for mail, which no host reads as a mention.
  return visible.replace(/(?<![A-Za-z0-9])@(?=[\p{L}\p{N}_-])/gu, '@ ')
}
