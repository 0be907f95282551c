import { slug } from 'github-slugger'
import { folderOf, nameOf } from '../../../lib/repository-path.ts'
import { confinedPath } from '../../../site/edit/confined-path.ts'
import { titleFromPath } from '../../../site/edit/front-matter/missing-fields.ts'
import { moveNavigationEntry } from '../../../site/operations/navigation.ts'
import { createPage, deletePage, mergePages, moveFolder, movePage } from '../../../site/operations/pages.ts'
import { candidatesFor } from '../../../site/operations/scope.ts'
import { type Frame, type Reading, choice, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, SLOT, WORD_SLOT, groundPage, isQuoted } from './pattern.ts'

const PAGE = String.raw`(?:(?:the|our|this)\s+)?(?:(?:page|file|guide|doc|document|article)\s+)?`
const MOVE = new RegExp(
  String.raw`^(?<verb>move|rename) (?<from>${SLOT}) (?:to|into|as|under|below|in|inside)(?: the)?(?: folder| directory| section)? (?<to>${WORD_SLOT})(?: folder| directory| section)?$`,
  'iu',
)
const FOLDER =
  /^(?:move|rename) (?:the )?(?:(?:whole|entire|complete) )?(?:(?:folder|directory) )?(?<from>\S+?)\/?(?: (?:folder|directory))? (?:to|into|under|as) (?:the )?(?:folder )?(?<to>\S+?)\/?(?: (?:folder|directory))?$/iu
const REDIRECT = String.raw`(?:,? (?:and|with|then)? ?(?:(?:a|add a|create a|set up a) )?(?:redirect(?:s|ing)?|send|point|forward|lead) ?(?:(?:it|them|its address|its url|the old address|the old url|(?:its |the |all )?(?:readers|visitors|links|people|users|traffic)) )?(?:to|towards) (?<to>${SLOT}))?`
const DELETE = new RegExp(String.raw`^remove (?<pages>${SLOT})${REDIRECT}$`, 'iu')
const MERGE = new RegExp(String.raw`^merge ${PAGE}(?<from>${SLOT}) (?:into|with|to|in) ${PAGE}(?<into>${SLOT})$`, 'iu')
const MERGE_BOTH = new RegExp(
  String.raw`^merge ${PAGE}(?<from>${WORD_SLOT}) and (?<into>${WORD_SLOT})(?: into (?:one|a single)(?: page)?)?$`,
  'iu',
)

const TITLED = String.raw`(?:titled|entitled|called|named|with the title|with title)`
const NAVIGATION = String.raw`(?:,? (?:and )?(?:put|add|list|place) it (?:in|to) the (?:nav(?:igation)?|sidebar|menu) (?<at>after|before|behind|below|above|under) (?<beside>${WORD_SLOT}))?`
const TEXT = String.raw`(?:,? (?:(?:and|with|containing|that says|saying) )?(?:the )?(?:following )?(?:text|content|paragraph)? ?(?<text>${ANY_QUOTE}))?`
const CREATE = new RegExp(
  String.raw`^(?:create|add|make|start) (?:a |an |the |one )?(?:new )?(?:empty |blank )?(?:page|file|doc|guide) ?(?:at |in )?(?<path>${ANY_QUOTE}|(?!titled|entitled|called|named|with|about|that|for|on\b)\S+)?(?:,? ${TITLED} (?<title>${ANY_QUOTE}|\S.*?))?${TEXT}${NAVIGATION}$`,
  'iu',
)

export const pages: FrameReader = {
  examples: [
    'Move guides/setup.md to start/setup.md',
    'Delete guides/old.md and redirect it to guides/new.md',
    'Merge guides/a.md into guides/b.md',
    'Create a page guides/webhooks titled "Webhooks"',
  ],
  read: (clause, ground) =>
    readMerge(clause, ground) ??
    readCreate(clause, ground) ??
    readFolder(clause, ground) ??
    readMove(clause, ground) ??
    readDelete(clause, ground),
}

