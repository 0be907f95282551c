import { isBelow, joinPath } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { rewriteRoute } from './vitepress-rewrites.ts'

const CONFIG = /(?:^|\/)\.vitepress\/config\.(?:[cm]?[jt]s)$/
const CONFIG_FOLDER = /(?:^|\/)\.vitepress\/config\/[\w.-]+\.(?:[cm]?[jt]s)$/
const ADDITIONAL = /\bdefineAdditionalConfig\b/

/** Reads what is in `.vitepress`, and the configuration that further folders add: where pages are, their links in side bars, locales. */
export function readVitepress(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  const roots = new Set([...files.texts.keys()].filter((path) => CONFIG.test(path) || CONFIG_FOLDER.test(path)).map(rootFolder))
  for (const folder of roots) readRoot(files, { generator: 'vitepress', folder }, settings)
  return settings
}

function rootFolder(path: string): string {
  return path.replace(/(?:^|\/)\.vitepress\/.*$/, '')
}

function readRoot(files: SiteFiles, root: SiteRoot, settings: SiteSettings): void {
  const hidden = joinPath(root.folder, '.vitepress')!
  const own = [...files.texts]
    .filter(([path]) => isBelow(path, hidden))
    .map(([path, text]) => ({ path, text, tree: readLiterals(text) }))
  const source = firstOf(own, 'srcDir')
  const folder = joinPath(root.folder, source?.value ?? '')
  if (folder === null) return
  settings.roots.push(root)
  settings.slugStyle = 'loose'
  const rewrites = own.flatMap(({ tree }) => fieldsIn(tree, 'rewrites'))
  const route = rewriteRoute(rewrites)
  const shared = { root, isCertain: route !== null, ...(route ? { route } : {}) }
  const base = joinPath(firstOf(own, 'base', isSiteBase)?.value ?? '') ?? ''
  for (const prefix of base === '' ? [''] : ['', base]) {
    settings.mounts.push({ ...shared, prefix, folder })
    settings.mounts.push({ root, isCertain: route !== null, prefix, folder: joinPath(folder, 'public')! })
  }
  for (const locale of localesIn(own.map(({ tree }) => tree)))
    if (files.folders.has(joinPath(folder, locale)!))
      settings.mounts.push({ root, isCertain: route !== null, prefix: locale, folder: joinPath(folder, locale)!, locale })
  for (const { path, text, tree } of own) {
    addLinks(path, text, tree, folder, settings)
    addAssets(path, text, tree, joinPath(folder, 'public')!, settings)
  }
  for (const [path, text] of files.texts) {
    if (!isBelow(path, folder) || !ADDITIONAL.test(text) || isBelow(path, hidden)) continue
    addLinks(path, text, readLiterals(text), folder, settings)
  }
}

/** The logo, and the icons among what goes into the head of each page. */
function addAssets(path: string, text: string, tree: Literal, folder: string, settings: SiteSettings): void {
  const rangeOf = lineRanges(text)
  for (const { object, names } of allObjects(tree)) {
    const isIcon = /icon/.test(textOf(fieldOf(object, 'rel'))?.value ?? '')
    const isLogo = names.at(-1) === 'logo'
    for (const { key, value } of object.entries) {
      const isFile = (isIcon && key === 'href') || (isLogo && ['src', 'light', 'dark'].includes(key)) || key === 'logo'
      if (!isFile || value.kind !== 'text' || !value.value.startsWith('/')) continue
      settings.assets.push({ target: value.value, folders: [folder], path, at: rangeOf(value.start, value.end) })
    }
  }
}

interface ReadConfig {
  tree: Literal
}

/** A side bar has a `base`, too, beside its items. */
function isSiteBase(object: Literal): boolean {
  return !fieldOf(object, 'items') && !fieldOf(object, 'link')
}

function firstOf(
  configs: readonly ReadConfig[],
  key: string,
  accepts: (object: Literal) => boolean = () => true,
): Extract<Literal, { kind: 'text' }> | undefined {
  for (const { tree } of configs) {
    for (const { object } of allObjects(tree)) {
      const found = fieldOf(object, key)
      if (found?.kind === 'text' && accepts(object)) return found
    }
  }
  return undefined
}

function fieldsIn(tree: Literal, key: string): Literal[] {
  return allObjects(tree).flatMap(({ object }) => fieldOf(object, key) ?? [])
}

function localesIn(trees: readonly Literal[]): string[] {
  const found = trees.flatMap((tree) => fieldsIn(tree, 'locales'))
  const names = found.flatMap((locales) => (locales.kind === 'object' ? locales.entries.map(({ key }) => key) : []))
  return [...new Set(names)].filter((name) => /^[\w-]+$/.test(name) && name !== 'root')
}

/** A link of a side bar is written below the `base` of what is around it, or of the call that makes it. */
function addLinks(path: string, text: string, tree: Literal, folder: string, settings: SiteSettings): void {
  const rangeOf = lineRanges(text)
  const calls = basesOfCalls(tree)
  const nameAt = declarations(text)
  const walk = (literal: Literal, base: string | null): void => {
    if (literal.kind === 'text') return
    if (literal.kind !== 'object') return literal.items.forEach((item) => walk(item, base))
    const own = fieldOf(literal, 'base')
    const hasItems = fieldOf(literal, 'items') !== undefined || fieldOf(literal, 'link') !== undefined
    const inner = own?.kind === 'text' && hasItems ? own.value : base
    const link = fieldOf(literal, 'link')
    // A link that is computed is not known.
    if (link?.kind === 'text' && !isExternal(link.value)) {
      for (const before of inner === null ? (calls.get(nameAt(link.start)) ?? ['']) : [inner]) {
        if (!(before + link.value).startsWith('/')) continue
        const entry = { target: link.value, kind: 'route' as const, folder, path, at: rangeOf(link.start, link.end) }
        settings.navigation.push(before === '' ? entry : { ...entry, base: before, quote: text[link.start - 1]! })
      }
    }
    for (const { value } of literal.entries) walk(value, inner)
  }
  walk(tree, null)
}

/** `{ base: '/guide/', items: sidebarGuide() }`: the bases of what a function returns, by its name. */
function basesOfCalls(tree: Literal): Map<string, string[]> {
  const bases = new Map<string, string[]>()
  for (const { object } of allObjects(tree)) {
    const base = fieldOf(object, 'base')
    const items = fieldOf(object, 'items')
    const name = items?.kind === 'opaque' ? /^(\w+)\s*(?:\(|$)/.exec(items.source)?.[1] : undefined
    if (base?.kind === 'text' && name !== undefined) bases.set(name, [...(bases.get(name) ?? []), base.value])
  }
  return bases
}

/** Tells in which function or variable of a module a place is. */
function declarations(text: string): (offset: number) => string {
  const found = [...text.matchAll(/\b(?:function|const|let|var)\s+(\w+)/g)].map((match) => ({ at: match.index, name: match[1]! }))
  return (offset) => found.findLast(({ at }) => at <= offset)?.name ?? ''
}
