import { nameOf } from '../../../lib/repository-path.ts'
import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { BOXES, type Box } from '../../../site/edit/pages/boxes.ts'
import { addChangelogEntry, insertText, removeSection } from '../../../site/operations/texts.ts'
import { type Reading, choice, unclear, understood } from '../frame.ts'
import type { Ground } from '../ground/ground.ts'
import { stemsOf } from '../ground/words.ts'
import type { Clause } from '../message/clause.ts'
import { ANY_QUOTE, unquoted } from '../message/masked-text.ts'
import { type FrameReader, SLOT, groundPage, inWords } from './pattern.ts'

const CHANGELOG = /^(?:changelog|changes|history|release-notes|releases)\.(?:md|mdx|markdown)$/iu
const ENTRY = [
  new RegExp(
    String.raw`^(?:add|write|put|create|log) (?:a |an |the )?(?:new )?(?:(?:change ?log|release notes?) (?:entry|item|line|note)|(?:entry|item|line|note) (?:to|in|into) the (?:change ?log|release notes?))(?: (?:saying|that says|for(?: today)?|with(?: the text)?))* (?<text>${ANY_QUOTE})(?: under (?<group>\w+|${ANY_QUOTE}))?$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:add|write|put|log|note) (?<text>${ANY_QUOTE}) (?:to|in|into) (?:the )?(?:change ?log|release notes)(?: under (?<group>\w+|${ANY_QUOTE}))?$`,
    'iu',
  ),
]

const WHAT = String.raw`(?:(?:the|this|a|an|new|short|small|following|same|text|paragraph|sentence|line|section|box|admonition|callout|banner|message|block|content)\s+)*(?:(?<box>note|tip|hint|info|information|warning|caution|danger|important)(?:\s+(?:box|admonition|callout|banner|block|message|note))?\s+)?(?:(?:text|paragraph|sentence|line)\s+)?`
const SECTION = String.raw`(?:the\s+)?(?:(?:heading|section|header|chapter|subsection)\s+)?(?:(?:called|named|titled|on|about)\s+)?(?<heading>${ANY_QUOTE})(?:\s+(?:heading|section|header|subsection))?`
const AROUND = String.raw`(?<place>under(?:neath)?|below|after|beneath|before|above|to the end of|at the end of|to|in)\s+${SECTION}`
const PAGE_PLACE = String.raw`(?:(?:to|at|on|near|in)\s+)?(?:the\s+)?(?:very\s+)?(?<place>top|beginning|start|head|bottom|end|foot)(?:\s+of\s+(?:(?:the|each|every|all)\s+)*(?:pages?|files?|docs?))?`
const VERB = String.raw`(?:add|put|write)`
const INSERT = [
  new RegExp(String.raw`^${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})\s+${AROUND}$`, 'iu'),
  new RegExp(String.raw`^${VERB}\s+${WHAT}${AROUND},?\s+(?<text>${ANY_QUOTE})$`, 'iu'),
  new RegExp(String.raw`^${AROUND},?\s+${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})$`, 'iu'),
  new RegExp(String.raw`^${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})(?:\s+${PAGE_PLACE})$`, 'iu'),
  new RegExp(String.raw`^${VERB}\s+${WHAT}(?:${PAGE_PLACE}\s+)(?<text>${ANY_QUOTE})$`, 'iu'),
  new RegExp(String.raw`^${PAGE_PLACE},?\s+${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})$`, 'iu'),
  new RegExp(String.raw`^${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})$`, 'iu'),
]
const NEW_SECTION = new RegExp(
  String.raw`^${VERB}\s+(?:a|an|the)\s+(?:new\s+)?(?:(?<before>${SLOT})\s+section|section\s+(?:called|named|titled|on|about)\s+(?<title>${SLOT}))(?:\s+${PAGE_PLACE})?,?\s+(?<text>${ANY_QUOTE})$`,
  'iu',
)
const REMOVE = new RegExp(
  String.raw`^remove\s+(?:the\s+)?(?:(?:whole|entire|complete)\s+)?(?:(?:section|chapter|subsection)\s+(?:(?:on|about|called|named|titled|for)\s+)?(?<after>${SLOT})|(?<before>${SLOT})\s+(?:section|subsection|chapter)|heading\s+(?<heading>${ANY_QUOTE})\s+(?:and|with)\s+(?:its|the|all)\s+(?:text|content|section|paragraphs?))(?:\s+(?:from|in|of|on)\s+(?<page>${SLOT}))?$`,
  'iu',
)

export const texts: FrameReader = {
  examples: [
    'Insert "Restart the server." under the heading "Install" in guides/setup.md',
    'Add a warning to the top of guides/setup.md: "This page is a draft."',
    'Remove the section "Limits" from guides/setup.md',
    'Add a changelog entry: Tokens now expire after a day',
  ],
  read: (clause, ground) =>
    readEntry(clause, ground.site) ?? readRemoval(clause, ground) ?? readSection(clause) ?? readInsertion(clause, ground),
}

