import type { CodeFence, PageFacts, PageNeed } from './page-facts.ts'

/** How generators take files into pages. What stands in the first group is a path, perhaps with lines or a region behind it. */
const INCLUDES = [
  // VitePress
  /^[ \t]*<<<[ \t]+([^\s{[]{1,500})/,
  /<!--[ \t]*@include:[ \t]*([^\s{<>]{1,500}?)[ \t]*(?:\{[^}]*\})?[ \t]*-->/,
  // MkDocs, with `;` before what is only shown
  /^[ \t]*-{1,10}8<-{1,10}[ \t]+["']([^"'\n]{1,500})["']/,
  // mdBook, with a backslash before what is only shown
  /(?:^|[^\\])\{\{[ \t]*#(?:include|playground|playpen|rustdoc_include|template)[ \t]+([^\s}]{1,500})/,
  // MyST
  /^[ \t]*(?:`{3,}|:{3,})\{(?:include|literalinclude)\}[ \t]+(\S{1,500})/,
]

/** `require('./picture.png')` in an attribute of MDX. */
const REQUIRE = /\brequire\(\s*(['"])((?:\.{1,2}\/|@site\/)[^'"\n]{1,500})\1\s*\)/g

const NEEDS_MAX = 2_000

/** The files that a build reads for a page besides the page itself. Modules come with `importedPaths`. */
export function includedFiles(text: string, isMdx: boolean, fences: readonly CodeFence[]): PageNeed[] {
  // Most pages have none of them.
  if (!/<<<|@include:|8<|\{\{|include\}|require\(/.test(text)) return []
  const needs: PageNeed[] = []
  // Code is where mdBook and MkDocs take files in, and where a VitePress page only shows how it is done.
  const code = new Set<number>()
  for (const { line, endLine } of fences) for (let at = line + 1; at < (endLine ?? line); at += 1) code.add(at)
  for (const [index, line] of text.split('\n').entries()) {
    if (needs.length >= NEEDS_MAX) break
    for (const [place, pattern] of INCLUDES.entries()) {
      if (place < 2 && code.has(index + 1)) continue
      const target = pattern.exec(line)?.[1]
      if (target !== undefined) needs.push({ kind: 'include', target: withoutLines(target), line: index + 1 })
    }
    if (!isMdx || code.has(index + 1)) continue
    for (const found of line.matchAll(REQUIRE)) needs.push({ kind: 'module', target: found[2]!, line: index + 1 })
  }
  return needs
}

/** `file.rs:3:7`, `file.ts#region`, `file.md:section`: the file alone. */
function withoutLines(target: string): string {
  return target.replace(/#.*$/, '').replace(/(\.\w+):.*$/, '$1')
}

/** The `import`s of a module block, with the line of each. */
export function importedPaths(module: string, line: number): PageNeed[] {
  return [...module.matchAll(/^[ \t]{0,20}import\s(?:[^'"]{0,2000}?\sfrom\s{0,9})?['"]([^'"\n]+)['"]/gm)].map((found) => ({
    kind: 'module',
    target: found[1]!.replace(/^.*!/, '').replace(/\?.*$/, ''),
    line: line + module.slice(0, found.index).split('\n').length - 1,
  }))
}

/** A component of the site itself may make headings. Those of packages, and pictures and styles, do not. */
export function isOwnComponent({ kind, target }: PageNeed): boolean {
  if (kind !== 'module' || !/^(?:\.{1,2}\/|\/|@site\/|@\/|~\/|@components\/|@snippets\/)/.test(target)) return false
  return !/\.(?:mdx?|markdown|css|scss|json|ya?ml|svg|png|jpe?g|gif|webp|avif|ico|mp4|webm|pdf|txt)$/i.test(target)
}

/** The pages below a page of MyST: `guide/start`, or `Title <guide/start>`. Options stand between colons. */
export function toctreeEntries(text: string, fences: readonly CodeFence[]): PageFacts['toctree'] {
  const lines = text.split('\n')
  return fences.flatMap(({ line, endLine }) => {
    if (!/^\s*(?:`{3,}|~{3,}|:{3,})\{toctree\}/.test(lines[line - 1] ?? '')) return []
    return lines.slice(line, (endLine ?? lines.length + 1) - 1).flatMap((entry, index) => {
      const found = /^(\s*)(?:[^<\n]{0,300}<)?([^\s<>:][^<>\n]{0,500}?)>?\s*$/.exec(entry)
      if (!found?.[2] || /^\s*:[\w-]+:/.test(entry) || found[2] === 'self') return []
      const start = entry.lastIndexOf(found[2])
      return [{ target: found[2], at: { line: line + index + 1, start, end: start + found[2].length } }]
    })
  })
}
