import type { EditableSite } from '../../site/edit/editable-site.ts'
import { localeOf, versionOf } from '../../site/read/editions.ts'
import type { Site } from '../../site/read/site.ts'
import { countByFolder } from '../../lib/folders.ts'

const LISTED_MAX = 8
const NAME_CHARACTERS_MAX = 60

/**
 * What a writer who joins would want to know first, in a few lines: how the site is built, how large it is, where things are. It is
 * said before the first question, so that no turn is spent on finding it out.
 */
export function describeSite(site: EditableSite): string {
  const pages = site.pages()
  if (pages.length === 0) return ''
  const model = site.model()
  const characters = pages.reduce((sum, path) => sum + site.text(path).length, 0)
  const folders = countByFolder(pages).map(({ folder, count }) => ({ name: folder || 'the root', count }))
  const lines = [
    ...generatorsOf(model),
    `${pages.length} pages with about ${Math.max(1, Math.round(characters / 1000))},000 characters: ${listed(folders)}.`,
    ...editions('Translations', pages, (path) => localeOf(model, path)),
    ...editions('Earlier versions', pages, (path) => versionOf(model, path)),
    ...places('Navigation', model.navigation),
    ...places('Redirects', model.redirects),
  ]
  return lines.map((line) => `- ${line}`).join('\n')
}

function generatorsOf({ mounts }: Site): string[] {
  const roots = mounts.flatMap(({ root }) => (root ? [`${root.generator} in ${plain(root.folder) || 'the root'}`] : []))
  return roots.length === 0 ? [] : [`Built with ${[...new Set(roots)].slice(0, LISTED_MAX).join(', ')}.`]
}

/** Pages that stand beside others which say the same in another language, or of another version. */
function editions(what: string, pages: readonly string[], nameOf: (path: string) => string | null): string[] {
  const counts = countAll(pages.flatMap((path) => nameOf(path) ?? []))
  return counts.length === 0 ? [] : [`${what}: ${listed(counts)} pages. Leave them alone unless the instruction names them.`]
}

function places(what: string, entries: readonly { path: string }[]): string[] {
  const counts = countAll(entries.map(({ path }) => path))
  return counts.length === 0 ? [] : [`${what}: ${listed(counts)} entries.`]
}

interface Counted {
  name: string
  count: number
}

function countAll(names: readonly string[]): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
}

function listed(counts: readonly Counted[]): string {
  const shown = counts.slice(0, LISTED_MAX).map(({ name, count }) => `${plain(name)} ${count}`)
  return [...shown, ...(counts.length > LISTED_MAX ? [`${counts.length - LISTED_MAX} more`] : [])].join(', ')
}

/** Names of files are content, too: nothing of them but a name gets into the instructions. */
function plain(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}._/-]+/gu, ' ')
    .slice(0, NAME_CHARACTERS_MAX)
    .trim()
}
