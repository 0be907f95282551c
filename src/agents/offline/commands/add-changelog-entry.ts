import { nameOf } from '../../../lib/repository-path.ts'
import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { addToChangelog } from '../../../site/edit/pages/add-to-changelog.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { type Command, unclear } from '../reading.ts'

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
      return {
        kind: 'understood',
        title: `Add a changelog entry to ${path}`,
        run: (context) => addToChangelog(context.site, path, text, group),
      }
    }
    return null
  },
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
