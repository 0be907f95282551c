import { NO_NUL } from '../lib/well-formed.ts'

/** What the store, the API and the command line know about one setting. */
export interface Setting<Value> {
  readonly initial: Value
  /** JSON Schema, for the API. */
  readonly schema: Readonly<Record<string, unknown>>
  /** On the command line, such as `--branch-template <template>`. */
  readonly flag: string
  /** For `docwright project set --help`. */
  readonly help: string
  /** Turns the text behind the flag into a value. A switch has none: its flag takes no text. */
  readonly read?: (text: string) => Value
  readonly choices?: readonly string[]
  readonly rule?: Rule<Value>
}

interface Rule<Value> {
  allows(value: Value): boolean
  /** What a value must be, as it stands behind the name of the setting. */
  readonly text: string
}

interface Words {
  /** For the API reference. */
  description: string
  flag: string
  help: string
}

interface TextOptions extends Words {
  charactersMax: number
  rule: Rule<string>
}

export function text(initial: string, { charactersMax, rule, description, ...words }: TextOptions): Setting<string> {
  return {
    ...words,
    initial,
    schema: { ...textSchema(charactersMax), description },
    read: (given) => given,
    rule: { allows: (value) => value.length <= charactersMax && rule.allows(value), text: rule.text },
  }
}

/** A text or null, which is an empty text on the command line. */
export function optionalText(options: TextOptions): Setting<string | null> {
  const { rule, schema, ...words } = text('', options)
  return {
    ...words,
    initial: null,
    schema: { ...schema, type: ['string', 'null'] },
    read: (given) => (given === '' ? null : given),
    rule: { allows: (value) => value === null || rule!.allows(value), text: rule!.text },
  }
}

/** Several texts, none at first. On the command line there are commas in between. */
export function texts(itemsMax: number, { charactersMax, rule, description, ...words }: TextOptions): Setting<string[]> {
  const isRight = (item: string) => item.length <= charactersMax && rule.allows(item)
  return {
    ...words,
    initial: [],
    schema: { type: 'array', items: textSchema(charactersMax), maxItems: itemsMax, description },
    read: (given) => given.split(',').filter((item) => item !== ''),
    rule: { allows: (value) => value.length <= itemsMax && value.every(isRight), text: rule.text },
  }
}

/** Off at first. On the command line `--no-…` turns it off again. */
export function toggle({ description, ...words }: Words): Setting<boolean> {
  return { ...words, initial: false, schema: { type: 'boolean', description } }
}

/** One of some words; the first is the default. */
export function choice<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  { description, ...words }: Words,
): Setting<Choice> {
  const schema = { type: 'string', enum: [...choices], description }
  return { ...words, initial: choices[0], schema, read: (given) => given as Choice, choices }
}

/** A number from 0 on or null, which is an empty text on the command line. */
export function amount(type: 'number' | 'integer', max: number, { description, ...words }: Words): Setting<number | null> {
  const isWhole = type === 'integer'
  return {
    ...words,
    initial: null,
    schema: { type: [type, 'null'], minimum: 0, maximum: max, description },
    read: (given) => (given.trim() === '' ? null : Number(given)),
    rule: {
      allows: (value) => value === null || (value >= 0 && value <= max && (!isWhole || Number.isInteger(value))),
      text: `must be ${isWhole ? 'a whole number ' : ''}from 0 to ${max}${isWhole ? '' : ' US dollars'}, or null`,
    },
  }
}

function textSchema(charactersMax: number) {
  return { type: 'string', maxLength: charactersMax, pattern: NO_NUL }
}
