/** What the offline agent understood. */
export interface Replacement {
  kind: 'replace'
  from: string
  to: string
  includesCode: boolean
}

export type Instruction = Replacement | { kind: 'unknown' }

/** A quoted part: straight, curly or back-ticked; the text may not hold its own closing quote. */
const QUOTED = '(?:"([^"]*)"|“([^”]*)”|\'([^\']*)\'|‘([^’]*)’|`([^`]*)`)'

const REPLACE = new RegExp(
  String.raw`\b(?:replace|change|rename)\s+(?:all\s+|every\s+|the\s+(?:word|term|text)\s+)*${QUOTED}\s+(?:with|by|to|into)\s+${QUOTED}`,
  'iu',
)

/** "also in code", "including code blocks": code is left alone otherwise. */
const INCLUDES_CODE = /\b(?:in|including|inside|even)\b[^."]*\bcode\b/iu

/** Reads an instruction in ordinary words. It never guesses: what it does not understand is `unknown`. */
export function readInstruction(prompt: string): Instruction {
  const match = REPLACE.exec(prompt)
  if (!match) return { kind: 'unknown' }
  const quoted = (first: number) => match.slice(first, first + 5).find((part) => part !== undefined) ?? ''
  const from = quoted(1)
  if (from === '') return { kind: 'unknown' }
  const rest = prompt.slice(0, match.index) + prompt.slice(match.index + match[0].length)
  return { kind: 'replace', from, to: quoted(6), includesCode: INCLUDES_CODE.test(rest) }
}
