import { folderOf } from '../../../lib/repository-path.ts'
import type { EditableSite } from '../editable-site.ts'
import { yamlText } from '../front-matter/front-matter-fields.ts'
import { addToNavigation, hasNavigation } from '../navigation/navigation.ts'
import type { Outcome } from '../outcome.ts'

/** Makes a page and its navigation entry. */
export function createPageAt(site: EditableSite, path: string, title: string, text: string | null): Outcome {
  site.write(path, template(site, folderOf(path), title, text))
  const outcome: Outcome = { changes: [{ path, what: 'created' }], left: [], notes: [] }
  const edit = addToNavigation(site, path, title)
  if (edit?.isDone) outcome.changes.push({ path: edit.path, what: 'navigation entry' })
  else if (hasNavigation(site.model()))
    outcome.left.push({
      path,
      what: 'no navigation entry, because the navigation has no page of the same folder to put it behind',
    })
  if (text === null) outcome.notes.push('The page has a title and no text yet.')
  return outcome
}

/** As the other pages of the folder are made: with front matter, with a first-level heading, or with both. */
function template(site: EditableSite, folder: string, title: string, text: string | null): string {
  const near = site.pages().filter((page) => folderOf(page) === folder)
  const others = (near.length > 0 ? near : site.pages()).filter((page) => !/(?:^|\/)(?:readme|changelog)\./iu.test(page))
  const withMatter = others.filter((page) => site.facts(page).frontMatter.title !== null).length
  const withHeading = others.filter((page) => site.facts(page).headings.some(({ level }) => level === 1)).length
  const hasMatter = withMatter * 2 > others.length
  const hasHeading = !hasMatter || withHeading * 2 > others.length
  const parts = [
    ...(hasMatter ? [`---\ntitle: ${yamlText(title)}\n---`] : []),
    ...(hasHeading ? [`# ${title}`] : []),
    ...(text === null ? [] : [text.trim()]),
  ]
  return `${parts.join('\n\n')}\n`
}
