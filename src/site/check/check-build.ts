import { folderOf, isBelow, joinPath } from '../../lib/repository-path.ts'
import { apiOperations, readOperation } from '../read/api-operations.ts'
import { resolveNeed } from '../read/resolve-need.ts'
import type { Site } from '../read/site.ts'
import { rootOf } from '../read/site-mounts.ts'
import type { SiteProblem } from './site-problem.ts'
import type { UnjudgedCounts } from './unjudged.ts'

/** Files of configuration that cannot be read, and files that they name and that are not there. */
export function checkConfiguration(site: Site, problems: SiteProblem[]): void {
  for (const { path, line, message } of site.faults)
    problems.push({ code: 'config-invalid', path, line, message: `The configuration cannot be read: ${message}` })
  for (const { target, folders, path, at } of site.assets) {
    const places = folders.flatMap((folder) => joinPath(folder, target.replace(/[?#].*$/, '')) ?? [])
    const isHidden = places.some((place) => [...site.unscanned, ...site.generated].some((folder) => isBelow(place, folder)))
    if (places.length === 0 || isHidden || site.isTruncated || places.some((place) => site.files.has(place))) continue
    problems.push({ code: 'missing-file', path, line: at.line, target, message: `The file ${target} does not exist.` })
  }
}

/** Imports, snippets and includes: what a build stops at, or what it leaves out without a word. */
export function checkNeeds(site: Site, problems: SiteProblem[], unjudged: UnjudgedCounts): void {
  for (const [path, { needs }] of site.pages) {
    for (const need of needs) {
      const found = resolveNeed(site, path, need)
      if (found === 'unknown' && isOfSite(need.target)) unjudged.add('include', 'alias')
      if (found !== 'missing') continue
      const { target, line } = need
      const message = `The page needs ${target}, which does not exist.`
      problems.push({ code: 'missing-include', path, line, target, message })
    }
  }
}

/** Packages are not files of the site, and their names look like none. */
function isOfSite(target: string): boolean {
  return /^(?:[./~]|@\/)/.test(target)
}

/** Pages of an API reference whose operation is in no description of the site. */
export function checkOperations(site: Site, problems: SiteProblem[], unjudged: UnjudgedCounts): void {
  const named = [
    ...site.operations.map(({ name, path, at }) => ({ name, path, line: at.line })),
    ...[...site.pages].flatMap(([path, { frontMatter }]) =>
      frontMatter.operation === null ? [] : [{ name: frontMatter.operation, path, line: 1 }],
    ),
  ]
  if (named.length === 0) return
  const apis = new Map([...site.apiTexts].map(([path, text]) => [path, apiOperations(path, text)]))
  for (const { name, path, line } of named) {
    const asked = readOperation(name)
    if (!asked || rootOf(site, path)?.generator !== 'mintlify') continue
    const { file, operation } = asked
    const sets = file === null ? [...apis.values()] : [apis.get(fileOf(site, path, file) ?? '') ?? null]
    if (sets.some((set) => set?.has(operation))) continue
    if (sets.every((set) => set === null)) unjudged.add('operation', 'remote')
    else problems.push({ code: 'missing-operation', path, line, target: name, message: `No API description has ${operation}.` })
  }
}

function fileOf(site: Site, from: string, name: string): string | null {
  const starts = name.startsWith('/') ? [rootOf(site, from)?.folder ?? ''] : [rootOf(site, from)?.folder ?? '', folderOf(from)]
  return starts.map((start) => joinPath(start, name)).find((path) => path !== null && site.files.has(path)) ?? null
}
