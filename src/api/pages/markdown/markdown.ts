import GithubSlugger from 'github-slugger'
import { Content } from '../../../markdown/content.ts'
import type { Block, Container, MarkdownPage } from '../../../markdown/page.ts'
import { readMarkdown } from '../../../markdown/read-page.ts'
import { Html, escapeVisibly } from '../html.ts'
import { type OwnPage, renderInline, shown } from './inline.ts'

/** Far more than what Docwright writes itself; the rest is left out with a note. */
const CHARACTERS_MAX = 100_000

/**
 * Renders a safe part of Markdown: headings, paragraphs, lists, quotes, tables, code, rules, emphasis and links.
 *
 * The text may come from a model that read somebody's pages, so nothing in it is trusted: HTML is text, images are links, and
 * what is not understood is shown as it was written.
 *
 * Headings start at the third level, below those of the page.
 */
export function renderMarkdown(text: string): Html {
  const isLong = text.length > CHARACTERS_MAX
  const note = isLong ? '<p class="faint">The rest was left out because it is too long.</p>\n' : ''
  // Behind a line end, dashes are a rule: there is no front matter here that could be hidden in it.
  const page = readMarkdown(`\n${text.slice(0, CHARACTERS_MAX)}`.replace(/\r\n?/g, '\n'), 'md')
  return new Html(new Renderer(page).render() + note)
}

/** Renders a page of our own documentation: with its own heading levels, an id for each heading, and its pictures. */
export function renderOwnMarkdown(text: string, own: OwnPage): Html {
  return new Html(new Renderer(readMarkdown(text, 'md'), own).render())
}

/** As `jobs/pull-request-body.ts` writes it. */
const FOLD_START = /^<details>\n<summary>([\w ]{1,100})<\/summary>$/

/** Walks over the blocks, opens and closes what they stand in. */
class Renderer {
  readonly #page: MarkdownPage
  readonly #own: OwnPage | null
  readonly #slugs = new GithubSlugger()
  /** What is open, from the outside in, and with which list an item began. */
  readonly #open: { container: Container; list: string }[] = []
  readonly #html: string[] = []
  /** How many folded parts are open. */
  #folds = 0

  constructor(page: MarkdownPage, own: OwnPage | null = null) {
    this.#page = page
    this.#own = own
  }

  render(): string {
    const { blocks } = this.#page
    for (let index = 0; index < blocks.length; index += 1) {
      const block = blocks[index]!
      this.#enter(block.container)
      if (block.kind === 'cell') {
        let end = index + 1
        while (blocks[end]?.kind === 'cell' && !isHeaderBehind(blocks, end)) end += 1
        this.#html.push(this.#table(blocks.slice(index, end)))
        index = end - 1
      } else this.#html.push(this.#block(block, isAlone(blocks, index)))
    }
    this.#leave(0, null)
    return this.#html.join('') + '</details>\n'.repeat(this.#folds)
  }

