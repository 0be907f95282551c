import { isMap, isSeq } from 'yaml'
import { folderOf, isBelow, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { readYaml, yamlFields } from '../read-yaml.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { yamlScalars } from './yaml-scalars.ts'

const CHARACTERS_MAX = 256 * 1024

/** Reads Sphinx with MyST, Jupyter Book and MyST itself: `toctree`s on pages, or a table of contents in YAML. */
export function readSphinx(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    const name = nameOf(path)
    const isToc = name === '_toc.yml' || name === 'myst.yml'
    if (name !== 'conf.py' && !isToc) continue
    const folder = folderOf(path)
    const hasPages = [...files.pages.keys()].some((page) => isBelow(page, folder))
    if (!hasPages || (name === 'conf.py' && !/\bextensions\b|\bhtml_theme\b/.test(text))) continue
    const root: SiteRoot = { generator: 'sphinx', folder }
    if (!settings.roots.some((other) => other.folder === folder)) {
      settings.roots.push(root)
      settings.mounts.push({ prefix: '', folder, isCertain: false, root })
    }
    settings.slugStyle = 'loose'
    if (isToc && text.length <= CHARACTERS_MAX) addToc(path, text, folder, settings)
    else addToctrees(files, folder, settings)
  }
  return settings
}

function addToctrees(files: SiteFiles, folder: string, settings: SiteSettings): void {
  for (const [page, { toctree }] of files.pages) {
    if (!isBelow(page, folder)) continue
    for (const { target, at } of toctree) {
      if (isExternal(target) || /[*?]/.test(target)) continue
      const start = target.startsWith('/') ? folder : folderOf(page)
      settings.navigation.push({ target, kind: 'path', folder: start, path: page, at })
    }
  }
}

/** `file: guide/start`, at any depth. */
function addToc(path: string, text: string, folder: string, settings: SiteSettings): void {
  const rangeOf = lineRanges(text)
  const walk = (node: unknown): void => {
    if (isSeq(node)) return node.items.forEach(walk)
    if (!isMap(node)) return
    for (const [key, value] of yamlFields(node) ?? []) {
      if (key !== 'file' && key !== 'root') walk(value)
      else
        for (const { value: target, range } of yamlScalars(value))
          if (!isExternal(target) && joinPath(folder, target) !== null)
            settings.navigation.push({ target, kind: 'path', folder, path, at: rangeOf(...range) })
    }
  }
  walk(readYaml(text, { isLenient: true }).contents)
}
