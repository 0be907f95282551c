import { folderOf, joinPath } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, readLiterals, textOf } from '../literal-tree.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteSettings } from '../site-settings.ts'

const CONFIG = /(?:^|\/)\.vitepress\/config(?:\/[\w.-]+)?\.(?:[cm]?[jt]s)$/

/** Reads `.vitepress/config.*`: the folder of the pages, and the `link`s of navigation and side bars. */
export function readVitepress(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!CONFIG.test(path)) continue
    const tree = readLiterals(text)
    const root = folderOf(path).replace(/(?:^|\/)\.vitepress(?:\/config)?$/, '')
    const source = firstText(tree, 'srcDir')
    const folder = joinPath(root, source?.value ?? '')
    if (folder === null) continue
    // Rewrites move pages, and a base inside a side bar goes before each of its links: both need the real program.
    const isSimple = firstText(tree, 'rewrites') === undefined && !/\brewrites\b/.test(text)
    settings.slugStyle = 'loose'
    settings.mounts.push({ prefix: '', folder, isCertain: isSimple })
    const base = joinPath(firstText(tree, 'base')?.value ?? '')
    if (base) settings.mounts.push({ prefix: base, folder, isCertain: isSimple })
    if (isSimple) addLinks(path, text, settings, folder)
  }
  return settings
}

function firstText(tree: ReturnType<typeof readLiterals>, key: string): ReturnType<typeof textOf> {
  for (const { object } of allObjects(tree)) {
    const found = textOf(fieldOf(object, key))
    if (found) return found
  }
  return undefined
}

function addLinks(path: string, text: string, settings: SiteSettings, folder: string): void {
  const rangeOf = lineRanges(text)
  const tree = readLiterals(text)
  const hasSidebarBase = [...allObjects(tree)].some(({ object }) => fieldOf(object, 'base') && fieldOf(object, 'items'))
  if (hasSidebarBase) return
  for (const { object } of allObjects(tree)) {
    const link = fieldOf(object, 'link')
    // A link that is computed is not known, and one that is relative depends on the side bar around it.
    if (link?.kind !== 'text' || isExternal(link.value) || !link.value.startsWith('/')) continue
    settings.navigation.push({ target: link.value, kind: 'route', folder, path, at: rangeOf(link.start, link.end) })
  }
}
