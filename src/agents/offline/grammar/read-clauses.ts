import type { Site } from '../site/site.ts'
import { type Clause, readClause } from './clause.ts'
import { maskQuotes } from './masked-text.ts'
import { splitClauses } from './split-clauses.ts'

/** An instruction that gives a text after a colon: on the same line, or on the lines that follow, up to the end. */
const GIVEN_TEXT =
  /^(?<lead>[^\n:]*\b(?:insert|add|append|put|write|paste|create|prepend)\b[^\n:]*?(?:\b(?:text|paragraph|sentence|entry|note|changelog|under|after|below|following|content|item|line|section)\b[^\n:]*?)):[ \t]*(?:(?<inline>\S[^\n]*)|\n+(?<block>[\s\S]+))/imu

/** Reads a prompt as the list of its instructions. */
export function readClauses(prompt: string, site: Site): Clause[] {
  const masked = maskQuotes(prompt.replaceAll('\r\n', '\n'))
  const quotes = [...masked.quotes]
  const text = masked.text.replace(GIVEN_TEXT, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>
    const given = (groups['inline'] ?? groups['block'] ?? '').trim()
    // A text that is already quoted needs no second pair of quotes.
    if (/^\uE000\d+\uE001[.!]?$/u.test(given)) return `${groups['lead']} ${given}`
    quotes.push(restoreQuotes(given, prompt, masked.quotes))
    return `${groups['lead']} \uE000${quotes.length - 1}\uE001`
  })
  return splitClauses(text).map((clause) => readClause(clause, quotes, site))
}

/** The given text as it was written, with the quotes that the prompt has around its parts. */
function restoreQuotes(given: string, prompt: string, quotes: readonly string[]): string {
  return given.replaceAll(/\uE000(\d+)\uE001/gu, (_, index: string) => {
    const content = quotes[Number(index)] ?? ''
    const at = prompt.indexOf(content)
    const before = prompt[at - 1] ?? '"'
    const after = prompt[at + content.length] ?? '"'
    return content.includes('\n') ? `\`\`\`\n${content}\n\`\`\`` : `${before}${content}${after}`
  })
}