  #enter(container: Container | null): void {
    const path: Container[] = []
    for (let one = container; one; one = one.parent) path.unshift(one)
    let shared = 0
    while (shared < path.length && this.#open[shared]?.container === path[shared]) shared += 1
    this.#leave(shared, path[shared] ?? null)
    for (const one of path.slice(this.#open.length)) this.#begin(one)
  }

  #begin(container: Container): void {
    const source = this.#page.text.slice(container.marker.start, container.marker.end)
    if (container.kind === 'item') {
      const list = listOf(source)
      const first = Number.parseInt(source, 10)
      this.#html.push(`<${list.length === 1 ? 'ul' : `ol${first === 1 ? '' : ` start="${first}"`}`}>\n<li>`)
      this.#open.push({ container, list })
      return
    }
    if (container.kind === 'quote') this.#html.push('<blockquote>')
    if (container.kind === 'footnote') this.#html.push(`<p>${escapeVisibly(source)}</p>\n`)
    this.#open.push({ container, list: '' })
  }

  /** Closes down to a depth. When another item of the same list follows there, only the item is closed. */
  #leave(depth: number, next: Container | null): void {
    while (this.#open.length > depth) {
      const { container, list } = this.#open.pop()!
      if (container.kind === 'quote') this.#html.push('</blockquote>\n')
      if (container.kind !== 'item') continue
      const last = this.#html.pop() ?? ''
      this.#html.push(last.trimEnd(), '</li>\n')
      const isSame =
        this.#open.length === depth &&
        next?.kind === 'item' &&
        listOf(this.#page.text.slice(next.marker.start, next.marker.end)) === list
      if (!isSame) this.#html.push(list.length === 1 ? '</ul>\n' : '</ol>\n')
      else {
        this.#html.push('<li>')
        this.#open.push({ container: next, list })
        return
      }
    }
  }

  #block(block: Block, isAlone: boolean): string {
    switch (block.kind) {
      case 'heading': {
        if (this.#own) return this.#heading(block, block.level)
        const level = Math.min(Math.max(block.level + 1, 3), 6)
        return `<h${level}>${renderInline(this.#page, block)}</h${level}>\n`
      }
      case 'code':
        return `<pre tabindex="0"><code>${escapeVisibly(this.#source(block))}</code></pre>\n`
      case 'break':
        return '<hr>\n'
      case 'paragraph': {
        const text = renderInline(this.#page, block, this.#own)
        return isAlone ? `${text}\n` : `<p>${text}</p>\n`
      }
      default:
        return this.#fold(block) ?? `<p>${shown(this.#source(block))}</p>\n`
    }
  }

  #heading(block: Block, level: number): string {
    const id = this.#slugs.slug(this.#source(block).replaceAll('`', ''))
    const mark = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
    return `<h${level} id="${id}">${renderInline(this.#page, block, this.#own)}${level > 1 ? ` ${mark}` : ''}</h${level}>\n`
  }

  /** The one thing in HTML that Docwright writes itself; whatever else looks like it is text. */
  #fold({ container, start, end }: Block): string | null {
    if (container) return null
    const source = this.#page.text.slice(start, end).trim()
    const title = FOLD_START.exec(source)?.[1]
    if (title !== undefined) {
      this.#folds += 1
      return `<details><summary>${escapeVisibly(title)}</summary>\n`
    }
    if (source !== '</details>' || this.#folds === 0) return null
    this.#folds -= 1
    return '</details>\n'
  }

  #table(cells: readonly Block[]): string {
    let html = this.#own ? '<div class="scroll" tabindex="0"><table>\n' : '<table>\n'
    let line = 0
    for (const cell of cells) {
      if (cell.kind !== 'cell') continue
      if (cell.line !== line) html += line === 0 ? '<tr>' : '</tr>\n<tr>'
      line = cell.line
      const name = cell.isHeader ? 'th' : 'td'
      html += `<${name}>${renderInline(this.#page, cell, this.#own)}</${name}>`
    }
    return `${html}</tr>\n</table>${this.#own ? '</div>' : ''}\n`
  }

  #source({ pieces }: Block): string {
    return new Content(this.#page.text, pieces).text
  }
}

/** What tells one list from the next: the bullet, or what follows the number. */
function listOf(marker: string): string {
  return /^\d/.test(marker) ? `1${marker.at(-1)!}` : marker
}

/** A header in the middle of cells begins another table. */
function isHeaderBehind(blocks: readonly Block[], index: number): boolean {
  const block = blocks[index]
  const before = blocks[index - 1]
  return block?.kind === 'cell' && block.isHeader && !(before?.kind === 'cell' && before.isHeader)
}

/** A single paragraph stands in its item without the space around it. */
function isAlone(blocks: readonly Block[], index: number): boolean {
  const { container } = blocks[index]!
  return container?.kind === 'item' && blocks[index - 1]?.container !== container && !hasMoreText(blocks, index, container)
}

function hasMoreText(blocks: readonly Block[], index: number, item: Container): boolean {
  for (let next = index + 1; next < blocks.length; next += 1) {
    const { container } = blocks[next]!
    if (container === item) return true
    if (!isWithin(container, item)) return false
  }
  return false
}

function isWithin(container: Container | null, item: Container): boolean {
  for (let one = container; one; one = one.parent) if (one === item) return true
  return false
}
