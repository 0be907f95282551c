import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteRoot, type SiteSettings } from '../site-settings.ts'
import { redirectsIn } from './redirect-files.ts'

/** `GET /users` names an endpoint of an API description, not a page. */
const ENDPOINT = /^(?:webhook\s|[A-Z]+\s+\/|\S+\.(?:json|ya?ml)\s)/

/** Where generated reference pages go when the navigation does not say. */
const GENERATED_FOLDER = 'api-reference'

/** Reads `docs.json` and its older form `mint.json`, and the files that it takes in by `$ref`. */
export function readDocsJson(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (nameOf(path) !== 'docs.json' && nameOf(path) !== 'mint.json') continue
    const tree = readLiterals(text)
    // Other tools have a `docs.json` too.
    if (!fieldOf(tree, 'navigation')) continue
    const folder = folderOf(path)
    const root: SiteRoot = { generator: 'mintlify', folder }
    settings.roots.push(root)
    settings.mounts.push({ prefix: '', folder, isCertain: true, root })
    addEditions(files, path, tree, root, settings)
    settings.slugStyle = 'loose'
    readTree(files, path, text, tree, folder, settings, new Set())
    for (const redirect of redirectsIn(path, text, fieldOf(tree, 'redirects'), folder)) settings.redirects.push(redirect)
  }
  return settings
}

/** Languages and versions are groups of the navigation. By custom the pages of each are in a folder of its name. */
function addEditions(files: SiteFiles, path: string, tree: Literal, root: SiteRoot, settings: SiteSettings): void {
  for (const [list, field] of [
    ['languages', 'language'],
    ['versions', 'version'],
  ] as const) {
    for (const { object } of allObjects(tree)) {
      const groups = fieldOf(object, list)
      if (groups?.kind !== 'array') continue
      const named = groups.items.map((group) => nameOfGroup(files, path, group, field))
      // The one that is marked, else the first, is what readers get to see.
      const first = Math.max(
        0,
        groups.items.findIndex((group) => fieldOf(group, 'default') !== undefined),
      )
      for (const name of named.filter((_, index) => index !== first)) {
        const folder = name === undefined ? null : joinPath(root.folder, name)
        if (name === undefined || folder === null || !files.folders.has(folder)) continue
        settings.mounts.push({ prefix: name, folder, isCertain: true, root, [field === 'language' ? 'locale' : 'version']: name })
      }
    }
  }
}

function nameOfGroup(files: SiteFiles, path: string, group: Literal, field: string): string | undefined {
  const own = textOf(fieldOf(group, field))?.value
  const reference = textOf(fieldOf(group, '$ref'))?.value
  if (own !== undefined || reference === undefined) return own
  const text = files.texts.get(joinPath(folderOf(path), reference) ?? '')
  return text === undefined ? undefined : textOf(fieldOf(readLiterals(text), field))?.value
}

function readTree(
  files: SiteFiles,
  path: string,
  text: string,
  tree: Literal,
  root: string,
  settings: SiteSettings,
  seen: Set<string>,
): void {
  seen.add(path)
  const rangeOf = lineRanges(text)
  const add = (item: Literal) => {
    if (item.kind !== 'text' || item.value === '' || isExternal(item.value) || ENDPOINT.test(item.value)) return
    settings.navigation.push({ target: item.value, kind: 'path', folder: root, path, at: rangeOf(item.start, item.end) })
  }
  const navigation = seen.size === 1 ? fieldOf(tree, 'navigation')! : tree
  for (const { object, names } of allObjects(tree)) {
    const isNavigation = seen.size > 1 || names[0] === 'navigation'
    for (const { key, value } of object.entries) {
      if (key === 'openapi' || key === 'asyncapi') addGenerated(value, root, settings)
      if (!isNavigation) continue
      if (key === 'pages' && value.kind === 'array') value.items.forEach(add)
      if (key === 'root') add(value)
    }
    const reference = isNavigation ? textOf(fieldOf(object, '$ref')) : undefined
    if (reference) follow(files, path, reference.value, root, settings, seen)
  }
  // The oldest form is a plain list of page names.
  if (navigation.kind === 'array') navigation.items.forEach(add)
}

function follow(files: SiteFiles, from: string, name: string, root: string, settings: SiteSettings, seen: Set<string>): void {
  const path = joinPath(folderOf(from), name)
  const text = path === null ? undefined : files.texts.get(path)
  if (path === null || text === undefined || seen.has(path)) return
  readTree(files, path, text, readLiterals(text), root, settings, seen)
}

function addGenerated(value: Literal, root: string, settings: SiteSettings): void {
  const directory = textOf(fieldOf(value, 'directory'))?.value ?? GENERATED_FOLDER
  const folder = joinPath(root, directory)
  if (folder !== null) settings.generated.push(folder)
}
