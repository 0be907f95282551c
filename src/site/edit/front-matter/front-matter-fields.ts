import { isScalar } from 'yaml'
import { FRONT_MATTER_CHARACTERS_MAX } from '../../read/front-matter.ts'
import { readYaml, yamlFields } from '../../read/read-yaml.ts'

/** A page cut at its front matter. */
interface SplitPage {
  /** Between the marks, with its last line ending; null when the page has none. */
  matter: string | null
  body: string
}

const MATTER = /^---[ \t]*\r?\n(?<matter>[\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/mu

export function splitFrontMatter(page: string): SplitPage {
  const found = page.startsWith('---') ? MATTER.exec(page) : null
  if (!found || found.index !== 0) return { matter: null, body: page }
  return { matter: found.groups?.['matter'] ?? '', body: page.slice(found[0].length) }
}

/** The fields by name; null when they are not valid YAML. */
export function readFields(matter: string): Map<string, unknown> | null {
  if (matter.length > FRONT_MATTER_CHARACTERS_MAX) return null
  const { contents, fault } = readYaml(matter)
  if (fault) return null
  if (contents === null) return new Map()
  const fields = yamlFields(contents)
  return fields && new Map([...fields].map(([name, value]) => [name, isScalar(value) ? value.value : value]))
}

/** Writes one field: in place when it is a one-line value, else as a new line at the start. Null when neither is certain. */
export function withField(page: string, name: string, value: string | number | boolean): string | null {
  const { matter } = splitFrontMatter(page)
  const line = `${name}: ${typeof value === 'string' ? yamlText(value) : value}`
  if (matter === null) return `---\n${line}\n---\n\n${page.replace(/^\n+/u, '')}`
  const fields = readFields(matter)
  if (!fields) return null
  const start = page.indexOf('\n') + 1
  const current = new RegExp(`^${name}:.*$`, 'mu').exec(matter)
  if (fields.has(name)) {
    const after = matter.slice((current?.index ?? 0) + (current?.[0].length ?? 0) + 1)
    // A value that goes on in the next lines is a block; replacing its first line would leave the rest behind.
    if (!current || /^[ \t]+\S/u.test(after)) return null
    return page.slice(0, start + current.index) + line + page.slice(start + current.index + current[0].length)
  }
  const title = /^title:.*\n(?![ \t])/mu.exec(matter)
  const at = start + (name !== 'title' && title ? title.index + title[0].length : 0)
  return `${page.slice(0, at)}${line}\n${page.slice(at)}`
}

/** A value as YAML writes it: bare when nothing in it has a meaning, else in double quotes. */
export function yamlText(value: string): string {
  const text = value.replaceAll(/\s+/gu, ' ').trim()
  const isPlain = /^[\p{L}][^:#"'\\[\]{}&*!|>%@`]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off)$/iu.test(text)
  return isPlain ? text : JSON.stringify(text)
}
