import { setImmediate } from 'node:timers/promises'
import { folderOf, joinPath } from '../lib/repository-path.ts'
import { activeHtml, activeStyle } from './active-html.ts'
import { yamlTags } from './front-matter-code.ts'
import { type PagePiece, pageCode } from './page-code.ts'
import { PAGE_ABOUT_AGENTS } from './names.ts'
import { type PathKind, pathKind } from './path-kind.ts'
import { configurationDanger } from './site-configuration.ts'
import type { SiteTraits } from './site-traits.ts'

/** A file that a change has differently, with its text on both sides; null where there is none. */
export interface ChangedFile {
  path: string
  before: string | null
  after: string | null
}

/** What a project lets agents change besides its documentation. */
export interface Allowed {
  /** What machines with secrets run, see `git/protected-paths.ts`. */
  ciFiles: boolean
  /** What builds, servers and editors run or obey, in files of their own or on pages. */
  code: boolean
}

/** What a change is held against. */
export interface PolicySite {
  traits: SiteTraits
  /** Pages as they were. They are asked for only when a page has code that the files of the change did not have. */
  otherPages(): AsyncIterable<{ path: string; text: string }>
}

/** Why a change is refused: a code for programs, and words that follow the path. */
export interface Refused {
  code: string
  path: string
  problem: string
  hint: string
}

/** Files whose text decides. Of the others the path says enough. */
export function isJudgedByText(path: string): boolean {
  return ['configuration', 'page', 'data', 'style'].includes(pathKind(path).kind)
}

const BY_HAND = 'Change this file by hand.'
const ALLOW_CODE = 'Change this file by hand, or allow code for the project (`docwright project set <id> --allow-code`).'
const ALLOW_CI = 'Change this file by hand, or allow CI files for the project (`docwright project set <id> --allow-ci-files`).'

/**
 * The one judgement of what an agent may write, for its tools and for the last look before the push.
 *
 * It is a list of what is allowed. Pages, pictures and data are content. The configuration of a site may change in its navigation
 * and redirects. Everything else is run or obeyed by something: a build, a server, an editor, another agent.
 */
export async function judgeChange(files: readonly ChangedFile[], allowed: Allowed, site: PolicySite): Promise<Refused | null> {
  for (const file of files) {
    const refused = judgeFile(file, allowed)
    if (refused) return refused
  }
  return allowed.code ? null : findNewCode(files, site)
}

/** Judges a path alone, for tools that have not got a text yet; null when its text will decide. */
export function judgePath(path: string, allowed: Allowed): Refused | null {
  return judgeKind(path, pathKind(path), allowed)
}

function judgeFile(file: ChangedFile, allowed: Allowed): Refused | null {
  const { path, before, after } = file
  const kind: PathKind = before === null && PAGE_ABOUT_AGENTS.test(path) ? { kind: 'orders' } : pathKind(path)
  const refused = judgeKind(path, kind, allowed)
  if (refused || allowed.code) return refused
  if (kind.kind === 'configuration') {
    const problem = configurationDanger(kind.shape, before, after)
    return problem === null ? null : { code: 'policy_site_configuration', path, problem, hint: ALLOW_CODE }
  }
  if (kind.kind === 'data' && !kind.isCertain && ![before, after].every((text) => text === null || isApiDescription(text)))
    return { code: 'policy_code', path, problem: 'may be settings that a tool obeys, and not data of the site', hint: ALLOW_CODE }
  if (isJudgedByText(path) && after?.includes('\0') && !before?.includes('\0'))
    return { code: 'policy_code', path, problem: 'is not the text that its name says', hint: BY_HAND }
  return null
}

const CODES = { git: 'policy_git_file', ci: 'policy_ci_file', lock: 'policy_lock_file', licence: 'policy_licence' }

