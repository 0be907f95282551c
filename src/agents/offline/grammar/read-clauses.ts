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
  return mergeModifiers(splitClauses(text).map((clause) => readClause(clause, quotes, site)))
}

/** A sentence that only says where, such as "Only in guides/." after another one, belongs to the instruction before it. */
function mergeModifiers(clauses: readonly Clause[]): Clause[] {
  const merged: Clause[] = []
  for (const clause of clauses) {
    const last = merged.at(-1)
    if (!last || !/^(?:(?:only|also|just|but|and|do (?:this|that|it)|please)[\s,]*)*$/iu.test(clause.text)) merged.push(clause)
    else {
      merged[merged.length - 1] = {
        ...last,
        original: `${last.original}. ${clause.original}`,
        scope: { include: [...last.scope.include, ...clause.scope.include], exclude: [...last.scope.exclude, ...clause.scope.exclude] },
        includesCode: last.includesCode || clause.includesCode,
        includesMarkup: last.includesMarkup || clause.includesMarkup,
      }
    }
  }
  return merged
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