function readEntry(clause: Clause, site: EditableSite): Reading | null {
  for (const pattern of ENTRY) {
    const found = (pattern.exec(clause.text) ?? pattern.exec(clause.raw))?.groups
    if (!found) continue
    const text = unquoted(found['text'] ?? '', clause.quotes)
      .replace(/^[-*+]\s+/u, '')
      .trim()
    const group = found['group'] === undefined ? {} : { group: unquoted(found['group'], clause.quotes) }
    const files = changelogs(site, clause.scope.include)
    const [page, ...more] = files
    if (text === '') return unclear('The entry is empty.')
    if (page === undefined) return unclear('There is no changelog: no page is called `CHANGELOG.md`.')
    if (more.length > 0)
      return choice(
        `There are several changelogs: ${files.map((file) => `\`${file}\``).join(', ')}.`,
        files.slice(0, 5).map((file) => `Add a changelog entry "${text}" in ${file}`),
      )
    return understood({ operation: addChangelogEntry, given: { page, text, ...group } })
  }
  return null
}

/** The one in the root goes first: those further down belong to parts of the repository. */
function changelogs(site: EditableSite, named: readonly string[]): string[] {
  const all = site.pages().filter((page) => CHANGELOG.test(nameOf(page)))
  const wanted = all.filter(
    (page) => named.length === 0 || named.some((name) => page === name || page.endsWith(`/${name}`) || page.startsWith(name)),
  )
  const root = wanted.filter((page) => !page.includes('/'))
  return root.length === 1 ? root : wanted
}

function readInsertion(clause: Clause, ground: Ground): Reading | null {
  for (const pattern of INSERT) {
    const found = pattern.exec(clause.text)?.groups
    if (!found) continue
    const text = unquoted(found['text'] ?? '', clause.quotes).trim()
    if (text === '') return unclear('The text is empty.')
    const box = boxOf(found['box'])
    const place = (found['place'] ?? '').toLowerCase()
    const boxed = box === null ? {} : { box }
    if (found['heading'] !== undefined) {
      const heading = unquoted(found['heading'], clause.quotes).trim()
      if (heading === '')
        return unclear('Name the heading.', 'Insert "Restart the server." under the heading "Install" in guides/setup.md')
      const at = /end/u.test(place)
        ? 'section_end'
        : /^(?:before|above)$/u.test(place)
          ? 'before_section'
          : place === 'after' && /\bsection\b/iu.test(clause.text)
            ? 'after_section'
            : 'section_start'
      return understood({ operation: insertText, given: { text, at, heading, ...boxed, scope: clause.scope } })
    }
    if (clause.scope.include.length === 0 && !/\b(?:each|every|all)\b/iu.test(clause.raw))
      return unclear(
        'Say on which page.',
        `${inWords(clause.text, clause.quotes)} at the top of ${ground.site.pages()[0] ?? 'guides/setup.md'}`,
      )
    if (place === '' && box === null)
      return unclear(
        'Say where: at the top or at the end of the page, or under which heading.',
        `Add "${text}" to the end of ${clause.scope.include[0] ?? ''}`,
      )
    const at = place === '' || /^(?:top|beginning|start|head)$/u.test(place) ? 'top' : 'bottom'
    return understood({ operation: insertText, given: { text, at, ...boxed, scope: clause.scope } })
  }
  return null
}

function boxOf(word: string | undefined): Box | null {
  const lower = word?.toLowerCase()
  if (lower === undefined) return null
  if (lower === 'hint') return 'tip'
  if (lower === 'information') return 'info'
  return BOXES.find((box) => box === lower) ?? null
}

function readSection(clause: Clause): Reading | null {
  const found = NEW_SECTION.exec(clause.text)?.groups
  if (!found) return null
  const written = unquoted(found['title'] ?? found['before'] ?? '', clause.quotes).trim()
  const text = unquoted(found['text'] ?? '', clause.quotes).trim()
  if (clause.scope.include.length !== 1) return unclear('Say on which page.')
  if (written === '' || text === '' || written.split(/\s+/u).length > 8) return null
  const title = `${written[0]!.toUpperCase()}${written.slice(1)}`
  const at = /^(?:top|beginning|start|head)$/iu.test(found['place'] ?? '') ? 'top' : 'bottom'
  return understood({ operation: insertText, given: { text, at, title, scope: clause.scope } })
}

function readRemoval(clause: Clause, ground: Ground): Reading | null {
  const found = (REMOVE.exec(clause.text) ?? REMOVE.exec(clause.raw.replace(/^(?:delete|drop|cut)\b/iu, 'remove')))?.groups
  if (!found) return null
  const described = unquoted(found['after'] ?? found['before'] ?? found['heading'] ?? '', clause.quotes).trim()
  const only = clause.scope.include.length === 1 ? clause.scope.include[0]! : null
  const slot = found['page'] ?? only
  if (slot === null) return unclear('Say from which page.', ...sectionHint(ground))
  const page = groundPage(slot, clause, ground)
  if ('kind' in page) return page
  const headings = ground.site.facts(page.path).headings.filter(({ level, isNested }) => level > 1 && !isNested)
  const exact = headings.filter(({ text }) => text.toLowerCase() === described.toLowerCase())
  const stems = stemsOf(described)
  const near =
    exact.length > 0
      ? exact
      : headings.filter(({ text }) => stems.length > 0 && stems.every((stem) => stemsOf(text).includes(stem)))
  const [heading, ...more] = near
  if (!heading)
    return unclear(
      `There is no section "${described}" on \`${page.path}\`.`,
      ...headings.slice(0, 1).map(({ text }) => `Remove the section "${text}" from ${page.path}`),
    )
  if (more.length > 0)
    return choice(
      `Several sections of \`${page.path}\` can be meant.`,
      near.slice(0, 5).map(({ text }) => `Remove the section "${text}" from ${page.path}`),
    )
  return understood({ operation: removeSection, given: { page: page.path, heading: heading.text } })
}

/** The first section of the site, so that the sentence works. */
function sectionHint({ site }: Ground): string[] {
  for (const path of site.pages().slice(0, 100)) {
    const heading = /^## (?<text>[^\n{#`[<*]+)$/mu.exec(site.text(path))?.groups?.['text']
    if (heading !== undefined) return [`Remove the section "${heading.trim()}" from ${path}`]
  }
  return []
}
