import type { EditableSite } from '../../../site/edit/editable-site.ts'
import { type Clause, readClause } from './clause.ts'
import { type MaskedText, maskQuotes } from './masked-text.ts'
import { EVERYWHERE } from '../../../site/operations/scope.ts'
import { splitClauses } from './split-clauses.ts'

/** Longer instructions are no instructions in this grammar, and patterns must not run over a whole book. */
const CLAUSE_CHARACTERS_MAX = 1500

/** The part before a colon that says that a text follows. */
const GIVES_TEXT = /\b(?:insert|add|append|put|write|paste|create|prepend)\b/iu
const GIVEN_WHAT = /\b(?:text|paragraph|sentence|entry|note|changelog|under|after|below|following|content|item|line|section)\b/iu

/** The line with which the dashboard says why it proposes a job: for people and other agents, no instruction. */
const NOTE = /^> Noted by Docwright:.*$/gmu

/** Reads a prompt as the list of its instructions. */
export function readClauses(written: string, site: EditableSite): Clause[] {
  const prompt = written.replaceAll(NOTE, '').trimEnd()
  const { text, quotes } = maskGivenText(maskQuotes(prompt.replaceAll('\r\n', '\n')))
  // Runs of white space mean nothing here, and patterns are slow on them.
  const flat = text.replaceAll(/[^\S\n]+/gu, ' ').replaceAll(/\n\s*\n/gu, '\n')
  const { clauses: parts, rest } = splitClauses(flat)
  const clauses = parts.map((clause) =>
    clause.length > CLAUSE_CHARACTERS_MAX ? unreadable(clause, quotes) : readClause(clause, quotes, site),
  )
  const merged = mergeModifiers(clauses)
  // What is left out is named, so that no one takes it for done.
  return rest === '' ? merged : [...merged, unreadable(rest, quotes)]
}

/** An instruction may give a text after a colon: on the same line, or else on all lines that follow. */
function maskGivenText({ text, quotes, sources }: MaskedText): Pick<MaskedText, 'text' | 'quotes'> {
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const colon = line.search(/:(?:\s|$)/u)
    const lead = line.slice(0, colon)
    if (colon < 0 || lead.length > CLAUSE_CHARACTERS_MAX || !GIVES_TEXT.test(lead) || !GIVEN_WHAT.test(lead)) continue
    const inline = line.slice(colon + 1).trim()
    const given =
      inline === ''
        ? lines
            .slice(index + 1)
            .join('\n')
            .trim()
        : inline
    if (given === '') continue
    // A text that is already quoted needs no second pair of quotes.
    const isQuoted = /^\uE000\d+\uE001[.!]?$/u.test(given)
    const all = isQuoted ? [...quotes] : [...quotes, restoreQuotes(given, sources)]
    const mark = isQuoted ? given : `\uE000${all.length - 1}\uE001`
    const rest = inline === '' ? [] : lines.slice(index + 1)
    return { text: [...lines.slice(0, index), `${lead} ${mark}`, ...rest].join('\n'), quotes: all }
  }
  return { text, quotes: [...quotes] }
}

function unreadable(original: string, quotes: readonly string[]): Clause {
  return {
    text: '?',
    original: `${original.slice(0, 200)}…`,
    quotes,
    scope: EVERYWHERE,
    includesCode: false,
    includesMarkup: false,
  }
}

/** Words without a meaning of their own, around a scope. */
const MODIFIER = /^(?:(?:only|also|just|but|and|do (?:this|that|it)|please)[\s,]*)*$/iu

/** The start of a part that restricts another one. */
const DEPENDENT =
  /^(?:in|on|for|under|below|within|inside|only|except|but|not|when|if|unless|where|wherever|while|at|after|before|until|from|with|without|using|because|since|as)\b/iu
const NEGATIVE = /^(?:don['’]?t|do not|never|avoid)\b/iu

/**
 * Puts parts together that belong together: "Only in guides/." after an instruction or "In guides/," before it.
 *
 * A restriction that is not understood is joined as well, so that the instruction is refused: carrying it out without its
 * restriction would do what nobody asked for.
 */
function mergeModifiers(clauses: readonly Clause[]): Clause[] {
  const merged: Clause[] = []
  let waiting: Clause | null = null
  for (const part of clauses) {
    const clause: Clause = waiting ? join(waiting, part) : part
    const last = merged.at(-1)
    const isLoose = MODIFIER.test(part.text) || DEPENDENT.test(part.text)
    waiting = null
    if (clause.text.length > CLAUSE_CHARACTERS_MAX) merged.push(unreadable(clause.original, clause.quotes))
    else if (NEGATIVE.test(part.text) || (isLoose && !last)) waiting = clause
    else if (isLoose && last) merged[merged.length - 1] = join(last, clause)
    else merged.push(clause)
  }
  return waiting ? [...merged, waiting] : merged
}

function join(first: Clause, second: Clause): Clause {
  const parts = [first.text, second.text].filter((text) => !MODIFIER.test(text))
  return {
    text: parts.join(', '),
    original: `${first.original}, ${second.original}`,
    quotes: first.quotes,
    scope: {
      include: [...first.scope.include, ...second.scope.include],
      exclude: [...first.scope.exclude, ...second.scope.exclude],
    },
    includesCode: first.includesCode || second.includesCode,
    includesMarkup: first.includesMarkup || second.includesMarkup,
  }
}

/** The given text as it was written, with the quotes that the prompt has around its parts. */
function restoreQuotes(given: string, sources: readonly string[]): string {
  return given.replaceAll(/\uE000(\d+)\uE001/gu, (_, index: string) => sources[Number(index)] ?? '')
}
