import { nameOf } from '../../../lib/repository-path.ts'
import { fieldOf, readLiterals } from '../../read/literal-tree.ts'
import { findRedirect, hasWildcard } from '../../read/redirect-rules.ts'
import type { Site } from '../../read/site.ts'
import type { Redirect } from '../../read/site-settings.ts'
import type { EditableSite } from '../editable-site.ts'
import { addressOf } from '../link-target.ts'

/**
 * Adds a redirect in the way in which the site already has them, and returns the file. Null when the site has none and nothing
 * shows how its host wants them; the caller says so then.
 */
export function addRedirect(site: EditableSite, fromAddress: string, toPage: string): string | null {
  const model = site.model()
  const from = fromAddress
  const to = addressOf(model, toPage)
  const known = findRedirect(model.redirectRules, from)
  if (known && known.to === to) return known.path
  for (const attempt of attempts(site, model, from, to, toPage)) {
    const before = site.text(attempt.path)
    site.write(attempt.path, attempt.text)
    const { redirectRules } = site.model()
    const found = findRedirect(redirectRules, from) ?? findRedirect(redirectRules, belowFolder(model, from))
    if (found?.path === attempt.path && isReadable(attempt.path, attempt.text)) return attempt.path
    site.write(attempt.path, before)
  }
  return null
}

interface Attempt {
  path: string
  text: string
}

function attempts(site: EditableSite, model: Site, from: string, to: string, toPage: string): Attempt[] {
  const found: Attempt[] = []
  const add = (path: string, text: string | null) => {
    if (text !== null) found.push({ path, text })
  }
  const written = model.redirects.filter(({ toAt }) => toAt !== null)
  // Rules with wildcards come last, because the first that fits counts.
  const last = written.findLast((redirect) => !hasWildcard(redirect.from)) ?? written.at(-1)
  if (last) add(last.path, behind(model, site.text(last.path), last, from, to, toPage))
  for (const path of site.paths()) {
    const text = site.text(path)
    if (/^(?:docs|mint)\.json$/u.test(nameOf(path))) add(path, intoDocsJson(text, from, to))
    if (nameOf(path) === '_redirects') add(path, `${text.replace(/\n*$/u, text === '' ? '' : '\n')}${from} ${to} 301\n`)
  }
  const usesFrontMatter = model.redirects.some(({ toAt }) => toAt === null)
  if (usesFrontMatter) add(toPage, intoFrontMatter(site.text(toPage), from))
  return found
}

/** Behind an existing redirect, in its layout. */
function behind(model: Site, text: string, last: Redirect, from: string, to: string, toPage: string): string | null {
  const lines = text.split('\n')
  if (nameOf(last.path) === '_redirects') {
    lines.splice(last.at.line, 0, `${from} ${to} 301`)
    return lines.join('\n')
  }
  if (/\.ya?ml$/u.test(last.path)) {
    const lead = /^\s*/u.exec(lines[last.at.line - 1] ?? '')?.[0] ?? ''
    const below = last.folder === '' ? toPage : toPage.slice(last.folder.length + 1)
    const quote = (path: string) => (/^[\w./-]+$/u.test(path) ? path : JSON.stringify(path))
    const source = `${belowFolder(model, from, last.folder).replace(/^\//u, '')}.md`
    lines.splice(last.at.line, 0, `${lead}${quote(source)}: ${quote(below)}`)
    return lines.join('\n')
  }
  return copyObject(text, last, from, to)
}

/** An address without the prefix under which its folder is served: MkDocs writes redirects as paths below that folder. */
function belowFolder({ mounts }: Site, address: string, folder?: string): string {
  const fits = mounts.filter(({ prefix }) => prefix !== '' && address.startsWith(`/${prefix}/`))
  const mount = fits.find((one) => folder === undefined || one.folder === folder)
  return mount ? address.slice(mount.prefix.length + 1) : address
}

/** Copies the object of the last redirect with other addresses, so that quotes, fields and layout are those of the file. */
function copyObject(text: string, last: Redirect, from: string, to: string): string | null {
  const offset = (line: number, column: number) =>
    text
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, 0) + column
  if (!last.toAt) return null
  const fromAt = { start: offset(last.at.line, last.at.start), end: offset(last.at.line, last.at.end) }
  const toAt = { start: offset(last.toAt.line, last.toAt.start), end: offset(last.toAt.line, last.toAt.end) }
  const start = text.lastIndexOf('{', Math.min(fromAt.start, toAt.start))
  const end = text.indexOf('}', Math.max(fromAt.end, toAt.end)) + 1
  if (start < 0 || end === 0 || /[{}[\]]/u.test(text.slice(start + 1, end - 1))) return null
  const parts = [
    { ...fromAt, value: from },
    { ...toAt, value: to },
  ].sort((a, b) => b.start - a.start)
  let copy = text.slice(start, end)
  for (const part of parts) copy = copy.slice(0, part.start - start) + part.value + copy.slice(part.end - start)
  const lead = text.slice(text.lastIndexOf('\n', start) + 1, start)
  const gap = lead.trim() === '' ? `\n${lead}` : ' '
  return `${text.slice(0, end)},${gap}${copy}${text.slice(end)}`
}

/** Mintlify reads redirects from its own file; an empty or absent list is started. */
function intoDocsJson(text: string, from: string, to: string): string | null {
  const tree = readLiterals(text)
  if (!fieldOf(tree, 'navigation')) return null
  const list = fieldOf(tree, 'redirects')
  const entry = `{ "source": ${JSON.stringify(from)}, "destination": ${JSON.stringify(to)} }`
  if (list)
    return list.kind === 'array' && list.items.length === 0
      ? text.replace(/("redirects"\s*:\s*)\[\s*\]/u, `$1[\n    ${entry}\n  ]`)
      : null
  const end = text.lastIndexOf('}')
  const body = text.slice(0, end).trimEnd()
  return `${body},\n  "redirects": [\n    ${entry}\n  ]\n${text.slice(end)}`
}

function intoFrontMatter(text: string, from: string): string | null {
  const matter = /^---\n[\s\S]*?^---$/mu.exec(text)
  if (!matter || matter.index !== 0 || /^(?:redirect_from|aliases|redirects):/mu.test(matter[0])) return null
  const end = matter[0].length - 3
  return `${text.slice(0, end)}redirect_from:\n  - ${from}\n${text.slice(end)}`
}

function isReadable(path: string, text: string): boolean {
  if (!path.endsWith('.json')) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
