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
const NUMBER = /[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?![\w$])/iuy
const WORD = /(?:true|false|null)(?![\w$])/uy
const KEY = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy

/** A key that would not be a field: it changes what the object is. */
const HIDDEN_KEY = '__proto__'

/**
 * Reads the literal that starts at an offset, in JSON, JSON with comments, JavaScript or TypeScript; null when what stands there is
 * anything else, or has anything else in it: a name, a call, a spread, a template with a variable, a method, a key that is there
 * twice. The lenient reader in `site/read/literal-tree.ts` finds what it can; this one is for saying that there is nothing but data.
 */
export function readLiteral(text: string, at: number, options: LiteralOptions): { value: Plain; end: number } | null {
  return new Reader(text, options).read(at)
}

/** Steps over space and comments; null when a comment has no end. */
export function skipSpace(text: string, from: number): number | null {
  let at = from
  for (;;) {
    SPACE.lastIndex = at
    at += SPACE.exec(text)?.[0].length ?? 0
    const ending = text.startsWith('//', at) ? '\n' : text.startsWith('/*', at) ? '*/' : null
    if (ending === null) return at
    const end = text.indexOf(ending, at + 2)
    if (end === -1) return ending === '\n' ? text.length : null
    at = end + ending.length
  }
}

class Reader {
  readonly #text: string
  readonly #options: LiteralOptions
  #at = 0

  constructor(text: string, options: LiteralOptions) {
    this.#text = text
    this.#options = options
  }

  read(at: number): { value: Plain; end: number } | null {
    this.#at = at
    const value = this.#value(0)
    return value === undefined ? null : { value, end: this.#at }
  }

  #value(depth: number): Plain | undefined {
    const character = this.#text[this.#at]
    if (depth > DEPTH_MAX || character === undefined) return undefined
    if (character === '"' || character === "'") return this.#quoted(character)
    if (character === '`') return this.#options.hasTemplates ? this.#template() : undefined
    if (character === '[') return this.#array(depth)
    if (character === '{') return this.#object(depth)
    const number = this.#match(NUMBER)
    if (number !== null) return Number(number)
    const word = this.#match(WORD)
    return word === null ? undefined : word === 'null' ? null : word === 'true'
  }

  #quoted(quote: string): string | undefined {
    let at = this.#at + 1
    for (; at < this.#text.length && this.#text[at] !== quote; at += 1) {
      if (this.#text[at] === '\n' || this.#text[at] === '\r') return undefined
      if (this.#text[at] === '\\') at += 1
    }
    return this.#take(at)
  }

  #template(): string | undefined {
    let at = this.#at + 1
    for (; at < this.#text.length && this.#text[at] !== '`'; at += 1) {
      if (this.#text.startsWith('${', at)) return undefined
      if (this.#text[at] === '\\') at += 1
    }
    return this.#take(at)
  }

  #take(end: number): string | undefined {
    if (end >= this.#text.length) return undefined
    const value = unescape(this.#text.slice(this.#at + 1, end))
    this.#at = end + 1
    return value
  }

  #array(depth: number): readonly Plain[] | undefined {
    const items: Plain[] = []
    this.#at += 1
    for (;;) {
      if (!this.#space()) return undefined
      if (this.#ends(']')) return items
      const item = this.#value(depth + 1)
      if (item === undefined || !this.#space()) return undefined
      items.push(item)
      if (this.#ends(']')) return items
      if (this.#text[this.#at] !== ',') return undefined
      this.#at += 1
    }
  }

  #object(depth: number): PlainObject | undefined {
    const fields = new Map<string, Plain>()
    this.#at += 1
    for (;;) {
      if (!this.#space()) return undefined
      if (this.#ends('}')) return Object.fromEntries(fields)
      const key = this.#key()
      if (key === undefined || key === HIDDEN_KEY || fields.has(key) || !this.#space()) return undefined
      if (this.#text[this.#at] !== ':') return undefined
      this.#at += 1
      if (!this.#space()) return undefined
      const value = this.#value(depth + 1)
      if (value === undefined || !this.#space()) return undefined
      fields.set(key, value)
      if (this.#ends('}')) return Object.fromEntries(fields)
      if (this.#text[this.#at] !== ',') return undefined
      this.#at += 1
    }
  }

  #key(): string | undefined {
    const character = this.#text[this.#at]
    if (character === '"' || character === "'") return this.#quoted(character)
    return this.#match(KEY) ?? this.#match(NUMBER) ?? undefined
  }

  #ends(close: string): boolean {
    if (this.#text[this.#at] !== close) return false
    this.#at += 1
    return true
  }

  #space(): boolean {
    const at = skipSpace(this.#text, this.#at)
    if (at !== null) this.#at = at
    return at !== null
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }
}

function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/giu,
    (_, long?: string, short?: string, byte?: string, character?: string) => {
      const code = long ?? short ?? byte
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
      const known: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\n': '', 0: '\0' }
      return known[character ?? ''] ?? character ?? ''
    },
  )
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
