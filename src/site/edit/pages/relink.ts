import { folderOf, joinPath } from '../../../lib/repository-path.ts'
import { resolveTarget } from '../../read/resolve-target.ts'
import { readPageRegions } from '../../read/regions/page-regions.ts'
import { type TargetRewrite, rewriteTargets } from '../../read/rewrite-targets.ts'
import type { Site } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'
import { targetFor } from '../link-target.ts'
import { type LeftAlone, type PageChange, plural } from '../outcome.ts'

/** After a page has moved or gone: lets every link lead to the same content as before. The model is the one from before. */
export function relink(site: EditableSite, before: Site, from: string, to: string): { changes: PageChange[]; left: LeftAlone[] } {
  const now = site.model()
  const changes: PageChange[] = []
  const left: LeftAlone[] = []
  for (const path of site.pages()) {
    // The page itself has the same text, but what its relative links mean is known only at its old place.
    const origin = path === to && !before.pages.has(to) ? from : path
    const lines = site.text(path).split('\n')
    const rewrites: TargetRewrite[] = []
    for (const { target, at, line } of [...site.facts(path).links, ...site.facts(path).images]) {
      const found = resolveTarget(before, origin, target)
      if (found.kind !== 'page' && found.kind !== 'file') continue
      if (found.path !== from && origin === path) continue
      const goal = found.path === from ? to : found.path
      const written = (lines[at.line - 1] ?? '').slice(at.start, at.end)
      const isSelf = written.startsWith('#')
      const still = resolveTarget(now, path, target)
      if (
        isSelf ||
        ((still.kind === 'page' || still.kind === 'file') && still.path === goal && !(still.kind === 'page' && still.redirect))
      )
        continue
      const next = targetFor(now, path, goal, written)
      if (next === null) left.push({ path, line, what: `\`${target}\` could not be written for the new place` })
      else if (next !== written) rewrites.push({ at, target: next })
    }
    if (rewrites.length === 0) continue
    site.write(path, rewriteTargets(site.text(path), rewrites))
    changes.push({ path, what: plural(rewrites.length, 'link') })
  }
  return { changes, left }
}

/** Imports of an MDX page are relative to its folder and move with it. Those in code samples are the reader's, and stay. */
export function moveImports(page: string, from: string, to: string): string {
  if (folderOf(from) === folderOf(to)) return page
  const samples = readPageRegions(page, from.endsWith('.mdx') ? 'mdx' : 'md').filter(({ kind }) => kind === 'code-block')
  let next = 0
  const isInSample = (offset: number) => {
    while ((samples[next]?.end ?? Infinity) <= offset) next += 1
    return (samples[next]?.start ?? Infinity) <= offset
  }
  return page.replaceAll(
    /^(?<head>(?:import|export)\b[^'"\n]*?\bfrom\s+|import\s+)(?<quote>['"])(?<path>\.{1,2}\/[^'"\n]+)\k<quote>/gmu,
    (whole, ...rest) => {
      const groups = rest.at(-1) as { head: string; quote: string; path: string }
      if (isInSample(rest.at(-3) as number)) return whole
      const full = joinPath(folderOf(from), groups.path)
      if (full === null) return whole
      const base = folderOf(to)
        .split('/')
        .filter((part) => part !== '')
      const parts = full.split('/')
      let shared = 0
      while (shared < base.length && shared < parts.length - 1 && base[shared] === parts[shared]) shared += 1
      const up = '../'.repeat(base.length - shared)
      return `${groups.head}${groups.quote}${up === '' ? './' : up}${parts.slice(shared).join('/')}${groups.quote}`
    },
  )
}
