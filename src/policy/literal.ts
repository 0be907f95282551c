import { type Token, type TokenType, tokTypes, tokenizer } from 'acorn'

/** A value that is written out: nothing in it is computed, called or taken from elsewhere. */
export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject

export interface PlainObject {
  readonly [key: string]: Plain
}

export interface LiteralOptions {
  /** Takes `text` between back-ticks, as long as nothing is put into it. */
  hasTemplates: boolean
}

/** Deeper nesting isn't configuration, and recursion must end before the stack does. */
const DEPTH_MAX = 100

const SPACE = /[\s\u{FEFF}]+/uy
/** To JavaScript a line ends at the separators of Unicode as well, which is where `.` stops. */
const LINE = /.*/uy

/** How every literal begins. The rest is refused without a look at it, which is nearly all that is asked for on a page of code. */
const BEGINNING = /["'`[{\d.+\-tfn]/y

/** A key that would not be a field: it changes what the object is. */
const HIDDEN_KEY = '__proto__'

/** Thrown for what is more than data, so that nothing but what is named here can get through. */
const NOT_DATA = new SyntaxError('This is more than data.')

/**
 * Reads the literal that starts at an offset, in JSON, JSON with comments, JavaScript or TypeScript; null when what stands there is
 * anything else, or has anything else in it: a name, a call, a spread, a template with a variable, a method, a key that is there
 * twice. The lenient reader in `site/read/literal-tree.ts` finds what it can; this one is for saying that there is nothing but data.
 *
 * The tokens come from a real reader of JavaScript: a text must be what the engine makes of it, or `"\152avascript:"` would pass.
 */
export function readLiteral(text: string, at: number, options: LiteralOptions): { value: Plain; end: number } | null {
  BEGINNING.lastIndex = at
  if (!BEGINNING.test(text)) return null
  const reader = new Reader(text.slice(at), options)
  try {
    return { value: reader.read(), end: at + reader.end }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Steps over space and comments; null when a comment has no end. */
export function skipSpace(text: string, from: number): number | null {
  let at = from
  for (;;) {
    SPACE.lastIndex = at
    at += SPACE.exec(text)?.[0].length ?? 0
    if (text.startsWith('//', at)) {
      LINE.lastIndex = at
      at += LINE.exec(text)![0].length
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end === -1) return null
      at = end + 2
    } else return at
  }
}

/** The library's own types leave the value out. */
interface ValuedToken extends Token {
  value: unknown
}

class Reader {
  readonly #tokens: ReturnType<typeof tokenizer>
  readonly #options: LiteralOptions
  #token!: ValuedToken

  constructor(text: string, options: LiteralOptions) {
    // As a module: what is only allowed in sloppy code is refused.
    this.#tokens = tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: false })
    this.#options = options
  }

  /** Where the last token ends. */
  get end(): number {
    return this.#token.end
  }

  read(): Plain {
    return this.#value(this.#next(), 0)
  }

  #next(): TokenType {
    this.#token = this.#tokens.getToken() as ValuedToken
    return this.#token.type
  }

  #value(type: TokenType, depth: number): Plain {
    if (depth > DEPTH_MAX) throw NOT_DATA
    if (type === tokTypes.string) return this.#token.value as string
    if (type === tokTypes.backQuote && this.#options.hasTemplates) return this.#template()
    if (type === tokTypes.bracketL) return this.#array(depth)
    if (type === tokTypes.braceL) return this.#object(depth)
    if (type === tokTypes._true || type === tokTypes._false) return type === tokTypes._true
    if (type === tokTypes._null) return null
    const sign = type === tokTypes.plusMin ? this.#token.value : null
    const number = this.#number(sign === null ? type : this.#next())
    return sign === '-' ? -number : number
  }

  #number(type: TokenType): number {
    const { value } = this.#token
    // A big integer is another kind of value.
    if (type !== tokTypes.num || typeof value !== 'number') throw NOT_DATA
    return value
  }

  #template(): string {
    if (this.#next() !== tokTypes.template) throw NOT_DATA
    const { value } = this.#token
    if (typeof value !== 'string' || this.#next() !== tokTypes.backQuote) throw NOT_DATA
    return value
  }

  #array(depth: number): readonly Plain[] {
    const items: Plain[] = []
    let type = this.#next()
    while (type !== tokTypes.bracketR) {
      items.push(this.#value(type, depth + 1))
      type = this.#next()
      if (type === tokTypes.comma) type = this.#next()
      else if (type !== tokTypes.bracketR) throw NOT_DATA
    }
    return items
  }

  #object(depth: number): PlainObject {
    const fields = new Map<string, Plain>()
    let type = this.#next()
    while (type !== tokTypes.braceR) {
      const key = this.#key(type)
      if (key === HIDDEN_KEY || fields.has(key) || this.#next() !== tokTypes.colon) throw NOT_DATA
      fields.set(key, this.#value(this.#next(), depth + 1))
      type = this.#next()
      if (type === tokTypes.comma) type = this.#next()
      else if (type !== tokTypes.braceR) throw NOT_DATA
    }
    return Object.fromEntries(fields)
  }

  #key(type: TokenType): string {
    if (type === tokTypes.num) return String(this.#number(type))
    if (type !== tokTypes.string && type !== tokTypes.name && type.keyword === undefined) throw NOT_DATA
    return this.#token.value as string
  }
}

/** Every text in a value, also those of keys, with the name of the field that it stands in. */
export function* textsIn(value: Plain, field = ''): Generator<{ field: string; text: string }> {
  if (typeof value === 'string') yield { field, text: value }
  else if (Array.isArray(value)) for (const item of value as readonly Plain[]) yield* textsIn(item, field)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value as PlainObject)) {
      yield { field: 'key', text: key }
      yield* textsIn(item, key)
    }
}

/** True for two values that say the same, whatever the order of their fields. */
export function isSame(one: Plain | undefined, other: Plain | undefined): boolean {
  if (one === undefined || other === undefined || typeof one !== 'object' || typeof other !== 'object') return one === other
  if (one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  const read = (value: object, name: string) => (Object.hasOwn(value, name) ? (value as PlainObject)[name] : undefined)
  return names.length === Object.keys(other).length && names.every((name) => isSame(read(one, name), read(other, name)))
}
