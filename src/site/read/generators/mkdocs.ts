import { isMap, isScalar, isSeq } from 'yaml'
import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import type { TextRange } from '../page-facts.ts'
import { readYaml } from '../read-yaml.ts'
import { isExternal } from '../site-path.ts'
import { yamlFault } from './config-faults.ts'
import { yamlScalars } from './yaml-scalars.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'

/** Plug-ins that write pages during the build, or that take them from elsewhere. */
const GENERATING_PLUGINS = ['gen-files', 'monorepo', 'multirepo', 'mkdoxy', 'api-autonav', 'mkdocs-jupyter', 'external-files']

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
    const root = rootOf(contents, folderOf(path))
    settings.roots.push(root)
    settings.mounts.push({ prefix: '', folder, isCertain: false, root })
    const prefix = sitePrefix(scalarText(field(contents, 'site_url')))
    if (prefix !== '') settings.mounts.push({ prefix, folder, isCertain: true, root })
    settings.slugStyle = 'loose'
    const rangeOf = lineRanges(text)
    const fault = yamlFault(path, text)
    if (fault) settings.faults.push(fault)
    const theme = field(contents, 'theme')
    const custom = scalarText(field(theme, 'custom_dir'))
    const folders = [folder, ...(custom === undefined ? [] : [joinPath(folderOf(path), custom) ?? folder])]
    for (const node of [field(theme, 'favicon'), field(theme, 'logo'), field(contents, 'extra_css')])
      for (const { value, range } of yamlScalars(node))
        if (!isExternal(value) && /\.\w+$/.test(value))
          settings.assets.push({ target: value, folders, path, at: rangeOf(...range) })
    const navigation = field(contents, 'nav')
    for (const entry of yamlScalars(navigation)) {
      if (isExternal(entry.value) || /[*]|^\.\.\.|^!/.test(entry.value)) continue
      settings.navigation.push({ target: entry.value, kind: 'path', folder, path, at: rangeOf(...entry.range) })
    }
    readPlugins(field(contents, 'plugins'), path, folder, rangeOf, settings)
  }
  return settings
}

function rootOf(contents: unknown, folder: string): SiteRoot {
  const bases = snippetOptions(contents).flatMap((options) => yamlScalars(field(options, 'base_path')))
  return {
    generator: 'mkdocs',
    folder,
    includeFolders: bases.flatMap(({ value }) => joinPath(folder, value.replace('!relative', '')) ?? []),
    hasHooks: field(contents, 'hooks') !== undefined,
  }
}

function snippetOptions(contents: unknown): unknown[] {
  const extensions = field(contents, 'markdown_extensions')
  return isSeq(extensions) ? extensions.items.map((item) => field(item, 'pymdownx.snippets')) : []
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
    // Lists of posts; the posts themselves are files.
    if (found.some((name) => /(?:^|\/)blog$/.test(name)))
      for (const name of ['archive', 'author', 'category', 'page', 'tag'])
        settings.generated.push(joinPath(folder, 'blog', name)!)
    const maps = field(field(item, 'redirects'), 'redirect_maps')
    if (!isMap(maps)) continue
    for (const pair of maps.items) {
      const from = yamlScalars(pair.key)[0]
      const to = yamlScalars(pair.value)[0]
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

function sitePrefix(url: string | undefined): string {
  return url === undefined ? '' : (joinPath(url.replace(/^[a-z]+:\/\/[^/]*/i, '')) ?? '')
}
