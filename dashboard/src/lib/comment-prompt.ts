import type { AgentName, DiffLine } from '../../../client/index.ts'
import { prefersFixedWords } from './choices.ts'
import { NOTE } from './proposals.ts'

/** A comment as an instruction: what to do, where, and the line that it is about. */
export function commentPrompt(agent: AgentName, path: string, { before, after, text }: DiffLine, comment: string): string {
  const wish = comment.trim()
  // The offline agent keeps to the file only if the sentence names it; others read the note.
  const where = prefersFixedWords(agent) && !wish.includes(path) ? `${wish.replace(/[.!]$/, '')} in ${path}` : wish
  const side = after === null ? `line ${before} before the change` : `line ${after}`
  return `${where}\n\n${NOTE} about ${side} of ${JSON.stringify(path)}: ${JSON.stringify(text)}.`.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}
