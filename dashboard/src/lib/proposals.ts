import { distance } from 'fastest-levenshtein'
import type { Misses, Project, Unread, Views } from '../../../client/index.ts'
import { prefersFixedWords } from './choices.ts'
import { formatDay, formatNumber, plural } from './format.ts'
import { type Range, lastDay } from './range.ts'

/** A job that somebody may want, and what the dialog for it is called. */
export interface Proposal {
  title: string
  prompt: string
  /** The page that it is for: its row finds the job by it. */
  page: string
}

type Miss = Misses['misses'][number]
type PageViews = Views['views'][number]
type UnreadPage = Unread['unread'][number]

/** The line below a prompt that has the evidence. The offline agent knows this beginning and takes the line for no instruction. */
const NOTE = '> Noted by Docwright:'

/** @param known Pages that exist, for a guess where the readers wanted to go. */
export function proposeForMiss(project: Project, miss: Miss, known: readonly string[]): Proposal {
  const target = likelyTarget(miss.path, known)
  const asked = [
    miss.ai > 0 && `${formatNumber(miss.ai)} by AI${miss.agents.length > 0 ? ` (${miss.agents.join(', ')})` : ''}`,
    miss.human > 0 && `${formatNumber(miss.human)} by people`,
    miss.other > 0 && `${formatNumber(miss.other)} by crawlers and bots`,
  ].filter(Boolean)
  const evidence = [
    `was asked for ${plural(miss.total, 'time')} and answered with ${miss.status}: ${asked.join(', ')}`,
    ...(miss.referrers.length > 0 ? [`sent by ${miss.referrers.join(', ')}`] : []),
    `last on ${formatDay(miss.lastSeen)}`,
    ...(target === null ? [] : [`likely meant: ${JSON.stringify(target)}`]),
  ]
  const instruction = prefersFixedWords(project.agent) ? createPage(miss.path, target) : askWriter(miss.path, target)
  return { title: 'Fix this miss', prompt: withNote(instruction, miss.path, evidence), page: miss.path }
}

export function proposeForPage(project: Project, page: PageViews): Proposal {
  const evidence = [
    `was read ${plural(page.total, 'time')}: ${formatNumber(page.ai)} by AI, ${formatNumber(page.human)} by people`,
  ]
  const scope = page.path === '/' ? '' : ` in ${unquoted(page.path.slice(1))}`
  const instruction = prefersFixedWords(project.agent)
    ? `Add missing titles and descriptions to the front matter${scope}`
    : `Make the page ${JSON.stringify(page.path)} serve the AI agents that read it most: a title and a description that say what it answers, headings that can be cited, complete commands and examples, and no statement that needs another page to be understood. Keep what it says.`
  return { title: 'Fix this page', prompt: withNote(instruction, page.path, evidence), page: page.path }
}

/** @param known Pages that are read, for a guess where the readers of this one would find what they need. */
export function proposeForUnread(project: Project, page: UnreadPage, range: Range, known: readonly string[]): Proposal {
  const target = likelyTarget(page.path, known)
  const period = range.dateFrom === undefined ? '' : ` from ${formatDay(range.dateFrom)} to ${formatDay(lastDay(range))}`
  const readers = page.ai > 0 ? 'by no person' : page.human > 0 ? 'by no AI' : 'by nobody'
  const evidence = [
    `was read ${readers}${period}${page.total > 0 ? `, but ${plural(page.total, 'time')} by ${page.ai > 0 ? 'AI' : 'people'}` : ''}`,
    page.lastViewedAt === null ? 'never before' : `last on ${formatDay(page.lastViewedAt)}`,
    `its file is ${JSON.stringify(page.file)}`,
    page.linkedFrom === 0 ? 'no page links to it' : `${plural(page.linkedFrom, 'page links', 'pages link')} to it`,
    ...(page.isInNavigation === null ? [] : [page.isInNavigation ? 'it is in the navigation' : 'it is not in the navigation']),
    ...(target === null ? [] : [`a page like it that is read: ${JSON.stringify(target)}`]),
  ]
  const instruction = prefersFixedWords(project.agent) ? deletePage(page.file, target) : askEditor(page)
  return { title: 'Fix this unread page', prompt: withNote(instruction, page.path, evidence), page: page.path }
}

function withNote(instruction: string, path: string, evidence: string[]): string {
  return `${instruction}\n\n${NOTE} ${JSON.stringify(path)} ${evidence.join('; ')}.`.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}

/** What the offline agent can do about it: a page at that address, which leads on where the target is known. */
function createPage(path: string, target: string | null): string {
  const text = target === null ? '' : ` with the text "This page is now at [${titleOf(target)}](${unquoted(target)})."`
  return `Create a page "${unquoted(path).replace(/^\/+/, '')}" titled "${titleOf(path)}"${text}`
}

function askWriter(path: string, target: string | null): string {
  const guess = target === null ? '' : `, probably ${JSON.stringify(target)},`
  return `Readers ask for the page ${JSON.stringify(path)}, which does not exist. If another page${guess} has what they look for, redirect the address to it and correct the links that lead to the old one. If none has it, write the page from what the other pages say.`
}

/** What the offline agent can do about it: it cannot judge what a page is worth, so whoever reads the prompt does. */
function deletePage(file: string, target: string | null): string {
  const redirect = target === null ? '' : ` and redirect it to "${unquoted(target).replace(/^\/+/, '')}"`
  return `Delete the page "${unquoted(file)}"${redirect}`
}

function askEditor({ path, file }: UnreadPage): string {
  return `Nobody reads the page ${JSON.stringify(path)} (${JSON.stringify(file)}). Read it and decide: if readers need it, link to it from the pages where they look for it, and put it in the navigation; if another page covers the same, merge what is worth keeping into that one; if nobody needs it, delete it. When its address goes, redirect it to the nearest page and correct the links that lead to it. Say why you chose what you did.`
}

/** The path comes from whoever asked: it must not end the quotes that it stands in. */
function unquoted(text: string): string {
  return text.replaceAll(/["“”`\n]/g, '')
}

function titleOf(path: string): string {
  const words = unquoted(path.split('/').findLast(Boolean) ?? 'Start')
    .replaceAll(/[-_.[\]()]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Below this, two addresses have nothing to do with each other. */
const LIKENESS_MIN = 0.6

/** The page whose address is most like a missing one; null when none is. */
export function likelyTarget(path: string, known: readonly string[]): string | null {
  let best: { path: string; likeness: number } | null = null
  for (const candidate of known) {
    if (candidate === path || candidate === '/') continue
    const likeness = likenessOf(path.toLowerCase(), candidate.toLowerCase())
    if (likeness >= LIKENESS_MIN && likeness > (best?.likeness ?? 0)) best = { path: candidate, likeness }
  }
  return best?.path ?? null
}

/** The same last word counts much: pages move more often than they are renamed. */
function likenessOf(one: string, other: string): number {
  const whole = 1 - distance(one, other) / Math.max(one.length, other.length)
  const [last, otherLast] = [one.split('/').at(-1)!, other.split('/').at(-1)!]
  return last === otherLast ? Math.max(whole, 0.65 + whole / 4) : whole
}
