import { unescapeEntities, unescapeMarkdown } from '../../../markdown/character-references.ts'
import { Content } from '../../../markdown/content.ts'
import type { Block, LinkSpan, MarkdownPage, Range, Span } from '../../../markdown/page.ts'
import { readInline } from '../../../markdown/read-inline.ts'
import { escapeHtml, escapeVisibly } from '../html.ts'

/** Emphasis within emphasis: more is no text but an attack on whoever reads it. Its marks are shown. */
const DEPTH_MAX = 20

/** Something that was opened and has to be closed. */
interface Open {
  innerEnd: number
  end: number
  close: string
  isLink: boolean
}

/** For pages of our own, whose links and pictures are known: where each leads from where the page is shown. */
export interface OwnPage {
  link(target: string): string
  image(target: string): string
}

/** The inside of a paragraph: code, emphasis, links, line ends. Everything else is text, HTML too. */
export function renderInline(page: MarkdownPage, block: Block, own: OwnPage | null = null): string {
  // On the text of the block alone: what stands before its lines, as in a quotation, is no part of it.
  const { text } = new Content(page.text, block.pieces)
  const whole = { ...block, pieces: [{ start: 0, end: text.length }] }
  return new InlineRenderer(page, text, own).render(readInline({ ...page, text }, whole))
}

/** The target of a link that is safe to follow: on the web or on this service. Null for everything else. */
export function toSafeTarget(target: string): string | null {
  // Browsers drop line ends and tabs, and read a backslash as a slash: `java\nscript:` and `/\evil.example` would get through.
  // oxlint-disable-next-line no-control-regex -- Finding them is the point.
  if (/[\u0000-\u0020\u007F-\u009F\\]/.test(target)) return null
  if (/^https?:\/\/[^/]/i.test(target)) return target
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return null
  return target
}

class InlineRenderer {
  readonly #page: MarkdownPage
  readonly #text: string
  readonly #own: OwnPage | null
  readonly #open: Open[] = []
  #html = ''
  #at = 0

  constructor(page: MarkdownPage, text: string, own: OwnPage | null) {
    this.#page = page
    this.#text = text
    this.#own = own
  }

  render(spans: readonly Span[]): string {
    for (const span of spans) {
      // A part of something that was shown already.
      if (span.start < this.#at) continue
      this.#goTo(span.start)
      this.#render(span)
    }
    this.#goTo(this.#text.length)
    return this.#html
  }

  /** Shows the text up to an offset, and closes what ends before it. */
  #goTo(offset: number): void {
    for (let open = this.#open.at(-1); open && open.end <= offset; open = this.#open.at(-1)) {
      this.#html += this.#shown(this.#text.slice(this.#at, open.innerEnd)) + open.close
      this.#at = open.end
      this.#open.pop()
    }
    this.#html += this.#shown(this.#text.slice(this.#at, offset))
    this.#at = offset
  }

  #render(span: Span): void {
    switch (span.kind) {
      case 'escape':
        return this.#show(escapeHtml(this.#text[span.start + 1]!), span)
      case 'entity':
        return this.#show(escapeVisibly(unescapeEntities(this.#source(span))), span)
      case 'code':
        return this.#show(`<code>${escapeVisibly(codeOf(this.#source(span.inner)))}</code>`, span)
      case 'emphasis':
        return this.#begin('<em>', '</em>', span, span.inner)
      case 'strong':
        return this.#begin('<strong>', '</strong>', span, span.inner)
      case 'link':
      case 'image':
        return this.#renderLink(span)
      default:
    }
  }

  /** Our own pages are written in the usual way, where a line end is a space. */
  #shown(text: string): string {
    return this.#own ? escapeVisibly(text) : shown(text)
  }

  /** An image is shown as a link to it, unless it's ours: loading it would tell its host who reads this. */
  #renderLink(span: LinkSpan): void {
    const { form, inner } = span
    const isAddress = form === 'autolink' || form === 'bare'
    // The target of a reference is in its definition, which is not in this block.
    const source = (span.definition ? this.#page.text : this.#text).slice(span.target.start, span.target.end)
    const written = isAddress ? source : unescapeMarkdown(source)
    if (this.#own && span.kind === 'image') {
      const alternative = escapeHtml(this.#source(inner))
      return this.#show(`<img src="${escapeHtml(this.#own.image(written))}" alt="${alternative}" loading="lazy">`, span)
    }
    const target = this.#own && !isAddress ? this.#own.link(written) : written
    const safe = toSafeTarget(target)
    const isInLink = this.#open.some(({ isLink }) => isLink)
    if (isAddress) {
      if (safe === null || isInLink || !/^https?:/i.test(target)) return
      return this.#show(`${anchor(safe)}${escapeVisibly(target)}</a>`, span)
    }
    if (isInLink) return this.#begin('', '', span, inner)
    const isEmpty = this.#source(inner).trim() === ''
    // The target is shown: a reader sees what somebody wanted to be clicked.
    const close = safe === null ? ` (${escapeVisibly(target)})` : `${isEmpty ? escapeVisibly(target) : ''}</a>`
    this.#begin(safe === null ? '' : anchor(safe), close, span, inner, true)
  }

  #show(html: string, { end }: Range): void {
    this.#html += html
    this.#at = end
  }

  #begin(open: string, close: string, { end }: Range, inner: Range, isLink = false): void {
    if (this.#open.length >= DEPTH_MAX) return
    this.#html += open
    this.#at = inner.start
    this.#open.push({ innerEnd: inner.end, end, close, isLink })
  }

  #source({ start, end }: Range): string {
    return this.#text.slice(start, end)
  }
}

/** Text with its line ends. Spaces are looked for behind what is none, or a long run of them would be read anew from each one. */
export function shown(text: string): string {
  return escapeVisibly(text).replaceAll(/(?<![ \t])[ \t]*\n[ \t]*/g, '<br>\n')
}

/** One space on each side belongs to the marks: it keeps backticks of the code apart from them. */
function codeOf(source: string): string {
  const code = source.replaceAll('\n', ' ')
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
}

function anchor(target: string): string {
  return `<a href="${escapeHtml(target)}" rel="noreferrer">`
}
