import type { AgentResult } from '../agent.ts'
import { withoutHiddenText } from './page-view.ts'

/** Longer ones are no titles. */
const TITLE_CHARACTERS_MAX = 160
/** Fits into every code host's pull request, with room for what was asked. */
const SUMMARY_CHARACTERS_MAX = 20_000

/** Takes the title and the summary from the model's last answer. A model that forgot the title gets one from the instruction. */
export function readAnswer(answer: string, prompt: string): Pick<AgentResult, 'title' | 'summary'> {
  const text = withoutHiddenText(answer).trim()
  const [first = '', ...rest] = text.split('\n')
  const hasTitle = rest.length > 0 && rest[0]!.trim() === '' && first.length <= TITLE_CHARACTERS_MAX
  const title = shorten(
    plain(hasTitle ? first : '') || plain(withoutHiddenText(prompt).trim().split('\n', 1)[0]!),
    TITLE_CHARACTERS_MAX,
  )
  const summary = (hasTitle ? rest.join('\n').trim() : text) || title
  return { title: title || 'Change the documentation', summary: shorten(summary, SUMMARY_CHARACTERS_MAX) }
}

/** One line without the marks of Markdown, which titles do not know. */
function plain(text: string): string {
  return text
    .replaceAll(/[*`]/gu, '')
    .replace(/^[\s#]*(?:title\s*:)?/iu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/\.$/u, '')
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…` : text
}
