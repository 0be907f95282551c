import { scanPage } from '../../read/scan-page.ts'
import { splitFrontMatter } from '../front-matter/front-matter-fields.ts'
import type { EditableSite } from '../editable-site.ts'
import type { Outcome } from '../outcome.ts'
import { deletePageAt } from './delete-page.ts'
import { moveImports } from './relink.ts'

/** Appends a page to another one as a section of its own; links, the navigation and a redirect lead there. */
export function mergePages(site: EditableSite, from: string, into: string): Outcome {
  const facts = site.facts(from)
  const { body } = splitFrontMatter(moveImports(site.text(from), from, into))
  const { imports, text } = withoutImports(body)
  const bodyFacts = scanPage(from, text)
  const first = bodyFacts.headings.find(({ level }) => level === 1)
  const title = facts.title ?? first?.text ?? from
  const lines = text.split('\n')
  const deeper = first ? 1 : bodyFacts.headings.some(({ level }) => level === 2) ? 1 : 0
  for (const { level, line, isNested } of bodyFacts.headings) {
    if (isNested || !/^\s{0,3}#/u.test(lines[line - 1] ?? '')) continue
    lines[line - 1] = (lines[line - 1] ?? '').replace(/#+/u, '#'.repeat(Math.min(6, level + deeper)))
  }
  const section = [...(first ? [] : [`## ${title}`, '']), ...lines].join('\n').trim()
  const host = site.text(into)
  const missing = imports.filter((line) => !host.includes(line))
  site.write(into, `${withImports(host, missing).trimEnd()}\n\n${section}\n`)
  const outcome = deletePageAt(site, from, into)
  outcome.changes.unshift({ path: into, what: `\`${from}\` appended as the section "${title}"` })
  outcome.notes.push('The text was appended as it was: please read the page once as a whole.')
  return outcome
}

function withoutImports(body: string): { imports: string[]; text: string } {
  const imports = body.match(/^import\s.+$/gmu) ?? []
  return { imports, text: body.replaceAll(/^import\s.+\n?/gmu, '').trim() }
}

function withImports(page: string, imports: readonly string[]): string {
  if (imports.length === 0) return page
  const { matter, body } = splitFrontMatter(page)
  const head = matter === null ? '' : page.slice(0, page.length - body.length)
  return `${head}${head === '' ? '' : '\n'}${imports.join('\n')}\n${body.startsWith('\n') ? '' : '\n'}${body}`
}
