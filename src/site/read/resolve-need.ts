import { folderOf, isBelow, joinPath } from '../../lib/repository-path.ts'
import type { PageNeed } from './page-facts.ts'
import { GENERATED_FOLDER } from './resolve-target.ts'
import type { Site } from './site.ts'
import { mountsFor, rootOf } from './site-mounts.ts'
import { isExternal } from './site-path.ts'
import type { GeneratorName, SiteRoot } from './site-settings.ts'

/** How bundlers complete the name of a module. */
const MODULE_ENDINGS = ['', '.mdx', '.md', '.js', '.jsx', '.ts', '.tsx', '.mjs', '.cjs', '.json', '.vue', '.astro', '.svelte']

const INCLUDING: ReadonlySet<GeneratorName | undefined> = new Set(['vitepress', 'mkdocs', 'mdbook', 'sphinx'])

/** The file that a page needs: its path, `missing`, or `unknown` where an alias, a package or the build has it. */
export function resolveNeed(site: Site, from: string, { kind, target }: PageNeed): { path: string } | 'missing' | 'unknown' {
  if (isExternal(target) || /[{}<>$*]/.test(target)) return 'unknown'
  const starts = startsOf(site, from, kind, target)
  if (starts.length === 0) return 'unknown'
  const candidates = starts.flatMap((start) => {
    const full = joinPath(start)
    return full === null
      ? []
      : kind === 'module'
        ? MODULE_ENDINGS.flatMap((ending) => [full + ending, `${full}/index${ending}`])
        : [full]
  })
  const path = candidates.find((candidate) => site.files.has(candidate))
  if (path !== undefined) return { path }
  const hidden = [...site.unscanned, ...site.generated]
  const isHidden =
    GENERATED_FOLDER.test(target) ||
    candidates.length === 0 ||
    candidates.some((candidate) => hidden.some((folder) => isBelow(candidate, folder)))
  return isHidden || site.isTruncated ? 'unknown' : 'missing'
}

/** The places that a name is looked up at; none for what is no file of the repository. */
function startsOf(site: Site, from: string, kind: PageNeed['kind'], target: string): string[] {
  const root = rootOf(site, from)
  // Without its generator, what looks like an include is only text.
  if (kind === 'include' && !INCLUDING.has(root?.generator)) return []
  const relative = `${folderOf(from)}/${target}`
  if (/^\.{1,2}\//.test(target))
    return root?.generator === 'mkdocs' ? [relative, ...mkdocsStarts(site, from, target)] : [relative]
  if (target.startsWith('@site/')) return root ? [`${root.folder}/${target.slice('@site/'.length)}`] : []
  if (kind === 'snippet') return root ? [`${root.folder}${target}`] : [target]
  if (kind === 'module' && /^[@~]\//.test(target)) return aliased(site, root, target.slice(2))
  if (kind === 'module') return target.startsWith('/') && root?.generator === 'mintlify' ? [`${root.folder}${target}`] : []
  if (target.startsWith('@/') || target.startsWith('@')) {
    const folders = mountsFor(site, from).filter((mount) => mount.root && isBelow(from, mount.folder))
    return root?.generator === 'vitepress' ? folders.map(({ folder }) => `${folder}/${target.replace(/^@\/?/, '')}`) : []
  }
  return root?.generator === 'mkdocs' ? mkdocsStarts(site, from, target) : [relative]
}

/** By custom `@/` and `~/` are the sources of a site. Where that leads nowhere, they are something else. */
function aliased(site: Site, root: SiteRoot | undefined, path: string): string[] {
  const starts = root ? [`${root.folder}/src/${path}`, `${root.folder}/${path}`] : []
  return starts.filter((start) => {
    const full = joinPath(start)
    return (
      full !== null && MODULE_ENDINGS.some((ending) => site.files.has(full + ending) || site.files.has(`${full}/index${ending}`))
    )
  })
}

/** From where MkDocs is run, and from the folders that its configuration adds to that. */
function mkdocsStarts(site: Site, from: string, target: string): string[] {
  const root = rootOf(site, from)
  return [root?.folder ?? '', ...(root?.includeFolders ?? [])].map((folder) => `${folder}/${target}`)
}