/** Without the words for its scope; and with them, since where a page goes looks like a scope. */
function waysToRead(clause: Clause): Clause[] {
  return [clause, { ...clause, text: clause.raw, scope: { include: [], exclude: [] } }]
}

/** True for what is meant as a page rather than as a text. */
function isAboutPage(slot: string, { quotes }: Clause, ground: Ground): boolean {
  const written = unquoted(slot, quotes)
  if (/\s/u.test(written)) return /^(?:the |our )?(?:page|file)\b|\b(?:page|file|guide|tutorial|article|doc)$/iu.test(slot)
  if (/\.(?:md|mdx|markdown)$/iu.test(written)) return true
  return written.includes('/') && !/^https?:/iu.test(written) && (ground.page(written) !== null || /^[\w./-]+$/u.test(written))
}

function readMove(clause: Clause, ground: Ground): Reading | null {
  for (const one of waysToRead(clause)) {
    const found = MOVE.exec(one.text)?.groups
    if (!found) continue
    const from = found['from'] ?? ''
    const to = unquoted(found['to'] ?? '', clause.quotes)
    const isMove = /^move$/iu.test(found['verb'] ?? '')
    // "rename workspace to project" is about a word, and "move" is always about a page.
    if (!isAboutPage(from, clause, ground) && !isMove) return null
    if (isMove && /^(?:the )?(?:section|paragraph|heading|table|note|text|image)\b/iu.test(from)) return null
    const page = groundPage(from, clause, ground)
    if ('kind' in page) return page
    return inLanguages(page.path, one, ground, (path) =>
      moveFrame(path, asWritten(path, unquoted(from, clause.quotes), to, ground), ground),
    )
  }
  return null
}

/** "Move how-to/a.md to advanced/a.md" for `docs/en/how-to/a.md`: both are written from the same folder, if it has such a place. */
function asWritten(page: string, written: string, target: string, { site }: Ground): string {
  if (!target.includes('/') || !page.endsWith(`/${written}`)) return target
  const home = page.slice(0, -written.length)
  const first = target.split('/')[0] ?? ''
  const hasFolder = (folder: string) => site.allPaths().some((path) => path.startsWith(`${folder}/`))
  return hasFolder(home + first) && !hasFolder(first) ? home + target : target
}

function moveFrame(from: string, target: string, ground: Ground): Frame | Reading {
  const to = destination(from, target, ground)
  if (to === null) return unclear(`\`${target}\` is not a path inside the repository that a page can have.`)
  if (to !== from && !ground.site.canCreate(to)) return unclear(`There is already something at \`${to}\`.`)
  return { operation: movePage, given: { from, to } }
}

/** A folder keeps the page's name, a bare name keeps its folder, and a path without ending keeps the ending. */
function destination(from: string, target: string, { site }: Ground): string | null {
  // An address begins with a slash; a path that does leads out of the repository.
  const path = confinedPath(/\.\w+$/u.test(target) ? target : target.replace(/^\/(?=.)/u, ''))
  if (path === null) return null
  const isKnown = (folder: string) => site.allPaths().some((other) => other.startsWith(`${folder}/`))
  const isFolder = target.endsWith('/') || isKnown(path)
  const full = homeFolder(from, path, site.allPaths()) ?? path
  if (isFolder) return `${isKnown(path) ? path : full}/${nameOf(from)}`
  const ending = nameOf(from).slice(nameOf(from).lastIndexOf('.'))
  const named = /\.(?:md|mdx|markdown)$/iu.test(path) ? path : `${path}${ending}`
  const folder = folderOf(from)
  if (!named.includes('/')) return folder === '' ? named : `${folder}/${named}`
  return homeFolder(from, named, site.allPaths()) ?? named
}

