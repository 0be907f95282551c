import { isMap } from 'yaml'
import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { readYaml, yamlFields, yamlTexts } from '../read-yaml.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { tomlTables } from './toml-tables.ts'

const CHARACTERS_MAX = 256 * 1024

interface HugoConfig {
  contentDir: string | undefined
  first: string | undefined
  /** The folder of each language, where the configuration names one. */
  languages: Map<string, string | undefined>
  /** Those with `permalinks`. */
  sections: string[]
}

/** Reads the configuration of Hugo. Its navigation follows from folders and front matter, so there is none to read. */
export function readHugo(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!/^(?:hugo|config)\.(?:toml|ya?ml)$/.test(nameOf(path)) || text.length > CHARACTERS_MAX) continue
    const folder = folderOf(path).replace(/(?:^|\/)config\/_default$/, '')
    const content = joinPath(folder, 'content')!
    if (!files.folders.has(content) || settings.roots.some((root) => root.folder === folder)) continue
    const root: SiteRoot = { generator: 'hugo', folder }
    const { contentDir, first, languages, sections } = path.endsWith('.toml') ? fromToml(text) : fromYaml(text)
    settings.roots.push(root)
    settings.slugStyle = 'loose'
    // Mounts take content from elsewhere.
    const shared = { isCertain: !/\bmounts\b/.test(text), root }
    const folderOfLanguage = (language: string) => joinPath(folder, languages.get(language) ?? `content/${language}`)!
    for (const language of languages.keys()) {
      const own = folderOfLanguage(language)
      if (language === first || !files.folders.has(own) || own === content) continue
      settings.mounts.push({ ...shared, prefix: language, folder: own, locale: language })
    }
    const written = first === undefined ? undefined : folderOfLanguage(first)
    const start = contentDir === undefined ? written : joinPath(folder, contentDir)
    settings.mounts.push({ ...shared, prefix: '', folder: start && files.folders.has(start) ? start : content })
    settings.mounts.push({ ...shared, prefix: '', folder: joinPath(folder, 'static')! })
    // Lists of a taxonomy, and sections whose addresses follow a pattern.
    for (const mount of settings.mounts.filter((other) => other.root === root))
      for (const name of ['tags', 'categories', ...sections]) settings.generated.push(joinPath(mount.folder, name)!)
  }
  return settings
}

function fromYaml(text: string): HugoConfig {
  const { contents, anchors } = readYaml(text, { isLenient: true })
  const fields = yamlFields(contents) ?? new Map<string, unknown>()
  const textOf = (name: string) => yamlTexts(fields.get(name), anchors)[0]
  const languages = new Map<string, string | undefined>()
  const list = fields.get('languages')
  for (const [name, options] of (isMap(list) && yamlFields(list)) || [])
    languages.set(name, yamlTexts(yamlFields(options)?.get('contentDir'), anchors)[0])
  const sections = [...(yamlFields(fields.get('permalinks'))?.keys() ?? [])]
  return { contentDir: textOf('contentDir'), first: textOf('defaultContentLanguage') ?? 'en', languages, sections }
}

function fromToml(text: string): HugoConfig {
  const tables = tomlTables(text)
  const languages = new Map<string, string | undefined>()
  for (const [name, fields] of tables) {
    const language = /^languages\.([\w-]+)$/.exec(name)?.[1]
    if (language !== undefined) languages.set(language, fields.get('contentDir')?.value)
  }
  const own = tables.get('')
  const sections = [...(tables.get('permalinks')?.keys() ?? [])]
  const first = own?.get('defaultContentLanguage')?.value ?? 'en'
  return { contentDir: own?.get('contentDir')?.value, first, languages, sections }
}
