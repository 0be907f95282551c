import {
  type CertainCode,
  type Fence,
  columnsOf,
  endsFence,
  fenceContent,
  isBlank,
  openFence,
  staysInList,
} from './careful-fences.ts'

/** What Python-Markdown takes for fences: `usual` ones alone, or `nested` ones with the extension that most themes come with. */
export type PythonFences = 'usual' | 'nested'

/**
 * What may follow the mark of a fence for Python-Markdown, and for the extension: a language, attributes in braces, and the options that
 * each of them knows. Both take anything else for text.
 */
const INFO: Record<PythonFences, RegExp> = {
  usual: /^[ \t]*(?:\{[^{}]*\}|\.?[\w#.+-]*[ \t]*(?:hl_lines=(?:"[^"]*"|'[^']*'))?[ \t]*)$/,
  nested:
    /^(?:[ \t]*\.?[\w#.+-]+(?![^ \t]))?(?:[ \t]*\{[ \t.#\w-]*\}|(?:[ \t]+(?:(?:hl_lines|linenums)="\d[\d -]*"|title="[^"]*"))*)[ \t]*$/,
}

const MARKS = /`{3}|~{3}/
/** What begins HTML in a line, and goes on to its own end. Elements without content have none. */
const ELEMENT = /^[ \t>]*<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)(!--|[a-z][\w-]*)/i

/**
 * Code as Python-Markdown has it, which reads pages by patterns: MkDocs stands on it. Fences come first, whatever stands around them,
 * and HTML goes on to its end tag over blank lines, or to the end of the page.
 *
 * @returns Null for a page with marks of fences that it may take for anything: then none of the page's code is certain.
 */
export function pythonCode(page: string, kind: PythonFences): CertainCode | null {
  const code: CertainCode = { fences: [], html: [] }
  const element = new OpenElement()
  let fence: (Fence & { hasBlank: boolean }) | null = null
  let isInList = false
  /** Such lines are code, and the extension gives fences back that stand in one block with them. */
  let isBelowIndented = false
  let start = 0
  for (const line of page.split('\n')) {
    const end = start + line.length
    if (fence) {
      const content = fenceContent(line, fence)
      if (content === null) return null
      fence.hasBlank ||= isBlank(line)
      if (endsFence(content, fence)) {
        if (!isShown(fence, kind)) return null
        code.fences.push({ start: fence.start, end })
        fence = null
      }
    } else {
      isInList = staysInList(line, isInList)
      const opened = openFence(line, start, isInList)
      if (opened ? !INFO[kind].test(opened.info) || (isBelowIndented && opened.width < 4) : MARKS.test(line)) return null
      if (opened) fence = { ...opened, hasBlank: false }
      else if (element.add(line)) code.html.push({ start, end })
      isBelowIndented = isBlank(line) && start > 0 ? false : isBelowIndented || columnsOf(/^[ \t]*/.exec(line)![0]) >= 4
    }
    start = end + 1
  }
  return fence ? null : code
}

function isShown({ mark, quotes, width, isBehindMarker, hasBlank }: Fence & { hasBlank: boolean }, kind: PythonFences): boolean {
  // Behind the marker of a list, and anywhere but at the left without the extension, it is code within a paragraph at best.
  if (isBehindMarker) return false
  return kind === 'nested' || (quotes === 0 && (width === 0 || (width >= 4 && !hasBlank && mark.startsWith('`'))))
}

/** HTML that goes on to the end of the element that it began with. */
class OpenElement {
  #tags: RegExp | null = null
  #depth = 0

  /** True for a line that belongs to it. */
  add(line: string): boolean {
    if (!this.#tags) {
      const name = ELEMENT.exec(line)?.[1]
      if (name === undefined) return false
      this.#tags = name === '!--' ? /<!--|-->/g : new RegExp(`</?${name}(?![\\w-])`, 'gi')
      this.#depth = 0
    }
    for (const [tag] of line.matchAll(this.#tags)) this.#depth += tag === '-->' || tag.startsWith('</') ? -1 : 1
    if (this.#depth <= 0) this.#tags = null
    return true
  }
}
