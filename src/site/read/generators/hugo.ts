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
    const { contentDir, first, languages } = path.endsWith('.toml') ? fromToml(text) : fromYaml(text)
    settings.roots.push(root)
    settings.slugStyle = 'loose'
    const shared = { isCertain: false, root }
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
    for (const name of ['tags', 'categories']) settings.generated.push(joinPath(content, name)!)
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
  return { contentDir: textOf('contentDir'), first: textOf('defaultContentLanguage') ?? 'en', languages }
}

function fromToml(text: string): HugoConfig {
  const tables = tomlTables(text)
  const languages = new Map<string, string | undefined>()
  for (const [name, fields] of tables) {
    const language = /^languages\.([\w-]+)$/.exec(name)?.[1]
    if (language !== undefined) languages.set(language, fields.get('contentDir')?.value)
  }
  const own = tables.get('')
  return { contentDir: own?.get('contentDir')?.value, first: own?.get('defaultContentLanguage')?.value ?? 'en', languages }
}
