import { AnchorIndex } from '../../read/anchor-index.ts'
import type { PageLink } from '../../read/page-facts.ts'
import { resolveTarget } from '../../read/resolve-target.ts'
import { type TargetRewrite, rewriteTargets } from '../../read/rewrite-targets.ts'
import type { Site } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'
import { targetFor } from '../link-target.ts'
import type { LeftAlone, Outcome } from '../outcome.ts'
import { AnchorGuesses } from './find-anchor.ts'
import { findTargets } from './find-target.ts'

/** What a link should be, or why that is not certain; null when nothing is wrong with it. */
type Advice = { target: string } | { problem: string } | null

/** Repairs links, images and anchors that lead nowhere when there is one thing they can mean, and lists the others. */
export function repairLinks(site: EditableSite, isInScope: (path: string) => boolean, mayWrite: boolean): Outcome {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const pages = site.pages().filter(isInScope)
  const model = site.model()
  const seen = lookUp(model)
  const targets = new Map(pages.map((path) => [path, advise(site, path, (link) => adviseTarget(seen, path, link))]))
  // Anchors come second: a link that has just found its page may still have a wrong anchor there.
  for (const [path, { rewrites, left }] of targets) {
    if (mayWrite && rewrites.length > 0) site.write(path, rewriteTargets(site.text(path), rewrites))
    for (const item of [...left, ...(mayWrite ? [] : describe(path, rewrites))]) outcome.left.push(item)
  }
  const repaired = lookUp(site.model())
  for (const path of pages) {
    const { rewrites, left } = advise(site, path, (link) => adviseAnchor(repaired, path, link))
    if (mayWrite && rewrites.length > 0) site.write(path, rewriteTargets(site.text(path), rewrites))
    for (const item of [...left, ...(mayWrite ? [] : describe(path, rewrites))]) outcome.left.push(item)
    if (!mayWrite) continue
    for (const rewrite of [...(targets.get(path)?.rewrites ?? []), ...rewrites]) {
      outcome.changes.push({ path, what: `line ${rewrite.at.line} now leads to \`${rewrite.target}\`` })
    }
  }
  outcome.left.sort((a, b) => compare(a.path ?? '', b.path ?? '') || (a.line ?? 0) - (b.line ?? 0))
  if (outcome.left.length === 0 && outcome.changes.length === 0) outcome.notes.push('Every internal link leads somewhere.')
  return outcome
}

function advise(
  site: EditableSite,
  path: string,
  ask: (link: PageLink) => Advice,
): { rewrites: TargetRewrite[]; left: LeftAlone[] } {
  const rewrites: TargetRewrite[] = []
  const left: LeftAlone[] = []
  const lines = site.text(path).split('\n')
  const { links, images } = site.facts(path)
  for (const link of [...links, ...images]) {
    if (link.kind === 'autolink') continue
    // The target as it is written keeps its escapes; it is what the new one is modelled on.
    const written = (lines[link.at.line - 1] ?? '').slice(link.at.start, link.at.end)
    const advice = ask(link)
    if (!advice) continue
    if ('target' in advice && advice.target !== written) rewrites.push({ at: link.at, target: advice.target })
    else if ('problem' in advice) left.push({ path, line: link.line, what: advice.problem })
  }
  return { rewrites, left }
}

interface Lookups {
  model: Site
  index: AnchorIndex
  guesses: AnchorGuesses
}

function lookUp(model: Site): Lookups {
  return { model, index: new AnchorIndex(model), guesses: new AnchorGuesses(model) }
}

function adviseTarget(lookups: Lookups, path: string, { target, kind }: PageLink): Advice {
  const { model } = lookups
  const found = resolveTarget(model, path, target, kind)
  if (found.kind === 'page' && found.redirect !== null) {
    const direct = targetFor(model, path, found.path, target)
    return direct === null ? null : { target: direct }
  }
  if (found.kind !== 'missing') return null
  const candidates = findTargets(model, target)
  const [only, ...more] = candidates
  if (only === undefined) return { problem: `\`${target}\` leads nowhere, and no page has a similar name` }
  if (more.length > 0)
    return {
      problem: `\`${target}\` leads nowhere; it could be ${candidates
        .slice(0, 5)
        .map((one) => `\`${one}\``)
        .join(' or ')}`,
    }
  const anchor = /#(?<anchor>.+)$/su.exec(target)?.groups?.['anchor']
  const written = isPageWithAnchor(lookups, only, anchor) ? targetFor(model, path, only, target) : null
  return written === null ? { problem: `\`${target}\` leads nowhere; it may be \`${only}\`` } : { target: written }
}

/** A page of the right name without the right heading is likely to be another page. */
function isPageWithAnchor({ index, guesses }: Lookups, page: string, anchor: string | undefined): boolean {
  return anchor === undefined || index.has(page, anchor) || guesses.find(page, anchor) !== null
}

function adviseAnchor(lookups: Lookups, path: string, { target, kind }: PageLink): Advice {
  const { model, index, guesses } = lookups
  const found = resolveTarget(model, path, target, kind)
  if (found.kind !== 'page' || found.anchor === null || found.redirect !== null) return null
  if (index.has(found.path, found.anchor)) {
    const exact = exactAnchor(lookups, found.path, found.anchor)
    return exact === null ? null : { target: target.replace(/#.*$/su, `#${exact}`) }
  }
  const anchor = guesses.find(found.path, found.anchor)
  if (anchor === null)
    return { problem: `\`${target}\`: there is no heading \`#${found.anchor}\` on \`${found.path}\`, and no single similar one` }
  return { target: target.replace(/#.*$/su, `#${anchor}`) }
}

/**
 * The scanner forgives differences that some generators make, such as case. A heading of plain words has the same anchor with all
 * of them, so a link that spells it differently leads to the top of the page. Null when the anchor is right or not certain.
 */
function exactAnchor({ model, guesses }: Lookups, page: string, anchor: string): string | null {
  const facts = model.pages.get(page)
  if (!facts || guesses.isExact(page, anchor)) return null
  const meant = guesses.find(page, anchor)
  const heading = facts.headings.find(({ slug }) => slug === meant)
  return heading && /^[A-Za-z]+(?: [A-Za-z]+)*$/u.test(heading.text) ? meant : null
}

function describe(path: string, rewrites: readonly TargetRewrite[]): LeftAlone[] {
  return rewrites.map(({ at, target }) => ({ path, line: at.line, what: `can be repaired to \`${target}\`` }))
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
