import { folderOf, isBelow, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { readYaml, yamlFields, yamlTexts } from '../read-yaml.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'

const CHARACTERS_MAX = 256 * 1024

/** Reads `_config.yml` of Jekyll. Pages are where they lie, collections in folders with an underscore. */
export function readJekyll(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!/^_config\.ya?ml$/.test(nameOf(path)) || text.length > CHARACTERS_MAX) continue
    const { contents, anchors } = readYaml(text, { isLenient: true })
    const fields = yamlFields(contents)
    const folder = joinPath(folderOf(path), yamlTexts(fields?.get('source'), anchors)[0] ?? '')
    // Jupyter Book has a file of this name, too.
    if (folder === null || files.paths.has(joinPath(folderOf(path), '_toc.yml')!)) continue
    const root: SiteRoot = { generator: 'jekyll', folder: folderOf(path) }
    settings.roots.push(root)
    settings.slugStyle = 'loose'
    const base = joinPath(yamlTexts(fields?.get('baseurl'), anchors)[0] ?? '') ?? ''
    const above = yamlTexts(fields?.get('collections_dir'), anchors)[0] ?? ''
    const add = (prefix: string, place: string) => {
      for (const start of base === '' ? [''] : ['', base])
        settings.mounts.push({ prefix: joinPath(start, prefix)!, folder: place, isCertain: false, root })
    }
    for (const name of [...(yamlFields(fields?.get('collections'))?.keys() ?? []), 'posts']) {
      const place = joinPath(folder, above, `_${name}`)
      if (place !== null && [...files.folders].some((other) => isBelow(other, place))) add(name, place)
    }
    add('', folder)
  }
  return settings
}
