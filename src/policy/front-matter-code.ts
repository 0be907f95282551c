import { findFrontMatter } from '../markdown/front-matter.ts'
import type { ActivePiece } from './active-html.ts'

/**
 * Where the text of a page may begin. Some generators end front matter at a line that is the mark and nothing else, some also at
 * `...`. Those with gray-matter end it at the first line that begins with the mark, and what follows it there is text; they take a
 * language behind the first mark, and a page without a second mark for nothing but front matter. `+++` is text to most.
 */
export function frontMatterEnds(text: string): { ends: Set<number>; isUnclosed: boolean } {
  const mark = /^(?:---(?!-)|\+\+\+)/.exec(text)?.[0]
  if (mark === undefined) return { ends: new Set([0]), isUnclosed: false }
  const line = `\\n${mark.replaceAll('+', '\\+')}`
  const alone = endOf(new RegExp(`${line}[ \\t]*(?=\\n|$)`), text)
  const first = endOf(new RegExp(`${line}(?:[ \\t]*(?=\\n|$))?`), text)
  const ends = new Set([findFrontMatter(text)?.end ?? 0, alone ?? 0, first ?? text.length])
  if (mark === '+++') ends.add(0)
  return { ends, isUnclosed: alone === null }
}

function endOf(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)
  return found && found.index + found[0].length
}

/** Fields by which a page chooses what is run for it. */
const MATTER_FIELD =
  /(?:^|[{,\s])["']?(layout|template|eval|eleventy[a-z]*|templateengineoverride|permalink|head|headscripts|scripts?|javascript|js|styles?|css|plugins?|hooks?|components?|engine|render|renderer|imports?|macros|jupyter|execute|exec|filters|_build|cascade|outputs?)["']?[ \t]*:(.*(?:\n(?:[ \t]+.*|- .*|$))*)/gim

/** `---js` and the like: what follows is run to get the fields. */
export function* frontMatterProgram(text: string): Generator<ActivePiece> {
  const language = /^---[ \t]*([a-z][\w-]*)[^\n]*\n/i.exec(text)?.[1]?.toLowerCase()
  if (language === undefined || ['yaml', 'yml', 'toml', 'json'].includes(language)) return
  const end = text.indexOf('\n---', 3)
  yield { what: 'front matter that is a program', text: text.slice(0, end === -1 ? undefined : end) }
}

export function* frontMatterCode(matter: string): Generator<ActivePiece> {
  if (!/^(?:---|\+\+\+)/.test(matter)) return
  const plain = matter.replaceAll(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/gi, (_, byte?: string, code?: string) =>
    String.fromCharCode(Number.parseInt(byte ?? code ?? '0', 16)),
  )
  for (const found of plain.matchAll(MATTER_FIELD))
    yield { what: `the front matter field \`${found[1]!}\``, text: `${found[1]!.toLowerCase()}:${found[2]!.trim()}` }
  yield* yamlTags(plain)
}

/** Tags by which YAML makes objects of a program instead of values. */
export function* yamlTags(text: string): Generator<ActivePiece> {
  const tags = /(?:^|[\s,[{:])(!(?:<[^>\n]{0,200}>?|![\w./:-]+|[A-Za-z][\w./:-]*))(?=[\s,\]}]|$)|^(%TAG.*)$/gm
  for (const found of text.matchAll(tags)) {
    const tag = found[1] ?? found[2]!
    if (!/^!!(?:str|int|float|bool|null|seq|map|set|binary|timestamp|omap)$/.test(tag)) yield { what: 'a YAML tag', text: tag }
  }
}
