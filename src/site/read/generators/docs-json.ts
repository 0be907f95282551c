import { folderOf, joinPath, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { allObjects, fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { isExternal } from '../site-path.ts'
import { noSettings, type SiteFiles, type SiteSettings } from '../site-settings.ts'
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
    settings.mounts.push({ prefix: '', folder, isCertain: true })
    settings.slugStyle = 'loose'
    readTree(files, path, text, tree, folder, settings, new Set())
    for (const redirect of redirectsIn(path, text, fieldOf(tree, 'redirects'), folder)) settings.redirects.push(redirect)
  }
  return settings
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
