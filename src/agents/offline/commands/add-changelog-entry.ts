import { nameOf } from '../../../site/read/site-path.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { type Command, type CommandContext, type Outcome, unclear } from '../reading.ts'
import type { Site } from '../../../site/edit/editable-site.ts'
import { escapePattern } from '../../../site/edit/replace/term-pattern.ts'

const CHANGELOG = /^(?:changelog|changes|history|release-notes|releases)\.(?:md|mdx|markdown)$/iu
const PATTERNS = [
  new RegExp(
    String.raw`^(?:add|write|put|create|insert)\s+(?:a\s+|an\s+)?(?:new\s+)?(?:change ?log|release notes?)\s+(?:entry|item|line|note)(?:\s+(?:saying|that says|for|with(?: the text)?))?\s+(?<text>${ANY_QUOTE})(?:\s+under\s+(?<group>\w+|${ANY_QUOTE}))?$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:add|write|put|insert|append|log|note)\s+(?<text>${ANY_QUOTE})\s+(?:to|in|into)\s+(?:the\s+)?(?:change ?log|release notes)(?:\s+under\s+(?<group>\w+|${ANY_QUOTE}))?$`,
    'iu',
  ),
]
const UNRELEASED = /^#{2}\s+\[?(?:unreleased|upcoming|next)\]?/iu

export const addChangelogEntry: Command = {
  examples: ['Add a changelog entry: Tokens now expire after a day'],
  read: (clause, site) => {
    for (const pattern of PATTERNS) {
      const found = pattern.exec(clause.text)?.groups
      if (!found) continue
      const text = unquoted(found['text'] ?? '', clause.quotes)
        .replace(/^[-*+]\s+/u, '')
        .trim()
      const group = found['group'] === undefined ? null : unquoted(found['group'], clause.quotes)
      const files = changelogs(site, clause.scope.include)
      const [path, ...more] = files
      if (text === '') return unclear('The entry is empty.')
      if (path === undefined) return unclear('There is no changelog: no page is called `CHANGELOG.md`.')
      if (more.length > 0)
        return unclear(`There are several changelogs: ${files.map((file) => `\`${file}\``).join(', ')}. Name one: … in ${path}.`)
      return { kind: 'understood', title: `Add a changelog entry to ${path}`, run: (context) => add(context, path, text, group) }
    }
    return null
  },
}

/** The one in the root goes first: those further down belong to parts of the repository. */
function changelogs(site: Site, named: readonly string[]): string[] {
  const all = site.pages().filter((page) => CHANGELOG.test(nameOf(page)))
  const wanted = all.filter(
    (page) => named.length === 0 || named.some((name) => page === name || page.endsWith(`/${name}`) || page.startsWith(name)),
  )
  const root = wanted.filter((page) => !page.includes('/'))
  return root.length === 1 ? root : wanted
}

function add({ site }: CommandContext, path: string, text: string, group: string | null): Outcome {
  const lines = site.text(path).split('\n')
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  if (lines.some((line) => line.replace(/^\s*[-*+]\s+/u, '') === text))
    return { ...outcome, notes: ['The entry is already there.'] }
  if (lines.some((line) => /^\s*<Update\b/u.test(line))) {
    return {
      ...outcome,
      notes: ['This changelog is made of `<Update>` components with dates, which the offline agent does not write.'],
    }
  }
  const mark = /^\s*([-*+])\s+\S/mu.exec(site.text(path))?.[1] ?? '-'
  site.write(path, place(lines, `${mark} ${text.replaceAll('\n', '\n  ')}`, group).join('\n'))
  outcome.changes.push({ path, what: 'entry added under "Unreleased"' })
  return outcome
}

/** Into the section of what is not released, which is made above the newest release when there is none. */
function place(lines: readonly string[], entry: string, group: string | null): string[] {
  const start = lines.findIndex((line) => UNRELEASED.test(line))
  if (start < 0) {
    const release = lines.findIndex((line) => /^##\s/u.test(line))
    const at = release < 0 ? lastText(lines, 0, lines.length) : release
    const block = ['## Unreleased', '', ...(group === null ? [] : [`### ${group}`, '']), entry]
    return release < 0
      ? [...lines.slice(0, at), '', ...block, ...(lines.at(-1) === '' ? [''] : [])]
      : [...lines.slice(0, at), ...block, '', ...lines.slice(at)]
  }
  const next = lines.findIndex((line, index) => index > start && /^#{1,2}\s/u.test(line))
  const end = next < 0 ? lines.length : next
  const wanted =
    group === null
      ? -1
      : lines.findIndex(
          (line, index) =>
            index > start && index < end && new RegExp(`^###\\s+${escapePattern(group ?? '')}\\s*$`, 'iu').test(line),
        )
  if (group !== null && wanted < 0) {
    const at = lastText(lines, start + 1, end)
    return [...lines.slice(0, at), '', `### ${group}`, '', entry, ...lines.slice(at)]
  }
  const from = wanted < 0 ? start : wanted
  const stop = lines.findIndex((line, index) => index > from && index < end && /^###\s/u.test(line))
  const at = lastText(lines, from + 1, stop < 0 ? end : stop)
  return [...lines.slice(0, at), ...(at === from + 1 ? [''] : []), entry, ...lines.slice(at)]
}

function lastText(lines: readonly string[], start: number, end: number): number {
  let at = end
  while (at > start && (lines[at - 1] ?? '').trim() === '') at -= 1
  return at
}
