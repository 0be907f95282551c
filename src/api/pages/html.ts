/** A piece of HTML that is safe to send: everything that was put into it is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | Part[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * Characters that change the order in which others are shown. A change can hide behind them, so they are shown by their numbers;
 * everything else looks the way it is.
 */
const REORDERING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const SPECIAL = /[&<>"']/g
const SPECIAL_OR_REORDERING = /[&<>"'\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

export function escapeHtml(text: string): string {
  return text.replace(SPECIAL, (character) => ESCAPES[character]!)
}

/** Text that somebody else wrote and that readers decide by: a name, a line of a file. */
export function escapeVisibly(text: string): string {
  if (!SPECIAL_OR_REORDERING.test(text)) return text
  return escapeHtml(text).replace(
    REORDERING,
    (character) => `<span class="odd">U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}</span>`,
  )
}

/** The same, as a part of a template. */
export function visible(text: string): Html {
  return new Html(escapeVisibly(text))
}

function toText(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(toText).join('')
  if (part === null || part === undefined || part === false) return ''
  return escapeHtml(String(part))
}

/** Template for HTML: text is escaped, `Html` is not. There is no way to put raw text in. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + toText(parts[index - 1]) + string))
}