function judgeKind(path: string, kind: PathKind, allowed: Allowed): Refused | null {
  if (kind.kind === 'orders')
    return {
      code: 'policy_agent_orders',
      path,
      problem: 'tells coding agents what to do, so no agent may change it',
      hint: BY_HAND,
    }
  if (kind.kind === 'protected') {
    const { group, problem } = kind
    if ((group === 'ci' && allowed.ciFiles) || (group === 'lock' && allowed.code)) return null
    const hint = group === 'ci' ? ALLOW_CI : group === 'lock' ? ALLOW_CODE : BY_HAND
    return { code: CODES[group], path, problem, hint }
  }
  if (kind.kind !== 'code' || allowed.code) return null
  const problem = 'is neither a page nor other content, so a build, a server or an editor may run or obey it'
  return { code: 'policy_code', path, problem, hint: ALLOW_CODE }
}

/** A description of an API is data wherever it lies, and says at its top that it is one. */
function isApiDescription(text: string): boolean {
  return (
    /^(?:\s*\{\s*)?["']?(?:openapi|swagger|asyncapi)["']?\s*:/m.test(text.slice(0, 20_000)) &&
    !/^\s*["']?(?:jobs|steps|stages|script)["']?\s*:/m.test(text.slice(0, 2000))
  )
}

/** Finds code on pages that was on no page before: neither on this one nor on one that was moved, nor elsewhere on the site. */
async function findNewCode(files: readonly ChangedFile[], { traits, otherPages }: PolicySite): Promise<Refused | null> {
  const known = new Set<string>()
  for (const { path, before } of files) if (before !== null) for (const { text } of codeOf(path, before, traits)) known.add(text)
  const found: { path: string; piece: PagePiece }[] = []
  for (const { path, before, after } of files) {
    if (after === null || after === before) continue
    // A page is read in one go; between two of them others may have their turn.
    await setImmediate()
    for (const piece of codeOf(path, after, traits))
      if (!known.has(piece.text) && !(piece.imported !== undefined && isContent(path, piece.imported)))
        found.push({ path, piece })
  }
  if (found.length === 0) return null
  const unknown = new Set(found.map(({ piece }) => piece.text))
  for await (const { path, text } of otherPages()) {
    await setImmediate()
    for (const piece of codeOf(path, text, traits)) unknown.delete(piece.text)
    if (unknown.size === 0) return null
  }
  const { path, piece } = found.find((one) => unknown.has(one.piece.text))!
  return {
    code: 'policy_code',
    path,
    problem: `adds ${piece.what}, which the site runs and no page had before`,
    hint: 'Ask for the change without it, make it by hand, or allow code for the project (`docwright project set <id> --allow-code`).',
  }
}

function* codeOf(path: string, text: string, traits: SiteTraits): Generator<PagePiece> {
  const kind = pathKind(path)
  if (kind.kind === 'page') yield* pageCode(path, text, kind.dialect, traits)
  if (kind.kind === 'style') yield* activeStyle(text)
  if (kind.kind !== 'data') return
  const plain = text.replaceAll(/\\(?:u00|x)([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  yield* activeHtml(plain.replaceAll('\\"', '"'))
  if (kind.isYaml) yield* yamlTags(text)
}

/** An import of another page or of a picture takes in what is judged on its own. */
function isContent(page: string, imported: string): boolean {
  if (/[?!#\\%\0]/.test(imported)) return false
  const isRelative = /^\.{1,2}\//.test(imported)
  if (!isRelative && !/^(?:\/|@site\/|@\/|~\/)/.test(imported)) return false
  const path = joinPath(isRelative ? folderOf(page) : '', imported.replace(/^(?:@site|@|~)\//, ''))
  if (path === null) return false
  const kind = pathKind(path)
  if (kind.kind === 'page') return kind.dialect === 'md' || kind.dialect === 'mdx' || path.endsWith('.svg')
  return kind.kind === 'media' || kind.kind === 'style' || (kind.kind === 'data' && kind.isCertain)
}
