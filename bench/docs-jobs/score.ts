import { checkSite } from '../../src/site/check/check-site.ts'
import { compareProblems } from '../../src/site/check/compare-problems.ts'
import { resolveTarget } from '../../src/site/read/resolve-target.ts'
import { siteFromTexts } from '../../src/site/read/site-from-texts.ts'
import type { Site } from '../../src/site/read/site.ts'
import type { Files } from './clean-site.ts'
import { diffLines, type Hunk } from './diff-lines.ts'
import type { Case } from './kinds/kind.ts'

export interface Score {
  faults: number
  /** Faults that are as in the answer now. */
  fixed: number
  /** Faults whose lines were changed, rightly or not. */
  attempted: number
  /** Lines that were changed, added or removed and have no fault. */
  collateralLines: number
  /** What the scanner finds wrong now and did not before. */
  newProblems: number
  /** What was not mended, mended wrongly, or changed for no reason: one line each, for the person who improves an agent. */
  misses: string[]
}

/** A line that has to become another one, go away, or come. */
interface Fault {
  change: 'replace' | 'remove' | 'add'
  /** The line in the faulty file; for a line that has to come, the first line that it may not come after. */
  at: number
  expected: string
  outcome: 'open' | 'fixed' | 'wrong'
}

/** Compares what an agent made of the faulty files with the answer. */
export function score({ faulty, answer }: Case, result: Files): Score {
  const sites = { answer: siteFromTexts(answer), result: siteFromTexts(result) }
  const total: Score = { faults: 0, fixed: 0, attempted: 0, collateralLines: 0, newProblems: 0, misses: [] }
  for (const path of new Set([...Object.keys(faulty), ...Object.keys(answer), ...Object.keys(result)])) {
    const before = linesOf(path, faulty[path])
    const faults = faultsBetween(before, linesOf(path, answer[path]))
    const isRight = (expected: string, line: string) => meansTheSame(path, expected, line, sites)
    const hunks = faulty[path] === result[path] ? [] : diffLines(before, linesOf(path, result[path]))
    for (const hunk of hunks) {
      const collateral = scoreHunk(hunk, faults, isRight)
      total.collateralLines += collateral
      if (collateral > 0) total.misses.push(`${path}:${hunk.at + 1} changed without reason: ${hunk.added.join(' | ')}`)
    }
    total.faults += faults.length
    total.fixed += faults.filter(({ outcome }) => outcome === 'fixed').length
    total.attempted += faults.filter(({ outcome }) => outcome !== 'open').length
    for (const { outcome, at, expected } of faults)
      if (outcome !== 'fixed') total.misses.push(`${path}:${at + 1} ${outcome}: ${before[at] ?? ''} → ${expected}`)
  }
  total.newProblems = compareProblems(checkSite(siteFromTexts(faulty)), checkSite(sites.result)).added.length
  return total
}

/** A comma at the end of a line of JSON belongs to the next line as much as to this one. */
function linesOf(path: string, text: string | undefined): string[] {
  if (text === undefined) return []
  const lines = text.split('\n')
  return path.endsWith('.json') ? lines.map((line) => line.replace(/,$/, '')) : lines
}

function faultsBetween(faulty: string[], answer: string[]): Fault[] {
  const matterEnd = faulty[0] === '---' ? faulty.indexOf('---', 1) : 0
  const fault = (change: Fault['change'], at: number, expected: string): Fault => ({ change, at, expected, outcome: 'open' })
  return diffLines(faulty, answer).flatMap(({ at, removed, added }) => {
    if (removed.length === added.length) return removed.map((_, index) => fault('replace', at + index, added[index]!))
    if (added.length === 0) return removed.map((_, index) => fault('remove', at + index, ''))
    // Fields may come in any order, and the marks around them are no faults of their own.
    return added.filter((line) => !isFrame(line)).map((expected) => fault('add', Math.max(at, matterEnd), expected))
  })
}

function isFrame(line: string): boolean {
  return line === '' || line === '---'
}

/** Sets the changes of a hunk off against the faults in it. Returns how many lines are left over: they concern no fault. */
function scoreHunk(hunk: Hunk, faults: Fault[], isRight: (expected: string, line: string) => boolean): number {
  const added: (string | null)[] = [...hunk.added]
  const end = hunk.at + hunk.removed.length
  let removedLines = hunk.removed.length
  const take = (index: number): boolean => {
    if (index < 0 || added[index] === undefined || added[index] === null) return false
    added[index] = null
    return true
  }
  for (const fault of faults) {
    const { change, at, expected } = fault
    if (change === 'add') {
      const index = hunk.at <= at ? added.findIndex((line) => line !== null && isSameField(line, expected)) : -1
      if (index < 0) continue
      fault.outcome = isRight(expected, added[index]!) ? 'fixed' : 'wrong'
      take(index)
    } else if (at >= hunk.at && at < end) {
      removedLines -= 1
      const right = change === 'remove' ? -1 : added.findIndex((line) => line !== null && isRight(expected, line))
      // A line that was taken out is right unless another one took its place.
      const isGone = change === 'remove' && hunk.added.length < hunk.removed.length
      fault.outcome = take(right) || isGone ? 'fixed' : 'wrong'
      if (fault.outcome === 'wrong') take(Math.min(at - hunk.at, added.length - 1))
    }
  }
  const isAdding = faults.some(({ change, at }) => change === 'add' && hunk.at <= at)
  return Math.max(removedLines, added.filter((line) => line !== null && !(isAdding && isFrame(line))).length)
}

function isSameField(line: string, expected: string): boolean {
  return line.split(':')[0] === expected.split(':')[0]
}

/** A title may leave words out and have other capitals, any sentence describes a page, and a link may be written in several ways. */
function meansTheSame(path: string, expected: string, line: string, sites: { answer: Site; result: Site }): boolean {
  if (line === expected) return true
  if (expected.startsWith('title: '))
    return wordsOf(line).length > 0 && wordsOf(line).every((word) => wordsOf(expected).includes(word))
  if (expected.startsWith('description: ')) return /^description: ?["']?\S.{8,298}$/.test(line)
  const [links, expectedLinks] = [readLinks(line), readLinks(expected)]
  if (links.text !== expectedLinks.text || links.targets.length !== expectedLinks.targets.length) return false
  return links.targets.every((target, index) => {
    const wanted = expectedLinks.targets[index]!
    return target === wanted || destination(sites.result, path, target) === destination(sites.answer, path, wanted)
  })
}

function wordsOf(field: string): string[] {
  return (
    field
      .slice(field.indexOf(':') + 1)
      .toLowerCase()
      .match(/\w+/g) ?? []
  )
}

function readLinks(line: string): { text: string; targets: string[] } {
  const targets: string[] = []
  const text = line.replaceAll(/(\]\(|href="|src=")([^)"]+)/g, (_, lead: string, target: string) => {
    targets.push(target)
    return lead
  })
  return { text, targets }
}

function destination(site: Site, path: string, target: string): string {
  const found = resolveTarget(site, path, target)
  if (found.kind === 'page' && found.redirect === null) return `${found.path}#${found.anchor ?? ''}`
  return found.kind === 'file' ? found.path : `${found.kind} ${target}`
}
