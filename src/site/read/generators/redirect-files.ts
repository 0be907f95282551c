import { folderOf, nameOf } from '../../../lib/repository-path.ts'
import { lineRanges } from '../line-ranges.ts'
import { fieldOf, type Literal, readLiterals, textOf } from '../literal-tree.ts'
import { noSettings, type Redirect, type SiteFiles, type SiteSettings } from '../site-settings.ts'

const FROM_FIELDS = ['source', 'from']
const TO_FIELDS = ['destination', 'to']
const JSON_FILES = new Set(['redirects.json', 'redirects.jsonc', 'vercel.json', 'redirects.js', 'redirects.mjs', 'redirects.ts'])

/** Reads the redirect files that belong to a host and not to a generator: `_redirects`, `redirects.json`, `vercel.json`. */
export function readRedirectFiles(files: SiteFiles): SiteSettings {
  const settings = noSettings()
  for (const [path, text] of files.texts) {
    if (nameOf(path) === '_redirects') settings.redirects = settings.redirects.concat(readLines(path, text))
    if (!JSON_FILES.has(nameOf(path))) continue
    const tree = readLiterals(text)
    const list = fieldOf(tree, 'redirects') ?? (nameOf(path) === 'vercel.json' ? undefined : tree)
    settings.redirects = settings.redirects.concat(redirectsIn(path, text, list, folderOf(path)))
  }
  return settings
}

/** `/old /new 301`, one to a line, as Netlify and Cloudflare have it. With 200 or 404 it says what to serve, and redirects no one. */
function readLines(path: string, text: string): Redirect[] {
  return text.split('\n').flatMap((line, index) => {
    const found = /^(\s*)(\/\S*)(\s+)((?:\/|https?:)\S*)(?:\s+(\d{3}))?/.exec(line)
    if (!found || /^(?:200|4)/.test(found[5] ?? '')) return []
    const start = found[1]!.length
    const end = start + found[2]!.length
    const toStart = end + found[3]!.length
    return [
      {
        from: found[2]!,
        to: found[4]!,
        path,
        at: { line: index + 1, start, end },
        toAt: { line: index + 1, start: toStart, end: toStart + found[4]!.length },
        folder: '',
      },
    ]
  })
}

/** Redirects in any of their usual shapes: `[{source, destination}]`, `[{from, to}]`, `[{from: [a, b], to}]`, `{old: new}`. */
export function redirectsIn(path: string, text: string, list: Literal | undefined, folder: string): Redirect[] {
  if (!list || list.kind === 'text') return []
  const rangeOf = lineRanges(text)
  const redirects: Redirect[] = []
  const add = (from: { value: string; start: number; end: number }, to: Literal | undefined) => {
    if (to?.kind !== 'text') return
    redirects.push({
      from: from.value,
      to: to.value,
      path,
      at: rangeOf(from.start, from.end),
      toAt: rangeOf(to.start, to.end),
      folder,
    })
  }
  const walk = (item: Literal) => {
    if (item.kind === 'text') return
    if (item.kind !== 'object') return item.items.forEach(walk)
    const to = TO_FIELDS.map((field) => fieldOf(item, field)).find((value) => value !== undefined)
    const from = FROM_FIELDS.map((field) => fieldOf(item, field)).find((value) => value !== undefined)
    if (from && to) {
      for (const one of from.kind === 'array' ? from.items : [from]) if (one.kind === 'text') add(one, textOf(to))
      return
    }
    for (const { key, start, end, value } of item.entries) {
      if (key.startsWith('/') && value.kind === 'text') add({ value: key, start, end }, value)
      else if (key === '') walk(value)
    }
  }
  walk(list)
  return redirects
}
