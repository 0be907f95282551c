import type { ModuleIds } from './page-facts.ts'
import { importedPaths, isOwnComponent } from './page-needs.ts'
import { resolveNeed } from './resolve-need.ts'
import type { Site } from './site.ts'
import { isPagePath } from './site-path.ts'

/** A larger module is a bundle. */
const CHARACTERS_MAX = 200_000

/** Components of components of components. */
const ROUNDS_MAX = 4
const MODULES_MAX = 1_000

/** Headings, ids that are computed, text that comes from elsewhere, and the components that packages make headings with. */
const MAKES_IDS =
  /<h[1-6]\b|<Heading\b|\bid=\{|:id=|\bv-html\b|\bset:html\b|dangerouslySetInnerHTML|createElement\(|\bHeading\b|\bid:\s*[^'"\s]|\{\.\.\./

const DATA = /\.(?:json|ya?ml|csv)['"]|\bfetch\(|\bglob\b|getCollection|usePluginData|virtual:|\buseData\b/

/** Reads the components that pages of a site import, so that an anchor is unknown only where one of them could make it. */
export async function readModules(
  site: Site,
  read: (paths: readonly string[], take: (path: string, content: Buffer) => void) => Promise<void>,
): Promise<Map<string, ModuleIds>> {
  const found = new Map<string, ModuleIds>()
  const imports = new Map<string, string[]>()
  let wanted = new Set(
    [...site.pages].flatMap(([path, { needs }]) => needs.filter(isOwnComponent).flatMap((need) => pathsOf(site, path, need))),
  )
  for (let round = 0; round < ROUNDS_MAX && wanted.size > 0; round += 1) {
    const next = new Set<string>()
    await read([...wanted].slice(0, MODULES_MAX), (path, content) => {
      const text = content.toString('utf8')
      if (text.length > CHARACTERS_MAX) return
      const needs = importedPaths(text, 1)
      const own = needs.filter(isOwnComponent).flatMap((need) => pathsOf(site, path, need))
      const isKnown = own.length === needs.filter(isOwnComponent).length && !needs.some(({ target }) => isPagePath(target))
      const hasData = !isKnown || DATA.test(text)
      found.set(path, { ids: idsIn(text), isComplete: isKnown && !MAKES_IDS.test(text), hasData })
      imports.set(path, own)
      for (const module of own) if (!found.has(module)) next.add(module)
    })
    wanted = new Set([...next].filter((path) => !found.has(path)))
  }
  return new Map([...found.keys()].map((path) => [path, withImports(path, found, imports)]))
}

function pathsOf(site: Site, from: string, need: Parameters<typeof resolveNeed>[2]): string[] {
  const module = resolveNeed(site, from, need)
  return typeof module === 'string' ? [] : [module.path]
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/\bid(?:=|:\s*)["']([^"'\n]{1,200})["']/g)].map((match) => match[1]!)
}

function withImports(
  path: string,
  known: ReadonlyMap<string, ModuleIds>,
  imports: ReadonlyMap<string, readonly string[]>,
): ModuleIds {
  const seen = new Set([path])
  for (const module of seen) for (const other of imports.get(module) ?? []) seen.add(other)
  const all = [...seen].map((module) => known.get(module))
  return {
    ids: all.flatMap((module) => module?.ids ?? []),
    isComplete: all.every((module) => module?.isComplete === true),
    hasData: all.some((module) => module?.hasData !== false),
  }
}
