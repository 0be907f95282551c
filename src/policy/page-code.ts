import { folderOf, joinPath } from '../lib/repository-path.ts'
import { type ActivePiece, activeHtml, activeTag, decodeEntities } from './active-html.ts'
import { frontMatterCode, frontMatterEnds, frontMatterProgram } from './front-matter-code.ts'
import { includes } from './includes.ts'
import { readLiteral, skipSpace, textsIn } from './literal.ts'
import { type LiveText, type Script, liveText } from './live-text.ts'
import type { PageDialect } from './path-kind.ts'
import { isRunnableAddress } from './redirect-target.ts'
import { moduleEnd } from '../markdown/mdx-starts.ts'
import { closeBracket } from '../markdown/script-scan.ts'
import type { SiteTraits } from './site-traits.ts'
import { templates } from './templates.ts'

/** A piece of a page that is run, with what may make it an ordinary one. */
export interface PagePiece extends ActivePiece {
  /** The file that an import takes in, as it is written, when that is all it does. */
  imported?: string
}

/** Everything on a page that a generator, a server or a browser runs or obeys, and that is not written out as plain data. */
export function* pageCode(path: string, page: string, dialect: PageDialect, site: SiteTraits): Generator<PagePiece> {
  const text = page.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '')
  if (dialect === 'md' || dialect === 'mdx') yield* markdownCode(folderOf(path), text, dialect === 'mdx', site)
  else {
    yield* activeHtml(text)
    yield* addresses(text)
    yield* includes(folderOf(path), text, dialect, site, null)
    if (dialect !== 'adoc') yield* templates(text)
    yield* frontMatterProgram(text)
    if (dialect === 'html') yield* frontMatterCode(text.slice(0, Math.max(...frontMatterEnds(text).ends)))
  }
}

function* markdownCode(folder: string, text: string, isMdx: boolean, site: SiteTraits): Generator<PagePiece> {
  const { ends, isUnclosed } = frontMatterEnds(text)
  const matter = text.slice(0, Math.max(...ends))
  yield* frontMatterProgram(text)
  yield* frontMatterCode(matter)
  yield* activeHtml(matter)
  if (!isMdx) yield* templates(matter)
  // remark looks for the end on all lines, and when there is none, it has read them as if they stood in no list or quotation.
  if (isUnclosed) yield { what: 'front matter without an end', text: 'front matter without an end' }
  for (const end of ends) {
    const body = text.slice(end)
    yield* bodyCode(folder, body, isMdx, site)
    if (body.includes('mdx-code-block')) yield* bodyCode(folder, unwrap(unwrap(body, '```'), '````'), isMdx, site)
  }
}

