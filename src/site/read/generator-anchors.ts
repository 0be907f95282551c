import { slug as slugOf } from 'github-slugger'
import type { Dialect } from '../../markdown/page.ts'
import type { CodeFence, PageAnchor, PageHeading } from './page-facts.ts'

/** `[^1]: …`, whose ids are `fn:1` in Python's Markdown and `fn-1` in GitHub's. */
const FOOTNOTE = /^[ \t]{0,12}\[\^([^\]\s]{1,100})\]:/
const FOOTNOTE_USE = /\[\^([^\]\s]{1,100})\](?!:)/g

/** `{ #id .class }`, `{: #id }` and `{ id="id" }` behind anything: a heading, a paragraph, a link, a picture. */
const ATTRIBUTES = /\{:?([^{}\n]{1,300})\}/g
const ATTRIBUTE_ID = /(?:^|[ \t])(?:#([^\s"'=]{1,200})|id=(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"']{1,200})))(?=[ \t]|$)/

/** Content tabs of MkDocs, with the id of the heading above them before their own where the site wants it so. */
const TAB = /^[ \t]{0,12}===[+!]?[ \t]+"([^"]{1,300})"/

const COMMENT = /<!--([^>]{1,300})-->/g

/** A page with more is generated, and its ids are no one's concern. */
const ANCHORS_MAX = 5_000

interface ReadPage {
  text: string
  dialect: Dialect
  headings: readonly PageHeading[]
  fences: readonly CodeFence[]
}

/** Ids that generators make from what is no heading, and words in comments, from which the hooks of a site may make some. */
export function generatorAnchors({ text, dialect, headings, fences }: ReadPage): { anchors: PageAnchor[]; marks: string[] } {
  // Most pages have none of them.
  if (!(dialect === 'mdx' ? /\[\^/ : /\[\^|\{|===|<!--/).test(text)) return { anchors: [], marks: [] }
  const anchors: PageAnchor[] = []
  const marks = new Set<string>()
  const code = new Set<number>()
  for (const { line, endLine } of fences) for (let at = line + 1; at < (endLine ?? line); at += 1) code.add(at)
  let heading = 0
  for (const [index, source] of text.split('\n').entries()) {
    const line = index + 1
    if (anchors.length > ANCHORS_MAX) break
    while (headings[heading + 1] && headings[heading + 1]!.line <= line) heading += 1
    if (code.has(line)) continue
    const add = (...ids: string[]) => ids.forEach((id) => anchors.push({ id, line, source: 'component' }))
    const footnote = FOOTNOTE.exec(source)?.[1]
    if (footnote !== undefined) add(`fn:${footnote}`, `fn-${footnote}`)
    for (const [, name] of source.matchAll(FOOTNOTE_USE)) add(`fnref:${name}`, `fnref-${name}`)
    if (dialect === 'mdx') continue
    for (const [, inner = ''] of source.matchAll(ATTRIBUTES)) {
      const [, mark, double, single, bare] = ATTRIBUTE_ID.exec(inner.trim()) ?? []
      const id = mark ?? double ?? single ?? bare
      if (id !== undefined) anchors.push({ id, line, source: 'explicit' })
    }
    // Icons are written as `:octicons-image-16:`.
    const tab = TAB.exec(source)?.[1]?.replace(/:[\w-]+:\s*/g, '')
    if (tab !== undefined) add(slugOf(tab), `${headings[heading]?.slug ?? ''}-${slugOf(tab)}`)
    for (const [, inner = ''] of source.matchAll(COMMENT))
      for (const word of inner.split(/[\s"']+/)) if (word.length > 2) marks.add(word)
  }
  return { anchors, marks: [...marks].slice(0, ANCHORS_MAX) }
}
