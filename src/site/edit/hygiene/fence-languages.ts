import { Content } from '../../../markdown/content.ts'
import { readMarkdown } from '../../../markdown/read-page.ts'
import { readYaml } from '../../read/read-yaml.ts'
import { plural } from '../outcome.ts'
import type { PageRule } from '../page-rules.ts'

/** An example on a page has less, and YAML takes long to read. */
const YAML_CHARACTERS_MAX = 16 * 1024

/** Names the language of a code block that names none, when there is no doubt about it. */
export const addFenceLanguages: PageRule = (page, { dialect }) => {
  let named = ''
  let at = 0
  let added = 0
  let unknown = 0
  for (const block of readMarkdown(page, dialect).blocks) {
    if (block.kind !== 'code' || !block.fence || block.fence.info.end > block.fence.info.start) continue
    const language = detectLanguage(new Content(page, block.pieces).text)
    if (language === null) unknown += 1
    else {
      added += 1
      named += page.slice(at, block.start + block.fence.mark.length) + language
      at = block.fence.info.start
    }
  }
  return {
    page: named + page.slice(at),
    changes: added === 0 ? [] : [`language of ${plural(added, 'code block')}`],
    left: unknown === 0 ? [] : [{ what: `${plural(unknown, 'code block')} without a language that can be told with certainty` }],
  }
}

/** JSON that parses, commands that all carry a prompt, or YAML that could be nothing else. */
function detectLanguage(code: string): string | null {
  const text = code.trim()
  if (text === '') return null
  if (/^[[{]/u.test(text) && isJson(text)) return 'json'
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.every((line) => /^\s*\$ \S/u.test(line))) return 'sh'
  return isCertainlyYaml(text, lines) ? 'yaml' : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Prose with a colon also parses as YAML, so at least three lines must be nothing but keys, values and items, one of them nested. */
function isCertainlyYaml(text: string, lines: readonly string[]): boolean {
  const isEntry = (line: string) => /^\s*(?:- )?[A-Za-z_][\w.-]*:(?: \S.*)?$|^\s+- \S.*$/u.test(line)
  const isNested = lines.some((line) => /^\s+\S/u.test(line)) && lines.some((line) => line.endsWith(':'))
  if (lines.length < 3 || !isNested || !lines.every(isEntry)) return false
  return text.length <= YAML_CHARACTERS_MAX && readYaml(text).fault === null
}
