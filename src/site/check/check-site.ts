import { nameOf } from '../../lib/repository-path.ts'
import { AnchorIndex } from '../read/anchor-index.ts'
import type { PageFacts } from '../read/page-facts.ts'
import { followRedirect, resolveNavigation, resolveTarget } from '../read/resolve-target.ts'
import type { Site } from '../read/site.ts'
import { checkConfiguration, checkNeeds, checkOperations } from './check-build.ts'
import { compareProblem, type SiteProblem } from './site-problem.ts'
import { type SiteJudgement, UnjudgedCounts } from './unjudged.ts'

/** Release notes repeat headings and levels by custom, often because a tool writes them. */
const CHANGELOG = /^(?:changelog|changes|history|releases?|release-notes)\b/i

/**
 * Finds what is wrong with a site, in order of path and line.
 *
 * What cannot be known from the files is never a problem: a false alarm would stop a good change, while a miss only leaves things as
 * they were. It is counted as not judged instead. External links are never fetched.
 */
export function judgeSite(site: Site): SiteJudgement {
  const anchors = new AnchorIndex(site)
  const problems: SiteProblem[] = []
  const unjudged = new UnjudgedCounts()
  // A table of contents that is a page, such as that of mdBook, is judged as navigation.
  const summaries = new Set(site.navigation.map(({ path }) => path).filter((path) => nameOf(path) === 'SUMMARY.md'))
  for (const [path, facts] of site.pages) {
    if (summaries.has(path)) continue
    checkPage(path, facts, problems)
    checkTargets(site, anchors, path, facts, problems, unjudged)
  }
  checkNavigation(site, problems, unjudged)
  checkRedirects(site, problems, unjudged)
  checkConfiguration(site, problems)
  checkNeeds(site, problems, unjudged)
  checkOperations(site, problems, unjudged)
  return { problems: problems.sort(compareProblem), unjudged: unjudged.list() }
}

/** The problems alone. */
export function checkSite(site: Site): SiteProblem[] {
  return judgeSite(site).problems
}

/** What can be said of a page without looking at others. */
function checkPage(path: string, facts: PageFacts, problems: SiteProblem[]): void {
  const { frontMatter, fences } = facts
  if (frontMatter.status === 'invalid')
    problems.push({
      code: 'front-matter-invalid',
      path,
      line: frontMatter.errorLine ?? 1,
      message: `The front matter cannot be read: ${frontMatter.error}`,
    })
  for (const { line, endLine } of fences) {
    if (endLine === null)
      problems.push({
        code: 'unclosed-fence',
        path,
        line,
        message: 'This code block is never closed, so the rest of the page is code.',
      })
  }
  if (!CHANGELOG.test(nameOf(path))) checkHeadings(path, facts, problems)
}

function checkHeadings(path: string, facts: PageFacts, problems: SiteProblem[]): void {
  let previous = 0
  let titles = 0
  for (const { level, text, line, isNested } of facts.headings) {
    if (isNested) continue
    if (level === 1) {
      titles += 1
      if (titles > 1)
        problems.push({ code: 'duplicate-h1', path, line, target: text, message: `The page has another title: "${text}".` })
    }
    if (previous > 0 && level > previous + 1)
      problems.push({
        code: 'heading-jump',
        path,
        line,
        target: text,
        message: `"${text}" is a heading of level ${level} right below one of level ${previous}.`,
      })
    previous = level
  }
}

function checkTargets(
  site: Site,
  anchors: AnchorIndex,
  path: string,
  facts: PageFacts,
  problems: SiteProblem[],
  unjudged: UnjudgedCounts,
): void {
  for (const { target, line, kind } of facts.links) {
    if (kind === 'autolink') continue
    const found = resolveTarget(site, path, target, kind)
    if (found.kind === 'unknown') unjudged.add('link', found.why)
    else if (found.kind === 'missing')
      problems.push({ code: 'broken-link', path, line, target, message: `The link to ${target} leads nowhere.` })
    if (found.kind !== 'page' || found.anchor === null || found.redirect !== null) continue
    const judgement = anchors.judge(found.path, found.anchor)
    if (judgement === 'missing')
      problems.push({
        code: 'broken-anchor',
        path,
        line,
        target,
        message: `There is no heading or anchor #${found.anchor} on ${found.path === path ? 'this page' : found.path}.`,
      })
    else if (judgement !== 'there') unjudged.add('anchor', judgement)
  }
  for (const { target, line } of facts.images) {
    const found = resolveTarget(site, path, target)
    if (found.kind === 'unknown') unjudged.add('image', found.why)
    else if (found.kind === 'missing')
      problems.push({ code: 'missing-image', path, line, target, message: `The image ${target} does not exist.` })
  }
}

function checkNavigation(site: Site, problems: SiteProblem[], unjudged: UnjudgedCounts): void {
  for (const entry of site.navigation) {
    const found = resolveNavigation(site, entry)
    if (found.kind === 'unknown') unjudged.add('navigation', found.why)
    if (found.kind !== 'missing') continue
    const { path, at, target } = entry
    problems.push({
      code: 'nav-missing-page',
      path,
      line: at.line,
      target,
      message: `The navigation names ${target}, which does not exist.`,
    })
  }
}

function checkRedirects(site: Site, problems: SiteProblem[], unjudged: UnjudgedCounts): void {
  for (const redirect of site.redirects) {
    // Front matter redirects to its own page, which exists.
    if (redirect.toAt === null) continue
    const end = followRedirect(site, redirect)
    const { path, at, from, to } = redirect
    if (end.kind === 'unknown') unjudged.add('redirect', end.why)
    if (end.kind === 'loop')
      problems.push({
        code: 'redirect-loop',
        path,
        line: at.line,
        target: from,
        message: `The redirect from ${from} comes back to itself.`,
      })
    else if (end.kind === 'missing')
      problems.push({
        code: 'redirect-to-missing',
        path,
        line: at.line,
        target: from,
        message: `The redirect from ${from} leads to ${to}, which does not exist.`,
      })
  }
}
