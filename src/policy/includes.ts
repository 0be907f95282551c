import { joinPath } from '../lib/repository-path.ts'
import type { ActivePiece } from './active-html.ts'
import type { LiveText } from './live-text.ts'
import type { PageDialect } from './path-kind.ts'
import type { SiteTraits } from './site-traits.ts'

/** Ways to take in another file, where they are read among the text of a page. */
const MARKDOWN = [
  /^[ \t>]*<<<[ \t]*(\S+)/gm,
  /<!--[ \t]*@include:[ \t]*([^\s>]+)/g,
  /\[!INCLUDE[ \t]*\[[^\]\n]{0,500}\][ \t]*\(<?([^)\s>]+)/gi,
  /^[ \t]*@(?:include|import)\(?[ \t]*["']?([^"')\s]+)/gm,
  /^[ \t]*:{3,}[ \t]*\{?(?:include|literalinclude)\}?[ \t]+(\S+)/gm,
]
// MkDocs and mdBook look for these before anything reads the page, so also in fenced blocks.
const SNIPPET = [
  /-{1,3}8<-{1,3}[ \t]+["']([^"'\n]+)["']/g,
  /^[ \t]*;?-{1,3}8<-{1,3}[ \t]*\n((?:.*\n){1,50}?)[ \t]*-{1,3}8<-{1,3}/gm,
  /\{!([^!\n]{1,500})!\}/g,
]
const MDBOOK = [/\{\{[ \t]*#(?:include|rustdoc_include|playground|playpen|template)[ \t]+([^}\s]+)/g]
const DIRECTIVE_FENCE = /^\{(?:include|literalinclude)\}[ \t]+(\S+)/
const ASCIIDOC = /^[ \t]*include::([^[\n]+)\[/gm

/** Directives of reStructuredText that take in files. */
const RST_FILE =
  /^[ \t]*(?:[-*|][ \t]+)?\.\. (?:\|[^|\n]*\| )?(include|literalinclude|csv-table|figure|image|graphviz|download|mdinclude|highlightlang)::[ \t]*(\S*)/gim
/** Directives of reStructuredText that show something and run nothing. What is none of these is code. */
const RST_SHOWN =
  /^(?:include|literalinclude|csv-table|figure|image|note|tip|hint|warning|caution|danger|important|attention|error|seealso|admonition|todo|versionadded|versionchanged|version-added|deprecated|code|code-block|sourcecode|highlight|list-table|table|math|toctree|glossary|epigraph|highlights|pull-quote|compound|sidebar|topic|rubric|contents|container|parsed-literal|centered|hlist|index|only|tabs|tab|group-tab|code-tab|tab-set|tab-item|dropdown|card|grid|grid-item|grid-item-card|button-link|button-ref|replace|unicode|date|meta|class|role|default-role|title|sectnum|section-numbering|target-notes|footnotes|productionlist|option|program|envvar|confval|describe|object|module|py:[\w-]+|c:[\w-]+|cpp:[\w-]+|js:[\w-]+|rst:[\w-]+|std:[\w-]+|http:[\w-]+|function|class|method|attribute|data|exception|currentmodule|tabularcolumns|acks|codeauthor|sectionauthor|moduleauthor|mermaid|youtube|video|vimeo)$/i

/** Takes in files by any means that a generator has. Those that stay below the root and lead nowhere else are ordinary. */
export function* includes(
  folder: string,
  text: string,
  dialect: PageDialect,
  site: SiteTraits,
  live: LiveText | null,
): Generator<ActivePiece> {
  if (dialect === 'adoc') yield* filesIn(folder, text, [ASCIIDOC])
  if (dialect === 'rst' || dialect === 'text') yield* directives(folder, withoutLiterals(text))
  if (dialect !== 'md' || !live) return
  for (const one of live.texts) {
    yield* filesIn(folder, one, MARKDOWN)
    yield* filesIn(folder, one, SNIPPET)
    yield* filesIn(folder, one, MDBOOK)
  }
  if (site.hasMkdocs) yield* filesIn(folder, text, SNIPPET)
  if (site.hasMdbook) yield* filesIn(folder, text, MDBOOK)
  for (const info of live.infos) {
    const file = DIRECTIVE_FENCE.exec(info)?.[1]
    if (file !== undefined) yield* fileCode(folder, file)
  }
}

function* filesIn(folder: string, text: string, patterns: readonly RegExp[]): Generator<ActivePiece> {
  for (const pattern of patterns)
    for (const found of text.matchAll(pattern)) for (const file of found[1]!.split('\n')) yield* fileCode(folder, file)
}

function* fileCode(folder: string, file: string): Generator<ActivePiece> {
  const path = file.trim().replace(/^["']|["']$/g, '')
  if (path !== '' && !isInside(folder, path)) yield { what: `an include of ${path.slice(0, 200)}`, text: `include ${path}` }
}

/** The root of the site may be written as `@/` or `/`; places of the machine and of other hosts are not below it. */
function isInside(folder: string, path: string): boolean {
  // Behind the path may stand lines, a region or attributes of what is taken in.
  const bare = path.replace(/^@(?:site)?\//, '').replace(/(?:#[\w-]*|:[\w:,-]*|\[[^\]]*\]?|\{[\d,\s-]*\})+$/, '')
  if (
    /^[a-z]:[\\/]|^(?:file|data|https?|ftp|git|javascript):|:\/\/|^\/\/|^~|\\|^\/(?:etc|proc|sys|dev|root|home|usr|var|tmp|opt|mnt|run)\b/i.test(
      path,
    )
  )
    return false
  if (bare.includes('{')) return false
  // Some generators start at the page and some at the root; neither may be left.
  return (
    joinPath(path.startsWith('/') || path.startsWith('@') ? '' : folder, bare) !== null && !/(?:^|\/)\.(?!\.?\/)[^/]/.test(bare)
  )
}

function* directives(folder: string, text: string): Generator<ActivePiece> {
  for (const found of text.matchAll(RST_FILE)) yield* fileCode(folder, found[2]!)
  for (const found of text.matchAll(/^[ \t]*:(?:file|url|script|template|stylesheet)s?:[ \t]*(\S+)/gim))
    yield* fileCode(folder, found[1]!)
  for (const found of text.matchAll(/^[ \t]*(?:[-*][ \t]+)?\.\. (?:\|[^|\n]*\| )?([\w:.+-]+)::(?=\s|$)(.*)$/gm))
    if (!RST_SHOWN.test(found[1]!)) yield { what: `the directive \`${found[1]!}\``, text: found[0].trim() }
  for (const found of text.matchAll(/:(?:raw[\w-]*|eval|exec)[\w-]*:`[^`]*`/gi)) yield { what: 'a raw role', text: found[0] }
}

/** Literal blocks of reStructuredText: what is indented below a paragraph that ends in `::`, or below a directive for code. */
function withoutLiterals(text: string): string {
  let literalIndent: number | null = null
  return text
    .split('\n')
    .map((line) => {
      if (/^[ \t]*$/.test(line)) return line
      const indent = /^[ \t]*/.exec(line)![0].replaceAll('\t', '        ').length
      if (literalIndent !== null && indent > literalIndent) return ''
      literalIndent = null
      const isDirective = /^[ \t]*\.\. (?:code|code-block|sourcecode|parsed-literal|prompt)::/.test(line)
      const isParagraph = /::[ \t]*$/.test(line) && !/^[ \t]*(?:\.\.|:|\||\+|=)/.test(line)
      if (isDirective || isParagraph) literalIndent = indent
      return line
    })
    .join('\n')
}
