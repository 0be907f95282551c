import { findFrontMatter } from './front-matter.ts'
import { normaliseLabel } from './links.ts'
import type { Definition, Dialect, Flavour, MarkdownPage } from './page.ts'
import { BlockReader } from './read-blocks.ts'

/**
 * Reads a page of Markdown or MDX: its blocks, with the exact place of each. It never throws, and takes time in proportion to the
 * page, whatever that holds. `readInline` reads what stands within a block.
 */
export function readMarkdown(text: string, dialect: Dialect, flavour: Flavour = 'generators'): MarkdownPage {
  const frontMatter = flavour === 'generators' ? findFrontMatter(text) : null
  const reader = new BlockReader(text, dialect, flavour)
  const lineStarts: number[] = []
  const bodyStart = frontMatter ? frontMatter.end + 1 : text.startsWith('\uFEFF') ? 1 : 0
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const next = newline === -1 ? text.length + 1 : newline + 1
    lineStarts.push(start)
    // The end of the last line begins no other one.
    if (next > bodyStart && start < text.length) {
      const end = newline === -1 ? text.length : newline
      reader.readLine(Math.max(start, bodyStart), end > start && text[end - 1] === '\r' ? end - 1 : end, lineStarts.length)
    }
    start = next
  }
  const blocks = reader.finish()
  const definitions = new Map<string, Definition>()
  for (const block of blocks) {
    if (block.kind !== 'definition') continue
    const label = normaliseLabel(block.label)
    if (!definitions.has(label)) definitions.set(label, block)
  }
  const matter = frontMatter && { start: 0, end: frontMatter.end }
  return { text, dialect, flavour, frontMatter: matter, blocks, definitions, lineStarts }
}
