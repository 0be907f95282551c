/** A pattern with more texts than this stands for a family; a sample of it will do. */
const EXAMPLES_MAX = 40

/**
 * Texts that a regular expression matches: one for each choice that it gives, whatever is optional included once. Lists of
 * crawlers publish patterns, and a judge needs user agents. The caller checks that the pattern does match.
 */
export function examplesOf(pattern: string): string[] {
  const reader = { text: pattern, at: 0 }
  return readChoices(reader)
}

interface Reader {
  text: string
  at: number
}

function readChoices(reader: Reader): string[] {
  const examples = readSequence(reader)
  while (reader.text[reader.at] === '|') {
    reader.at++
    examples.push(...readSequence(reader))
  }
  return [...new Set(examples)].slice(0, EXAMPLES_MAX)
}

function readSequence(reader: Reader): string[] {
  let examples = ['']
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at]!)) {
    const part = readRepetition(reader, readPart(reader))
    examples = examples.flatMap((start) => part.map((end) => start + end)).slice(0, EXAMPLES_MAX)
  }
  return examples
}

function readRepetition(reader: Reader, part: string[]): string[] {
  const sign = /^(?:([?*+])\??|\{(\d+)[^}]*\})/.exec(reader.text.slice(reader.at))
  if (!sign) return part
  reader.at += sign[0].length
  if (sign[1] === '*') return ['']
  return sign[2] === undefined ? part : part.map((text) => text.repeat(Math.max(1, Number(sign[2]))))
}

function readPart(reader: Reader): string[] {
  const character = reader.text[reader.at++]!
  if (character === '(') return readGroup(reader)
  if (character === '[') return [readSet(reader)]
  if (character === '\\') return [escaped(reader.text[reader.at++]!)]
  if (character === '.') return [' ']
  return [character === '^' || character === '$' ? '' : character]
}

function readGroup(reader: Reader): string[] {
  const look = /^\?<?[!=]/.exec(reader.text.slice(reader.at))
  reader.at += look?.[0].length ?? (reader.text.startsWith('?:', reader.at) ? 2 : 0)
  const examples = readChoices(reader)
  reader.at++
  return look ? [''] : examples
}

function readSet(reader: Reader): string {
  const end = reader.text.indexOf(']', reader.at + 1)
  const body = reader.text.slice(reader.at, end)
  reader.at = end + 1
  if (body.startsWith('^')) return 'x'
  return body.startsWith('\\') ? escaped(body[1]!) : body[0]!
}

function escaped(character: string): string {
  return { d: '1', s: ' ', w: 'x', b: '' }[character] ?? character
}
