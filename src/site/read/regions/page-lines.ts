import type { Dialect } from './region.ts'

/** What a line belongs to, before anyone looks inside it. `text` lines are the ones that inline rules apply to. */
type LineKind = 'front-matter' | 'fence' | 'code' | 'comment' | 'import' | 'blank' | 'text'

export interface PageLine {
  kind: LineKind
  /** Without the line ending. */
  text: string
  start: number
  /** Where the next line starts. */
  end: number
}

/** A line that opens a fenced block, also in a quotation or a list. */
const FENCE_OPEN = /^(?<lead>[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(?<mark>`{3,}|~{3,})(?<info>.*)$/u

/** Elements whose content is code to a reader or to the browser. */
const RAW_OPEN = /^\s*<(?<name>pre|script|style|textarea)\b/iu

const LIST_ITEM = /^(?<lead>\s*)(?:[-*+]|\d{1,9}[.)])(?<gap>\s+|$)/u

const ESM = /^(?:import|export)\b/u

/** Cuts a page into lines and says what each one is. Every character belongs to exactly one line. */
export function readPageLines(page: string, dialect: Dialect): PageLine[] {
  const reader = new LineReader(dialect)
  let start = 0
  const lines: PageLine[] = []
  while (start < page.length) {
    const newline = page.indexOf('\n', start)
    const end = newline < 0 ? page.length : newline + 1
    const text = page.slice(start, newline < 0 ? end : newline).replace(/\r$/u, '')
    lines.push({ kind: 'text', text, start, end })
    start = end
  }
  const matter = frontMatterLineCount(lines)
  for (const [index, line] of lines.entries()) {
    line.kind = index < matter ? 'front-matter' : reader.kindOf(line.text)
  }
  return lines
}

/** Front matter counts only at the very start, and only when it is closed. */
function frontMatterLineCount(lines: PageLine[]): number {
  const mark = lines[0]?.text.trimEnd()
  if (mark !== '---' && mark !== '+++') return 0
  const close = lines.findIndex(
    ({ text }, index) => index > 0 && (text.trimEnd() === mark || (mark === '---' && text.trimEnd() === '...')),
  )
  return close + 1
}

/** Walks down a page and remembers which block is open. */
class LineReader {
  readonly #dialect: Dialect
  #fence: { mark: string; isQuoted: boolean } | null = null
  /** The text that ends the open comment or raw element. */
  #closer: { kind: 'comment' | 'code'; pattern: RegExp } | null = null
  #isImport = false
  #wasBlank = true
  #wasIndentedCode = false
  /** The column at which the text of the innermost list item starts; 0 outside lists. */
  #itemColumn = 0

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  kindOf(text: string): LineKind {
    const kind = this.#continued(text) ?? this.#opened(text)
    this.#wasBlank = kind === 'blank'
    return kind
  }

  #continued(text: string): LineKind | null {
    if (this.#fence) {
      if (this.#fence.isQuoted && !/^\s*>/u.test(text)) this.#fence = null
      else {
        const bare = text.replace(/^[\s>]*/u, '').trimEnd()
        const isClose = bare.startsWith(this.#fence.mark) && bare === (this.#fence.mark[0] ?? '').repeat(bare.length)
        if (!isClose) return 'code'
        this.#fence = null
        return 'fence'
      }
    }
    if (this.#closer) {
      const { kind, pattern } = this.#closer
      if (pattern.test(text)) this.#closer = null
      return kind
    }
    if (text.trim() === '') {
      this.#isImport = false
      return 'blank'
    }
    return this.#isImport ? 'import' : null
  }

  #opened(text: string): LineKind {
    const fence = FENCE_OPEN.exec(text)?.groups
    if (fence && !(fence['mark']?.startsWith('`') && fence['info']?.includes('`'))) {
      this.#fence = { mark: fence['mark'] ?? '', isQuoted: (fence['lead'] ?? '').includes('>') }
      return 'fence'
    }
    if (this.#dialect === 'mdx' && this.#wasBlank && ESM.test(text)) {
      this.#isImport = true
      return 'import'
    }
    const raw = this.#openedRaw(text)
    if (raw) return raw
    return this.#isIndentedCode(text) ? 'code' : 'text'
  }

  #openedRaw(text: string): LineKind | null {
    const raw = RAW_OPEN.exec(text)?.groups?.['name']
    if (raw) {
      const pattern = new RegExp(`</${raw}\\s*>`, 'iu')
      if (!pattern.test(text)) this.#closer = { kind: 'code', pattern }
      return 'code'
    }
    const comment = /^\s*(?:<!--|\{\/\*)/u.exec(text)
    if (!comment) return null
    const isHtml = comment[0].trim() === '<!--'
    const close = isHtml ? text.indexOf('-->') : text.indexOf('*/}')
    if (close < 0) this.#closer = { kind: 'comment', pattern: isHtml ? /-->/u : /\*\/\}/u }
    // Text may follow a comment on its line; the inline rules find the comment then.
    return close < 0 || text.slice(close + 3).trim() === '' ? 'comment' : null
  }

  /** Four columns more than the surrounding list item's text, after a blank line. */
  #isIndentedCode(text: string): boolean {
    const indent = columnsOf(/^\s*/u.exec(text)?.[0] ?? '')
    const canStart = this.#wasBlank || this.#wasIndentedCode
    if (this.#dialect === 'md' && canStart && indent >= this.#itemColumn + 4) {
      this.#wasIndentedCode = true
      return true
    }
    this.#wasIndentedCode = false
    const item = LIST_ITEM.exec(text)
    if (item) this.#itemColumn = columnsOf(item[0].trimEnd() === item[0] ? `${item[0]} ` : item[0])
    else if (this.#wasBlank && indent < this.#itemColumn) this.#itemColumn = indent === 0 ? 0 : indent
    return false
  }
}

function columnsOf(lead: string): number {
  let columns = 0
  for (const character of lead) columns += character === '\t' ? 4 - (columns % 4) : 1
  return columns
}
