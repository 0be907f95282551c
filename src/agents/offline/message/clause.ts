import type { Scope } from '../../../site/operations/scope.ts'
import type { Ground } from '../ground/ground.ts'
import { type Options, takeOptions } from './options.ts'
import { takeScope } from './take-scope.ts'

/** One instruction, with everything taken out that is said the same way in all instructions. */
export interface Clause {
  /** Masked, as it was said, without politeness. */
  raw: string
  /** The same without the words for scope and options. */
  text: string
  quotes: readonly string[]
  scope: Scope
  /** "in all languages". */
  inAllLanguages: boolean
  options: Options
  /** Why the scope is not clear, or a restriction that is not understood. */
  problem: string | null
  /** What an unclear part of the scope can be. */
  several?: { written: string; paths: readonly string[] }
}

/** "proofread guides/ and correct the typos", "spell-check the blog": what is read is where it applies. */
const READ_THROUGH =
  /^(?:proofread|spell[- ]?check|copy-?edit)\s+(?!for\b|and\b)(?<where>.+?)(?:(?:,? and|,)\s+(?<what>(?:fix|correct|repair).+))?$/iu

/** "guides/setup.md: remove the trailing spaces": a path in front is where it applies. */
const IN_FRONT = /^(?<where>[^\s:\uE000]*[./][^\s:\uE000]*): (?<what>\S.*)$/u

function asPhrase(raw: string): string {
  const front = IN_FRONT.exec(raw)?.groups
  if (front) return `${asPhrase(front['what'] ?? '')} in ${front['where'] ?? ''}`
  const found = READ_THROUGH.exec(raw)?.groups
  if (!found) return raw
  return `${found['what'] ?? 'check the spelling'} in ${(found['where'] ?? '').replace(/\s+for (?:typos|spelling.*)$/iu, '')}`
}

/** Takes the common parts out of an instruction. Which words are a scope depends on the site. */
export async function readClause(raw: string, quotes: readonly string[], ground: Ground, signal: AbortSignal): Promise<Clause> {
  const optional = takeOptions(asPhrase(raw))
  const scoped = await takeScope(optional.text, quotes, ground, signal)
  return {
    raw,
    text: scoped.text,
    quotes,
    scope: { include: scoped.include, exclude: scoped.exclude },
    inAllLanguages: scoped.inAllLanguages,
    options: optional.options,
    problem: scoped.problem,
    ...(scoped.several ? { several: scoped.several } : {}),
  }
}
