import type { Misses, Project, Unread, Views } from '../../../client/index.ts'
import { prefersFixedWords } from './choices.ts'
import { formatDay, formatNumber, plural } from './format.ts'
import { likelyTarget } from './likely-target.ts'
import { type Range, lastDay } from './range.ts'

/** A job to propose. */
export interface Proposal {
  title: string
  /** To be read first, and changed at will. Empty where only a person can decide. */
  instruction: string
  /** Instructions to choose from instead. */
  alternatives: string[]
  /** Why it is proposed, on one line. It goes to the agent below the instruction. */
  evidence: string
  /** What whoever decides should know. */
  notice?: string
  /** The page that it is for: its row finds the job by it. */
  page: string
}

type Miss = Misses['misses'][number]
type PageViews = Views['views'][number]
type UnreadPage = Unread['unread'][number]

/** How the evidence begins. The offline agent knows this beginning and doesn't take the line for an instruction. */
export const NOTE = '> Noted by Docwright:'

/** @param known Pages that exist, to find out where the readers wanted to go. */
export function proposeForMiss(project: Project, miss: Miss, known: readonly string[]): Proposal {
  const target = likelyTarget(miss.path, known)
  const requests = [
    miss.ai > 0 && `${formatNumber(miss.ai)} by AI${miss.agents.length > 0 ? ` (${miss.agents.join(', ')})` : ''}`,
    miss.human > 0 && `${formatNumber(miss.human)} by people`,
    miss.other > 0 && `${formatNumber(miss.other)} by crawlers and bots`,
  ].filter(Boolean)
  const evidence = toEvidence(miss.path, [
    `was requested ${plural(miss.total, 'time')} and answered with ${miss.status}: ${requests.join(', ')}`,
    ...(miss.referrers.length > 0 ? [`linked from ${miss.referrers.join(', ')}`] : []),
    `last on ${formatDay(miss.lastSeen)}`,
  ])
  const common = { title: 'Fix this missing page', evidence, page: miss.path }
  if (!prefersFixedWords(project.agent)) return { ...common, instruction: askWriter(miss.path, target), alternatives: [] }
  const create = createPage(miss.path)
  if (target !== null)
    return { ...common, instruction: redirect(miss.path, target), alternatives: [redirect(miss.path, target), create] }
  return {
    ...common,
    instruction: '',
    alternatives: [create],
    notice:
      'No good match: no page of the site is similar enough to redirect to. Say where this address should lead, or create the page.',
  }
}

export function proposeForPage(project: Project, page: PageViews): Proposal {
  const scope = page.path === '/' ? '' : ` in ${unquoted(page.path.slice(1))}`
  return {
    title: 'Improve this page for AI',
    instruction: prefersFixedWords(project.agent)
      ? `Add missing titles and descriptions to the front matter${scope}`
      : `Make the page ${JSON.stringify(page.path)} serve the AI agents that read it most: a title and a description that say what it answers, headings that can be cited, complete commands and examples, and no statement that needs another page to be understood. Keep what it says.`,
    alternatives: [],
    evidence: toEvidence(page.path, [
      `was read ${plural(page.total, 'time')}: ${formatNumber(page.ai)} by AI, ${formatNumber(page.human)} by people`,
    ]),
    page: page.path,
  }
}

/** @param known Pages that are read, to find one that covers the same. */
export function proposeForUnread(project: Project, page: UnreadPage, range: Range, known: readonly string[]): Proposal {
  const target = likelyTarget(page.path, known)
  const period = range.dateFrom === undefined ? '' : ` from ${formatDay(range.dateFrom)} to ${formatDay(lastDay(range))}`
  const readers = page.ai > 0 ? 'by no person' : page.human > 0 ? 'by no AI' : 'by no one'
  const evidence = toEvidence(page.path, [
    `was read ${readers}${period}${page.total > 0 ? `, but ${plural(page.total, 'time')} by ${page.ai > 0 ? 'AI' : 'people'}` : ''}`,
    page.lastViewedAt === null ? 'never before' : `last on ${formatDay(page.lastViewedAt)}`,
    `its file is ${JSON.stringify(page.file)}`,
    page.linkedFrom === 0 ? 'no page links to it' : `${plural(page.linkedFrom, 'page links', 'pages link')} to it`,
    ...(page.isInNavigation === null ? [] : [page.isInNavigation ? 'it is in the navigation' : 'it is not in the navigation']),
    ...(target === null ? [] : [`a similar page that is read: ${JSON.stringify(target)}`]),
  ])
  const common = { title: 'Fix this unread page', evidence, page: page.path }
  if (!prefersFixedWords(project.agent)) return { ...common, instruction: askEditor(page), alternatives: [] }
  const file = unquoted(page.file)
  const other = target === null ? null : unquoted(target).replace(/^\/+/, '')
  return {
    ...common,
    instruction: '',
    alternatives:
      other === null
        ? [`Delete the page "${file}"`]
        : [`Merge "${file}" into "${other}"`, `Delete the page "${file}" and redirect it to "${other}"`],
    notice: 'Only you can tell what this page is worth. Choose what to do, or write it in your own words.',
  }
}

/** What the agent gets: the instruction, and below it the evidence on a line of its own. */
export function toPrompt(instruction: string, evidence: string | null): string {
  return evidence === null ? instruction : `${instruction.trim()}\n\n${evidence}`
}

/** One line, whatever is in the path: it comes from whoever made the request. */
function toEvidence(path: string, facts: string[]): string {
  return `${NOTE} ${JSON.stringify(path)} ${facts.join('; ')}.`.replaceAll(/\p{Cc}/gu, ' ')
}

function redirect(path: string, target: string): string {
  return `Redirect "${unquoted(path)}" to "${unquoted(target)}"`
}

function createPage(path: string): string {
  return `Create a page "${unquoted(path).replace(/^\/+/, '')}" titled "${titleOf(path)}"`
}

function askWriter(path: string, target: string | null): string {
  const guess = target === null ? '' : `, probably ${JSON.stringify(target)},`
  return `Readers request the page ${JSON.stringify(path)}, which doesn’t exist. If another page${guess} has what they look for, add a redirect to it in the site’s configuration and correct the links that lead to the old address. Don’t add a page or a navigation entry for the redirect. If no page has it, write the page from what the other pages say.`
}

function askEditor({ path, file }: UnreadPage): string {
  return `No one reads the page ${JSON.stringify(path)} (${JSON.stringify(file)}). Read it and decide: if readers need it, link to it from the pages where they look for it, and put it in the navigation; if another page covers the same, merge what is worth keeping into that one; if no one needs it, delete it. When its address goes, redirect it to the nearest page and correct the links that lead to it. Say why you chose what you did.`
}

/** The path comes from whoever made the request: it must not end the quotes that it stands in. */
function unquoted(text: string): string {
  return text.replaceAll(/["“”`\p{Cc}]/gu, '')
}

function titleOf(path: string): string {
  const words = unquoted(path.split('/').findLast(Boolean) ?? 'Start')
    .replaceAll(/[-_.[\]()]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
