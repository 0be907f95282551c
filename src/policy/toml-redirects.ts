import type { Configuration } from './configuration.ts'

const FIELD = /^(?:([A-Za-z0-9_-]+)|"([^"\\]*)")[ ]*=[ ]*(?:"([^"\\]*)"|'([^']*)'|(\d{1,3}|true|false))[ ]*(?:#.*)?$/
const FIELDS: ReadonlySet<string> = new Set(['from', 'to', 'status', 'force'])

/**
 * Takes the redirects out of a TOML file: the tables of one name, as far as they hold nothing but one-line fields. A file with
 * texts over several lines is not read: a table may be the content of one there.
 */
export function readTomlRedirects(text: string, table: RegExp): Configuration | null {
  if (text.includes('"""') || text.includes("'''")) return null
  const isList = table.source.includes('redirects')
  const rest: string[] = []
  const tables: Map<string, string>[] = []
  let fields: Map<string, string> | undefined
  for (const line of text.split(/\r?\n/)) {
    const bare = line.trim()
    if (bare.startsWith('[')) {
      fields = table.test(bare) ? new Map() : undefined
      if (fields) tables.push(fields)
    }
    if (!fields && bare !== '') rest.push(line)
    if (!fields || bare === '' || bare.startsWith('#') || bare.startsWith('[')) continue
    const [, word, quoted, double, single, value] = FIELD.exec(bare) ?? []
    const name = word ?? quoted
    if (name === undefined || (isList && !FIELDS.has(name)) || fields.has(name)) return null
    fields.set(name, double ?? single ?? value ?? '')
  }
  return { rest, parts: tables.map((one) => ({ key: 'redirects', value: Object.fromEntries(one) })) }
}