/** Docusaurus takes these fences away before anything reads the page, so that other tools show what it runs. */
function unwrap(body: string, mark: string): string {
  let isInside = false
  const lines = body.split('\n').map((line) => {
    const [, ticks, name] = /^ *(`+) *(mdx-code-block)?$/.exec(line) ?? []
    if (ticks !== mark || isInside === (name !== undefined)) return line
    isInside = !isInside
    return ''
  })
  return lines.join('\n')
}

function* textCode(folder: string, text: string, isScript: boolean): Generator<PagePiece> {
  yield* activeHtml(text, isScript)
  yield* addresses(text)
  if (isScript) yield* scripts(folder, text)
}

function* bodyCode(folder: string, body: string, isMdx: boolean, site: SiteTraits): Generator<PagePiece> {
  const isScript = isMdx || site.hasMdxInMarkdown
  const dialect = isMdx ? 'mdx' : site.hasMdxInMarkdown ? 'both' : 'md'
  const live = liveText(body, { dialect, python: site.hasMkdocs ? (site.hasSuperfences ? 'nested' : 'usual') : null })
  for (const text of live.texts) yield* textCode(folder, text, isScript)
  for (const address of live.addresses) yield* addressCode(address)
  for (const script of live.scripts) yield* exactScripts(folder, script)
  yield* includes(folder, body, 'md', site, live)
  yield* fenceCode(live)
  if (isMdx) return
  const texts = site.templatesInFences === 'all' ? [body] : site.hasVue ? live.withInlineCode() : live.texts
  for (const text of texts) yield* templates(text)
  if (site.templatesInFences === 'shortcodes') yield* templates(body, true)
}

/**
 * Addresses that are programs, where Markdown, reStructuredText and AsciiDoc have links. Each run of spaces begins behind a sign of its
 * own: two that could share one run would try every way to do so.
 */
const ADDRESS_PLACE =
  /(?:\]\(|\]:|<|link:|url:|^\.\. _[^:\n]{1,200}:)[ \t]*(?:\n[ \t]*)?(?:<[ \t]*)?["'`]?([^\s)>"'`<\]]{4,2000})/gim

function* addresses(text: string): Generator<PagePiece> {
  for (const found of text.matchAll(ADDRESS_PLACE)) yield* addressCode(decodeEntities(found[1]!).replaceAll('\\', ''))
}

function* addressCode(address: string): Generator<PagePiece> {
  if (isRunnableAddress(address)) yield { what: 'a link that runs a program', text: `link ${address}` }
}

/** Names of directives in braces that show something and run nothing. */
const SHOWN_DIRECTIVE =
  /^\{(?:note|tip|hint|warning|caution|danger|important|attention|error|seealso|admonition|todo|versionadded|versionchanged|deprecated|code|code-block|sourcecode|figure|image|list-table|table|csv-table|math|mermaid|dropdown|card|grid|grid-item|grid-item-card|tab-set|tab-item|tabs|tab|toctree|glossary|epigraph|sidebar|margin|topic|rubric|contents|container|details|button|parsed-literal|literal|include|literalinclude)\}/

/** Fenced blocks that a build runs: cells of notebooks, directives that take in files, samples that run at the reader's. */
function* fenceCode({ infos }: LiveText): Generator<PagePiece> {
  for (const info of infos) {
    const isDirective = /^\{[\w.:-]+/.test(info) && !SHOWN_DIRECTIVE.test(info)
    const isRun =
      /(?:^|[\s{,.])(?:live|exec(?:=|\b)|eval(?:=|\b)|run(?:=|\b)|jsx-live|dataviewjs)|-vue(?:\b|$)|^\S*\bfile=|^\{\{|^(?:\w+ )?<<</i.test(
        info,
      )
    if (isDirective || isRun) yield { what: 'a code block that the build runs', text: `fence ${info}` }
  }
}

/** What MDX runs, at the exact places where it does. */
function* exactScripts(folder: string, { modules, text, tags }: Script): Generator<PagePiece> {
  for (const module of modules) yield* moduleCode(folder, module)
  for (const tag of tags) yield* activeTag(tag)
  yield* expressions(text, [])
}

/** The same, wherever anything looks like it: modules, and expressions that are more than data. */
function* scripts(folder: string, text: string): Generator<PagePiece> {
  let lineStart = 0
  let moduleUntil = 0
  const modules: [number, number][] = []
  for (const line of text.split('\n')) {
    if (lineStart >= moduleUntil && /^(?:import|export)(?:[\s{*"'/]|$)/.test(line) && isModule(text, lineStart)) {
      moduleUntil = moduleEnd(text, lineStart)
      modules.push([lineStart, moduleUntil])
      yield* moduleCode(folder, text.slice(lineStart, moduleUntil))
    }
    lineStart += line.length + 1
  }
  yield* expressions(text, modules)
}

/** A sentence may begin with these words: two others follow the first, or one that no module has there. */
const SENTENCE =
  /(?:import\s+[\w'-]+(?:[.:;!?)]|,?\s+(?!from\b)[\w"'(-])|export\s+(?!(?:const|let|var|function|async|class|default|type|interface|enum)\b)[\w'-])/y

function isModule(text: string, start: number): boolean {
  SENTENCE.lastIndex = start
  return !SENTENCE.test(text)
}

const IMPORT = /\s*import\s+(?:([\w$]+)\s+from\s+)?(["'])([^"'\n\\]+)\2[ \t]*;?[ \t]*(?=\n|$)/y
const ANY_IMPORT = /\s*(import\s+(?:[\w$*{][^;"'`()]{0,600}?\s*from\s*)?(["'])([^"'\n\\]+)\2)[ \t]*;?[ \t]*(?=\n|$)/y

function* moduleCode(folder: string, source: string): Generator<PagePiece> {
  let at = 0
  const end = source.trimEnd().length
  while (at < end) {
    IMPORT.lastIndex = at
    const plain = IMPORT.exec(source)
    ANY_IMPORT.lastIndex = at
    const any = ANY_IMPORT.exec(source)
    if (!any) {
      yield { what: 'a module', text: source.slice(at).trim() }
      return
    }
    const file = any[3]!
    // What is imported counts, not how the way there is written: a page that moves has to write it anew.
    const target = /^\.{1,2}\//.test(file) ? (joinPath(folder, file) ?? file) : file
    yield {
      what: `the import of ${file}`,
      text: `${any[1]!.slice(0, -file.length - 2).replaceAll(/\s+/g, ' ')}"${target}"`,
      ...(plain ? { imported: file } : {}),
    }
    at += any[0].length
  }
}

/** So many braces of a page may have no end; the lines of the next ones count as code as they are. */
const MISSES_MAX = 100
const EXPRESSION_CHARACTERS_MAX = 20_000

function* expressions(text: string, modules: readonly [number, number][]): Generator<PagePiece> {
  let misses = 0
  let module = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at)) {
    while (module < modules.length && modules[module]![1] <= at) module += 1
    if (module < modules.length && modules[module]![0] <= at) {
      at = modules[module]![1]
      continue
    }
    if (isEscaped(text, at)) {
      at += 1
      continue
    }
    const limit = Math.min(text.length, at + EXPRESSION_CHARACTERS_MAX)
    const end = misses > MISSES_MAX ? null : closeBracket(text, at, limit)
    if (end === null) {
      misses += 1
      const lineEnd = text.indexOf('\n', at)
      const next = lineEnd === -1 ? text.length : lineEnd
      yield { what: 'an expression', text: text.slice(at, Math.min(next, at + EXPRESSION_CHARACTERS_MAX)).trim() }
      at = next
      continue
    }
    const source = text.slice(at + 1, end - 1)
    if (!isData(source)) yield { what: 'an expression', text: `{${source.trim()}}` }
    at = end
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** True for a comment, or for a value that is written out and holds neither programs nor markup that runs. */
function isData(source: string): boolean {
  const start = skipSpace(source, 0)
  if (start === null) return false
  if (start >= source.length) return true
  const literal = readLiteral(source, start, { hasTemplates: true })
  if (!literal || skipSpace(source, literal.end) !== source.length) return false
  for (const { text } of textsIn(literal.value)) {
    if (isRunnableAddress(text) || !activeHtml(text).next().done) return false
    if (/^(?:__html|dangerouslysetinnerhtml|srcdoc)$/i.test(text)) return false
  }
  return true
}
