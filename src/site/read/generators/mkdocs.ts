import { isMap, isPair, isScalar, isSeq } from 'yaml'
import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import type { TextRange } from '../page-facts.ts'
import { readYaml } from '../read-yaml.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'

/** Plug-ins that write pages during the build, or that take them from elsewhere. */
const GENERATING_PLUGINS = [
  'gen-files',
  'monorepo',
  'multirepo',
  'mkdoxy',
  'api-autonav',
  'mkdocs-jupyter',
  'external-files',
  'blog',
]

/** A navigation of several thousand pages has less. YAML takes seconds to read for each megabyte. */
const CHARACTERS_MAX = 256 * 1024

/** Reads `mkdocs.yml`: the folder of the pages, `nav`, and the redirects plug-in. */
export function readMkdocs(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!/^mkdocs\.ya?ml$/.test(nameOf(path))) continue
    if (text.length > CHARACTERS_MAX) continue
    const { contents } = readYaml(text, { isLenient: true })
    const folder = joinPath(folderOf(path), scalarText(field(contents, 'docs_dir')) ?? 'docs')
    if (folder === null) continue
    const root: SiteRoot = { generator: 'mkdocs', folder: folderOf(path) }
    settings.roots.push(root)
    settings.mounts.push({ prefix: '', folder, isCertain: false, root })
    const prefix = sitePrefix(scalarText(field(contents, 'site_url')))
    if (prefix !== '') settings.mounts.push({ prefix, folder, isCertain: true, root })
    settings.slugStyle = 'loose'
    const rangeOf = lineRanges(text)
    const navigation = field(contents, 'nav')
    for (const entry of scalarsIn(navigation)) {
      if (isExternal(entry.value) || /[*]|^\.\.\.|^!/.test(entry.value)) continue
      settings.navigation.push({ target: entry.value, kind: 'path', folder, path, at: rangeOf(...entry.range) })
    }
    readPlugins(field(contents, 'plugins'), path, folder, rangeOf, settings)
  }
  return settings
}

function readPlugins(
  plugins: unknown,
  path: string,
  folder: string,
  rangeOf: (start: number, end: number) => TextRange,
  settings: SiteSettings,
): void {
  const names = isSeq(plugins) ? plugins.items : [plugins]
  for (const item of names) {
    const pairs = isMap(item) ? item.items : []
    const found = [...(isScalar(item) ? [String(item.value)] : []), ...pairs.map((pair) => scalarText(pair.key) ?? '')]
    if (found.some((name) => GENERATING_PLUGINS.includes(name))) settings.generated.push(folder)
    if (found.includes('blog')) settings.generated.push(joinPath(folder, 'blog')!)
    const maps = field(field(item, 'redirects'), 'redirect_maps')
    if (!isMap(maps)) continue
    for (const pair of maps.items) {
      const from = scalarsIn(pair.key)[0]
      const to = scalarsIn(pair.value)[0]
      if (!from || !to) continue
      const ranges = { at: rangeOf(...from.range), toAt: rangeOf(...to.range) }
      settings.redirects.push({ from: from.value, to: to.value, path, ...ranges, folder })
    }
  }
}

function field(node: unknown, key: string): unknown {
  return isMap(node) ? node.items.find((pair) => scalarText(pair.key) === key)?.value : undefined
}

function scalarText(node: unknown): string | undefined {
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined
}

/** The texts of a node, where keys of maps are titles and do not count. */
function scalarsIn(node: unknown): { value: string; range: [number, number] }[] {
  if (isSeq(node)) return node.items.flatMap(scalarsIn)
  if (isMap(node)) return node.items.flatMap((pair) => (isPair(pair) ? scalarsIn(pair.value) : []))
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return []
  const isQuoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
  const start = node.range[0] + (isQuoted ? 1 : 0)
  return [{ value: node.value, range: [start, node.range[1] - (isQuoted ? 1 : 0)] }]
}

function sitePrefix(url: string | undefined): string {
  return url === undefined ? '' : (joinPath(url.replace(/^[a-z]+:\/\/[^/]*/i, '')) ?? '')
}