/** `guide/x` for a page of `docs/en/guide` goes to `docs/en/guide`, when the repository has no `guide` of its own. */
function homeFolder(from: string, path: string, all: readonly string[]): string | null {
  const first = path.split('/')[0] ?? ''
  if (all.some((other) => other.startsWith(`${first}/`))) return null
  const parts = folderOf(from).split('/')
  const at = parts.indexOf(first)
  if (at > 0) return [...parts.slice(0, at), path].join('/')
  return null
}

/** A frame for the page, and for its translations when all languages are meant. */
function inLanguages(
  path: string,
  { inAllLanguages, scope }: Clause,
  ground: Ground,
  frameFor: (path: string) => Frame | Reading,
): Reading {
  const paths = [path, ...(inAllLanguages ? ground.map.translationsOf(path) : [])]
  const isOutside =
    scope.include.length > 0 &&
    !scope.include.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/u, '')}/`))
  if (isOutside || scope.exclude.length > 0)
    return unclear(`It is not clear what the pages beside \`${path}\` have to do with it.`)
  const frames: Frame[] = []
  for (const one of paths) {
    const frame = frameFor(one)
    if ('kind' in frame) return frame
    frames.push(frame)
  }
  return { kind: 'understood', frames }
}

function readFolder(clause: Clause, ground: Ground): Reading | null {
  const found = FOLDER.exec(clause.text)?.groups
  const from = (found?.['from'] ?? '').replace(/^\.?\//u, '')
  const to = confinedPath(found?.['to'] ?? '')
  if (!found || to === null || /\.(?:md|mdx|markdown)$/iu.test(`${from} ${to}`)) return null
  const isNamed = /\b(?:folder|directory)\b|\/ /iu.test(clause.text)
  const folders = isNamed
    ? candidatesFor(ground.site, from).filter((path) => !ground.site.has(path) && ground.map.isCurrent(`${path}/x.md`))
    : []
  const own = folders.filter((folder) => ground.map.placeOf(`${folder}/x`).locale === null)
  const [folder, ...more] = own.length > 0 ? own : folders
  if (folder === undefined || more.length > 0) return null
  const place = homeFolder(`${folder}/x`, to, ground.site.allPaths()) ?? to
  const { key } = ground.map.placeOf(`${folder}/x`)
  const frames = [folder]
  if (clause.inAllLanguages) for (const other of ground.map.localeFolders(() => true)) frames.push(`${other}/${folderOf(key)}`)
  const moved = [...new Set(frames)].filter((one) => ground.site.pages().some((page) => page.startsWith(`${one}/`)))
  return understood(
    ...moved.map((one) => ({
      operation: moveFolder,
      given: { from: one, to: one === folder ? place : `${one.slice(0, one.length - folderOf(key).length)}${place}` },
    })),
  )
}

function readDelete(clause: Clause, ground: Ground): Reading | null {
  for (const way of waysToRead(clause)) {
    const found = DELETE.exec(way.text)?.groups
    if (!found) continue
    const slot = found['pages'] ?? ''
    const slots = slot.split(/,\s*(?:and\s+)?|\s+and\s+/u)
    const all = slots.length > 1 && slots.every((one) => isAboutPage(one, clause, ground)) ? slots : [slot]
    if (!all.every((one) => isAboutPage(one, clause, ground))) continue
    const frames: Frame[] = []
    for (const one of all) {
      const page = groundPage(one, clause, ground)
      if ('kind' in page) return page
      const to = found['to'] === undefined ? null : groundPage(found['to'], clause, ground)
      if (to && 'kind' in to) return to
      if (to?.path === page.path) return unclear('A page cannot redirect to itself.')
      const reading = inLanguages(page.path, way, ground, (path) => ({
        operation: deletePage,
        given: { page: path, ...(to ? { redirectTo: to.path } : {}) },
      }))
      if (reading.kind === 'unclear') return reading
      for (const frame of reading.frames) frames.push(frame)
    }
    return { kind: 'understood', frames }
  }
  return null
}

function readMerge(clause: Clause, ground: Ground): Reading | null {
  const both = MERGE_BOTH.exec(clause.text)?.groups
  const found = both ?? MERGE.exec(clause.text)?.groups
  if (!found) return null
  const from = groundPage(found['from'] ?? '', clause, ground)
  if ('kind' in from) return from
  const into = groundPage(found['into'] ?? '', clause, ground)
  if ('kind' in into) return into
  if (from.path === into.path) return unclear('A page cannot be merged into itself.')
  // Two pages that become one leave it open which address stays.
  if (both)
    return choice('Say which of the two pages stays.', [
      `Merge ${from.path} into ${into.path}`,
      `Merge ${into.path} into ${from.path}`,
    ])
  return understood({ operation: mergePages, given: { from: from.path, into: into.path } })
}

function readCreate(clause: Clause, ground: Ground): Reading | null {
  const found = (CREATE.exec(clause.text) ?? CREATE.exec(clause.raw))?.groups
  if (!found) return null
  const quotedTitle = isQuoted(found['title'])
  const title = found['title'] === undefined ? null : unquoted(found['title'], clause.quotes).trim()
  const isPlain =
    title === null ||
    quotedTitle ||
    (/^[\p{L}\p{N}][\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+){0,3}$/u.test(title) &&
      !/\b(?:to|in|into|for|that|which|and|with|about|under)\b/iu.test(title))
  if (!isPlain) return unclear('Put the title in quotes.', 'Create a page guides/webhooks titled "Webhooks"')
  const path = placeOf(clause, found['path'] === undefined ? null : unquoted(found['path'], clause.quotes), title, ground)
  if (typeof path !== 'string') return path
  if (!ground.site.canCreate(path)) return unclear(`There is already something at \`${path}\`.`)
  const text = found['text'] === undefined ? {} : { text: unquoted(found['text'], clause.quotes) }
  const frames: Frame[] = [{ operation: createPage, given: { path, title: title ?? titleFromPath(path), ...text } }]
  if (found['beside'] !== undefined) {
    const beside = groundPage(found['beside'], clause, ground)
    if ('kind' in beside) return beside
    const at = /^(?:before|above)$/iu.test(found['at'] ?? '') ? 'before' : 'after'
    frames.push({ operation: moveNavigationEntry, given: { page: path, at, other: beside.path } })
  }
  return { kind: 'understood', frames }
}

/** Where the page goes: the given path, or the given folder with a name made from the title. */
function placeOf({ scope }: Clause, written: string | null, title: string | null, ground: Ground): string | Reading {
  const [folder] = scope.include
  const given = written ?? (folder !== undefined && (title === null || /\.mdx?$/iu.test(folder)) ? folder : null)
  const name = title === null ? '' : slug(title)
  if (given === null && name === '') return unclear('Name the page.', 'Create a page guides/webhooks titled "Webhooks"')
  const path =
    given === null
      ? `${folder === undefined ? '' : `${folder.replace(/\/+$/u, '')}/`}${name}`
      : given.endsWith('/')
        ? `${given}${name}`
        : given
  const confined = confinedPath(path)
  if (confined === null) return unclear(`\`${path}\` is not a path inside the repository that a page can have.`)
  const placed = belowKnownFolder(confined, ground)
  if (/\.(?:md|mdx|markdown)$/iu.test(placed)) return placed
  return `${placed}${usualEnding(folderOf(placed), ground)}`
}

/** `guides/x` goes into `docs/guides` when that is the only folder of the name. */
function belowKnownFolder(path: string, { site }: Ground): string {
  const folder = folderOf(path)
  const candidates = folder === '' ? [] : candidatesFor(site, folder)
  return candidates.length === 1 && !site.has(candidates[0] ?? '') ? `${candidates[0]}${path.slice(folder.length)}` : path
}

function usualEnding(folder: string, { site }: Ground): string {
  const near = site.pages().filter((page) => folderOf(page) === folder)
  const pages = near.length > 0 ? near : site.pages()
  return pages.filter((page) => page.endsWith('.mdx')).length * 2 > pages.length ? '.mdx' : '.md'
}
