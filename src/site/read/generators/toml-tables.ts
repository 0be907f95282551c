import type { TextRange } from '../page-facts.ts'

interface TomlText {
  value: string
  at: TextRange
  keyAt: TextRange
}

/** The texts of a TOML file by table and key. Everything else in it is stepped over. */
export function tomlTables(text: string): Map<string, Map<string, TomlText>> {
  const tables = new Map<string, Map<string, TomlText>>()
  let table = new Map<string, TomlText>()
  tables.set('', table)
  for (const [index, line] of text.split('\n').entries()) {
    const name = /^\s*\[\[?\s*([^\]\s]{1,200})\s*\]/.exec(line)?.[1]
    if (name !== undefined) {
      table = tables.get(name) ?? new Map<string, TomlText>()
      tables.set(name, table)
      continue
    }
    const found = /^(\s*["']?)([^"'=\s]{1,500})(["']?\s*=\s*["'])([^"']{0,2000})["']/.exec(line)
    if (!found) continue
    const [, lead = '', key = '', between = '', value = ''] = found
    const start = lead.length + key.length + between.length
    table.set(key, {
      value,
      at: { line: index + 1, start, end: start + value.length },
      keyAt: { line: index + 1, start: lead.length, end: lead.length + key.length },
    })
  }
  return tables
}
