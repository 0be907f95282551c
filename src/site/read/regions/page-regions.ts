import { frontMatterTextRanges } from './front-matter-text.ts'
import { inlineRegions, normalizeLabel } from './inline-regions.ts'
import { type PageLine, readPageLines } from './page-lines.ts'
import type { Dialect, Region, RegionKind } from './region.ts'

/** A definition such as `[label]: target "title"`. */
const DEFINITION = /^ {0,3}(?:>\s*)*\[(?<label>(?:[^\]\\]|\\.)+)\]:\s*\S/u

/** A line that starts a block of its own: no inline construct reaches over it. */
const BLOCK_START = /^\s*(?:#{1,6}(?:\s|$)|>|[-*+]\s|\d{1,9}[.)]\s|\|)/u

const LINE_REGION: Partial<Record<PageLine['kind'], RegionKind>> = {
  fence: 'code-block',
  code: 'code-block',
  comment: 'comment',
  import: 'import',
}

/** Cuts a page into regions that cover it without a gap, so that prose can be told from everything else. */
export function readPageRegions(page: string, dialect: Dialect): Region[] {
  const lines = readPageLines(page, dialect)
  const labels = definedLabels(lines)
  const found: Region[] = frontMatterRegions(page, lines)
  let block: PageLine[] = []
  const endBlock = () => {
    const first = block[0]
    const last = block.at(-1)
    // One by one: a call takes only so many arguments, and a page may have more regions.
    if (first && last) for (const region of inlineRegions(page, first.start, last.end, dialect, labels)) found.push(region)
    block = []
  }
  for (const line of lines) {
    const kind = LINE_REGION[line.kind]
    if (line.kind !== 'text' || BLOCK_START.test(line.text)) endBlock()
    if (kind) found.push({ kind, start: line.start, end: line.end })
    else if (line.kind === 'text' && DEFINITION.test(line.text)) {
      endBlock()
      found.push({ kind: 'link-target', start: line.start, end: line.end })
    } else if (line.kind === 'text') block.push(line)
  }
  endBlock()
  return fillWithProse(found, page.length)
}

function definedLabels(lines: PageLine[]): Set<string> {
  const labels = lines.flatMap((line) => (line.kind === 'text' ? [DEFINITION.exec(line.text)?.groups?.['label']] : []))
  return new Set(labels.filter((label) => label !== undefined).map(normalizeLabel))
}

function frontMatterRegions(page: string, lines: PageLine[]): Region[] {
  const matter = lines.filter((line) => line.kind === 'front-matter')
  const end = matter.at(-1)?.end
  if (end === undefined) return []
  const texts = frontMatterTextRanges(page.slice(0, end))
  const regions: Region[] = []
  let position = 0
  for (const { start, end: textEnd } of texts) {
    if (start > position) regions.push({ kind: 'front-matter', start: position, end: start })
    regions.push({ kind: 'front-matter-text', start, end: textEnd })
    position = textEnd
  }
  regions.push({ kind: 'front-matter', start: position, end })
  return regions
}

function fillWithProse(found: Region[], length: number): Region[] {
  const regions: Region[] = []
  let position = 0
  for (const region of found) {
    if (region.start > position) regions.push({ kind: 'prose', start: position, end: region.start })
    regions.push(region)
    position = region.end
  }
  if (position < length) regions.push({ kind: 'prose', start: position, end: length })
  return regions
}
