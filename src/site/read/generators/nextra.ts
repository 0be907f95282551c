import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'

const META = /^_meta(?:\.global)?\.(?:json|[cm]?[jt]sx?)$/
const CONTENT = ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app']

/** Reads Nextra: pages are in `content`, `pages` or `app`, and `_meta` files have the order of each folder. */
export function readNextra(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (!/^next\.config\.[cm]?[jt]s$/.test(nameOf(path)) || !/nextra/.test(text)) continue
    const root: SiteRoot = { generator: 'nextra', folder: folderOf(path), compilesMarkdown: true }
    settings.roots.push(root)
    settings.slugStyle = 'loose'
    const prefix = joinPath(/contentDirBasePath\s*:\s*['"]([^'"]{1,200})/.exec(text)?.[1] ?? '') ?? ''
    for (const name of CONTENT) {
      const folder = joinPath(root.folder, name)!
      if (!files.folders.has(folder)) continue
      const isApp = name.endsWith('app')
      // Pages of React stand beside those of Markdown.
      settings.mounts.push({
        prefix: isApp ? '' : prefix,
        folder,
        isCertain: false,
        root,
        scripts: ['.tsx', '.jsx', '.ts', '.js'],
        ...(isApp ? { route: appRoute } : {}),
      })
      for (const [meta, source] of files.texts)
        if (META.test(nameOf(meta)) && `${meta}/`.startsWith(`${folder}/`)) addMeta(files, meta, source, folder, settings)
    }
    settings.mounts.push({ prefix: '', folder: joinPath(root.folder, 'public')!, isCertain: false, root })
  }
  return settings
}

/** `app/(group)/docs/start/page` is served at `docs/start`. */
function appRoute(below: string): string {
  return below
    .replace(/(?:^|\/)page$/, '')
    .replace(/(^|\/)\([^/]*\)(?=\/|$)/g, '')
    .replace(/^\//, '')
}

/** Keys are names of pages or folders, unless their value says that they are something else. */
function addMeta(files: SiteFiles, path: string, text: string, content: string, settings: SiteSettings): void {
  const rangeOf = lineRanges(text)
  const exists = (target: string) =>
    [
      `${target}.mdx`,
      `${target}.md`,
      `${target}/index.mdx`,
      `${target}/index.md`,
      `${target}/page.mdx`,
      `${target}/page.md`,
    ].find((file) => files.paths.has(file))
  const walk = (literal: Literal, folder: string) => {
    if (literal.kind === 'array' || literal.kind === 'opaque') return literal.items.forEach((item) => walk(item, folder))
    if (literal.kind !== 'object') return
    for (const { key, start, end, value } of literal.entries) {
      const target = joinPath(folder, key)
      const page = target === null || key === '' ? undefined : exists(target)
      if (page !== undefined && !textOf(fieldOf(value, 'href')))
        settings.navigation.push({
          target: page.slice(content.length + 1),
          kind: 'path',
          folder: content,
          path,
          at: rangeOf(start, end),
        })
      const items = fieldOf(value, 'items')
      if (items && target !== null) walk(items, target)
    }
  }
  for (const { object, names } of allObjects(readLiterals(text))) if (names.length === 0) walk(object, folderOf(path))
}
