import { ANY_QUOTE, type MaskedText, maskQuotes } from './masked-text.ts'

/** The line with which the dashboard says why it proposes a job: for people and other agents, no instruction. */
const NOTE = /^> Noted by Docwright:.*$/gmu

/** Longer sentences are no instructions in this grammar, and patterns must not run over a whole book. */
export const SENTENCE_CHARACTERS_MAX = 1500

/** Nobody writes more by hand, and each one may look at every page. */
const SENTENCES_MAX = 50

/** A message cut into its sentences. */
export interface Sentences {
  /** Masked. */
  sentences: string[]
  quotes: readonly string[]
  /** What was not cut any more. */
  rest: string
}

const GIVES_TEXT = /\b(?:insert|add|append|put|write|paste|create|prepend|place|include)\b/iu
const GIVEN_WHAT =
  /\b(?:text|paragraph|sentence|entry|notes?|changelog|under|after|before|below|following|content|item|line|section|warning|tip|info|box|admonition|callout|caution|danger|banner|disclaimer|hint|top|bottom|end|beginning|page)\b/iu
const SAYING =
  /\s(?:that (?:says|reads|states|tells (?:people|users|readers)(?: that)?)|which (?:says|reads)|saying(?: that)?|stating(?: that)?|reading|with the (?:text|content|wording|message)|to say)\s+(?=\S)/iu
const SIGN_OFF_TAIL =
  /(?:^|\s)(?:thanks?|thank you|thx|cheers|best|regards|please)(?:[\s,!.]|a lot|so much|in advance|very much)*$/iu

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|incl)|\b[A-Z])$/u

/** Cuts a message into sentences, list items and lines. Texts in quotes and texts that an instruction gives are masked. */
export function splitMessage(written: string): Sentences {
  const prompt = written.replaceAll(NOTE, '').replaceAll('\r\n', '\n').trimEnd()
  const { text, quotes } = maskGivenText(maskQuotes(prompt))
  // Runs of white space mean nothing here, and patterns are slow on them.
  const flat = text.replaceAll(/[^\S\n]+/gu, ' ').replaceAll(/\n\s*\n/gu, '\n')
  const sentences: string[] = []
  let rest = ''
  for (const line of withoutSignOff(flat.split('\n'))) {
    for (const sentence of splitLine(line)) {
      if (sentences.length < SENTENCES_MAX) sentences.push(sentence)
      else rest ||= sentence
    }
    if (rest !== '') break
  }
  return { sentences, quotes, rest }
}

/** A mark at the end of a line of thanks, and the name below it. */
function withoutSignOff(lines: readonly string[]): string[] {
  const kept = lines.map((line) => line.trim()).filter((line) => line !== '')
  const isName = (line: string | undefined) =>
    line !== undefined && /^[-–— ]*\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){0,2}$/u.test(line)
  const isThanks = (line: string | undefined) =>
    line !== undefined &&
    /^(?:many )?(?:thanks?|thank you|thx|cheers|best|kind regards|regards|all the best|best regards|br|ty|sincerely)\b[^\uE000]{0,40}$/iu.test(
      line,
    )
  if (isName(kept.at(-1)) && isThanks(kept.at(-2))) return kept.slice(0, -2)
  if (/^[-–—]+ ?\p{Lu}\p{L}*$/u.test(kept.at(-1) ?? '')) return kept.slice(0, -1)
  return isThanks(kept.at(-1)) && kept.length > 1 ? kept.slice(0, -1) : kept
}

function splitLine(line: string): string[] {
  const item = line.replace(/^\s*(?:[-*+•]|\(?\d{1,3}[.)]|\[[ x]?\])\s+/u, '')
  const parts: string[] = []
  let start = 0
  const take = (end: number) => {
    const part = item.slice(start, end).trim()
    if (/[\p{L}\p{N}\uE000]/u.test(part)) parts.push(part)
  }
  // From the first of a row of marks only, or a long row would be read anew from each of them.
  for (const { 0: mark, index } of item.matchAll(
    /(?<![.!?;])[.!?;]+(?=\s|$)[ \t]*|,?\s*(?:^|(?<=[\s:,]))\(?\d\)\s+|\s[-–—]\s(?=(?:please|pls|can you|could you)\s)/gu,
  )) {
    if (mark.startsWith('.') && ABBREVIATION.test(item.slice(Math.max(0, index - 12), index))) continue
    take(index)
    start = index + mark.length
  }
  take(item.length)
  return parts
}

/** An instruction may give a text after a colon or "that says": on the same line, or else on all lines that follow. */
function maskGivenText(masked: MaskedText): Pick<MaskedText, 'text' | 'quotes'> {
  const quotes = [...masked.quotes]
  const lines = masked.text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const cut = whereTextBegins(line)
    if (!cut) continue
    const inline = line.slice(cut.end).trim()
    const lead = line.slice(0, cut.start)
    const quoted = new RegExp(`^${ANY_QUOTE}`, 'u').exec(inline)?.[0]
    if (quoted !== undefined) {
      if (line[cut.end - 1] !== ':') continue
      lines[index] = `${lead} ${quoted}${inline.slice(quoted.length)}`
      continue
    }
    const isBelow = inline === ''
    const given = (
      isBelow
        ? lines
            .slice(index + 1)
            .join('\n')
            .trim()
        : inline
    )
      .replace(SIGN_OFF_TAIL, '')
      .trim()
    if (given === '') continue
    quotes.push(restoreQuotes(given, masked.sources))
    const mark = `\uE000${quotes.length - 1}\uE001`
    lines[index] = `${lead} ${mark}`
    if (isBelow) lines.length = index + 1
  }
  return { text: lines.join('\n'), quotes }
}

function whereTextBegins(line: string): { start: number; end: number } | null {
  const gives = (lead: string) => lead.length <= SENTENCE_CHARACTERS_MAX && GIVES_TEXT.test(lead) && GIVEN_WHAT.test(lead)
  const colon = line.search(/:(?:\s|$)/u)
  if (colon >= 0 && gives(line.slice(0, colon))) {
    const says =
      /\s(?:saying|that (?:says|reads|states)|which (?:says|reads)|with the (?:text|content|following)|reading|stating)$/iu.exec(
        line.slice(0, colon),
      )
    return { start: says?.index ?? colon, end: colon + 1 }
  }
  const saying = line.length > 20_000 ? null : SAYING.exec(line)
  return saying && gives(line.slice(0, saying.index)) ? { start: saying.index, end: saying.index + saying[0].length } : null
}

/** The given text as it was written, with the quotes that the prompt has around its parts. */
function restoreQuotes(given: string, sources: readonly string[]): string {
  return given.replaceAll(/\uE000(\d+)\uE001/gu, (_, index: string) => sources[Number(index)] ?? '')
}
