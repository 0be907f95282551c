import { FRONT_MATTER_CHARACTERS_MAX } from '../../read/front-matter.ts'
import type { PageRule } from '../page-rules.ts'
import { readFields, splitFrontMatter } from './front-matter-fields.ts'

/** A line with a key and a bare value. */
const ENTRY = /^(?<key>[A-Za-z_][\w-]*):[ \t]*(?<value>.*)$/u

/** Repairs that change how a value is written and never what it says. They are tried one after the other on each line. */
const REPAIRS: ((line: string) => string)[] = [
  (line) => line.replace(/^\t+/u, (tabs) => '  '.repeat(tabs.length)),
  (line) => line.replace(/^(?<key>[A-Za-z_][\w-]*):(?=[^\s:/])/u, '$<key>: '),
  (line) => quoteValue(line),
]

/** Repairs front matter that does not parse, when rewriting single lines is all it takes. */
export const repairFrontMatter: PageRule = (page) => {
  const opened = closeFrontMatter(page)
  const { matter } = splitFrontMatter(opened)
  if (matter === null || readFields(matter)) return { page: opened, changes: opened === page ? [] : ['front matter closed'] }
  let lines = matter.length > FRONT_MATTER_CHARACTERS_MAX ? [] : matter.split('\n')
  for (const repair of REPAIRS) {
    lines = lines.map(repair)
    if (lines.length > 0 && readFields(lines.join('\n'))) {
      const start = opened.indexOf('\n') + 1
      return {
        page: opened.slice(0, start) + lines.join('\n') + opened.slice(start + matter.length),
        changes: ['front matter repaired'],
      }
    }
  }
  return {
    page,
    changes: [],
    left: [{ line: 1, what: 'the front matter is not valid YAML, and no mechanical repair makes it so' }],
  }
}

/** Adds the closing mark when the page starts with a mark and nothing but fields up to a blank line. */
function closeFrontMatter(page: string): string {
  const block = /^---[ \t]*\n(?<fields>(?:[A-Za-z_][\w-]*:(?:[ \t].*)?\n)+)(?=\n)/u.exec(page)
  if (!block || /^(?:---|\.\.\.)[ \t]*$/mu.test(page.slice(block[0].length))) return page
  return `${block[0]}---\n${page.slice(block[0].length)}`
}

/** Puts a value in double quotes when something in it has a meaning to YAML that the writer cannot have wanted. */
function quoteValue(line: string): string {
  const found = ENTRY.exec(line.trimEnd())?.groups
  const value = found?.['value'] ?? ''
  if (!found || value === '' || readFields(line)) return line
  const inner = innerText(value)
  return `${found['key']}: ${JSON.stringify(inner)}`
}

/** The value without the quotes that the writer meant to put around it: one may be missing, or an apostrophe may end it early. */
function innerText(value: string): string {
  const quote = value[0]
  if (quote !== '"' && quote !== "'") return value
  return value.endsWith(quote) && value.length > 1 ? value.slice(1, -1) : value.slice(1)
}
