/** A piece of HTML that is safe to send: everything that was put into it is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | Part[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function toText(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(toText).join('')
  if (part === null || part === undefined || part === false) return ''
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!)
}

/** Template for HTML: text is escaped, `Html` is not. There is no way to put raw text in. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + toText(parts[index - 1]) + string))
}
