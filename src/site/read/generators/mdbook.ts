import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { tomlTables } from './toml-tables.ts'

/** Reads `book.toml` of mdBook. The links of `SUMMARY.md` are the navigation: what it does not name is not in the book. */
export function readMdbook(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (nameOf(path) !== 'book.toml') continue
    const tables = tomlTables(text)
    const root: SiteRoot = { generator: 'mdbook', folder: folderOf(path) }
    const folder = joinPath(root.folder, tables.get('book')?.get('src')?.value ?? 'src')
    if (folder === null) continue
    settings.roots.push(root)
    settings.slugStyle = 'loose'
    settings.mounts.push({ prefix: '', folder, isCertain: true, root })
    const base = joinPath(tables.get('output.html')?.get('site-url')?.value ?? '')
    if (base) settings.mounts.push({ prefix: base, folder, isCertain: true, root })
    const summary = `${folder === '' ? '' : `${folder}/`}SUMMARY.md`
    for (const { target, at } of files.pages.get(summary)?.links ?? [])
      if (target !== '' && !isExternal(target)) settings.navigation.push({ target, kind: 'path', folder, path: summary, at })
    for (const [from, { value, at, keyAt }] of tables.get('output.html.redirect') ?? [])
      settings.redirects.push({ from, to: value, path, at: keyAt, toAt: at, folder: joinPath(folder, folderOf(from)) ?? folder })
  }
  return settings
}
