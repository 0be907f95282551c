/** A literal in a configuration file, with its place. `opaque` is code: a call, a function, a variable; literals inside it are its items. */
export type Literal =
  | { kind: 'text'; value: string; start: number; end: number }
  | { kind: 'object'; entries: LiteralEntry[]; start: number }
  | { kind: 'array'; items: Literal[]; start: number }
  | { kind: 'opaque'; items: Literal[]; start: number; source: string }

export interface LiteralEntry {
  key: string
  /** Where the key stands, without quotes. */
  start: number
  end: number
  value: Literal
}

const SPACE = /\s+/y
const WORD = /[\w$]+/y
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^/\\\n[]){1,300}\/[a-z]*/y

/** Calls and brackets around a value. More would make each level look at all the levels below it. */
const WRAPPED_MAX = 4

/** Deeper nesting is no configuration, and recursion must end before the stack does. */
const DEPTH_MAX = 200

/**
 * Reads JSON, JSON with comments, or the literals of a JavaScript or TypeScript module.
 *
 * Nothing is run. What is no literal is stepped over, so the tree of a broken file is incomplete, but there always is one.
 */
export function readLiterals(text: string): Literal {
  return new LiteralReader(text).readExpression('', 0)
}

class LiteralReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Reads up to one of the given characters, or to a bracket that closes an outer level. */
  readExpression(stops: string, depth: number): Literal {
    this.#skip()
    const start = this.#at
    const items: Literal[] = []
    let isCode = false
    while (this.#at < this.#text.length) {
      this.#skip()
      const character = this.#text[this.#at]
      if (character === undefined || stops.includes(character) || (stops !== '' && ')]}'.includes(character))) break
      const item = this.#readPiece(character, depth)
      if (item) items.push(item)
      else isCode = true
    }
    const only = items[0]
    // `x as const` and `satisfies X` leave a literal a literal only in TypeScript's eyes; one word before or after makes it code.
    if (items.length === 1 && only && !isCode) return only
    return { kind: 'opaque', items, start, source: this.#text.slice(start, Math.min(this.#at, start + 200)) }
  }

  #readPiece(character: string, depth: number): Literal | null {
    if (character === '"' || character === "'" || character === '`') return this.#readText(character)
    if (depth < DEPTH_MAX) {
      if (character === '{') return this.#readObject(depth)
      if (character === '[') return this.#readList(']', 'array', depth)
      if (character === '(') return this.#readList(')', 'opaque', depth)
    }
    WORD.lastIndex = this.#at
    REGULAR_EXPRESSION.lastIndex = this.#at
    const length =
      WORD.exec(this.#text)?.[0].length ?? (character === '/' ? REGULAR_EXPRESSION.exec(this.#text)?.[0].length : 1) ?? 1
    this.#at += length
    return null
  }

  #readText(quote: string): Literal {
    const start = this.#at + 1
    let end = start
    while (end < this.#text.length && this.#text[end] !== quote) {
      if (this.#text[end] === '\n' && quote !== '`') break
      end += this.#text[end] === '\\' ? 2 : 1
    }
    end = Math.min(end, this.#text.length)
    this.#at = Math.min(this.#text.length, end + 1)
    const raw = this.#text.slice(start, end)
    // A template with a variable in it is not known.
    if (quote === '`' && raw.includes('${')) return { kind: 'opaque', items: [], start, source: raw.slice(0, 200) }
    return { kind: 'text', value: unescape(raw), start, end }
  }

  #readObject(depth: number): Literal {
    const start = this.#at
    this.#at += 1
    const entries: LiteralEntry[] = []
    for (;;) {
      this.#skip()
      const character = this.#text[this.#at]
      if (character === undefined) break
      if (character === '}') {
        this.#at += 1
        break
      }
      if (character === ',' || character === ';' || character === ')' || character === ']') {
        this.#at += 1
        continue
      }
      const entry = this.#readEntry(depth)
      if (entry) entries.push(entry)
    }
    return { kind: 'object', entries, start }
  }

  #readEntry(depth: number): LiteralEntry | null {
    const before = this.#at
    const key = this.#readKey()
    this.#skip()
    if (key && this.#text[this.#at] === ':') {
      this.#at += 1
      return { ...key, value: this.readExpression(',;', depth + 1) }
    }
    // A statement, a spread or a method: the literals inside are kept under no name.
    this.#at = before
    return { key: '', start: before, end: before, value: this.readExpression(',;', depth + 1) }
  }

  #readKey(): Omit<LiteralEntry, 'value'> | null {
    const character = this.#text[this.#at]
    if (character === '"' || character === "'") {
      const text = this.#readText(character)
      return text.kind === 'text' ? { key: text.value, start: text.start, end: text.end } : null
    }
    WORD.lastIndex = this.#at
    const word = WORD.exec(this.#text)?.[0]
    if (word === undefined) return null
    const start = this.#at
    this.#at += word.length
    return { key: word, start, end: this.#at }
  }

  #readList(close: string, kind: 'array' | 'opaque', depth: number): Literal {
    const start = this.#at
    this.#at += 1
    const items: Literal[] = []
    for (;;) {
      this.#skip()
      const character = this.#text[this.#at]
      if (character === undefined) break
      if (')]}'.includes(character)) {
        // A bracket of another kind closes an outer level of a broken file.
        if (character === close) this.#at += 1
        break
      }
      if (character === ',' || character === ';') {
        this.#at += 1
        continue
      }
      items.push(this.readExpression(',;', depth + 1))
    }
    return kind === 'array' ? { kind, items, start } : { kind, items, start, source: '' }
  }

  /** Steps over space and comments. A comment that is never closed is the rest of the file. */
  #skip(): void {
    for (;;) {
      SPACE.lastIndex = this.#at
      this.#at += SPACE.exec(this.#text)?.[0].length ?? 0
      const ending = this.#text.startsWith('//', this.#at) ? '\n' : this.#text.startsWith('/*', this.#at) ? '*/' : null
      if (ending === null) return
      const end = this.#text.indexOf(ending, this.#at + 2)
      this.#at = end === -1 ? this.#text.length : end + ending.length
    }
  }
}

function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code?: string, character?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return character === 'n' ? '\n' : character === 't' ? '\t' : (character ?? '')
  })
}

export interface FoundObject {
  object: Extract<Literal, { kind: 'object' }>
  /** The names on the way to it. */
  names: readonly string[]
}

/** Every object in the tree, outer ones first. A list, because generators in generators pass each object up through all levels. */
export function allObjects(literal: Literal): FoundObject[] {
  const found: FoundObject[] = []
  const visit = (item: Literal, names: readonly string[]): void => {
    if (item.kind === 'text') return
    if (item.kind !== 'object') return item.items.forEach((inner) => visit(inner, names))
    found.push({ object: item, names })
    for (const { key, value } of item.entries) if (value.kind !== 'text') visit(value, key === '' ? names : [...names, key])
  }
  visit(literal, [])
  return found
}

/** The value of a field of an object. */
export function fieldOf(literal: Literal, key: string): Literal | undefined {
  return literal.kind === 'object' ? literal.entries.find((entry) => entry.key === key)?.value : undefined
}

/** The object that a value is: `{…}`, but also `{…} satisfies X` and `({…})`. */
export function objectOf(literal: Literal | undefined, depth = WRAPPED_MAX): Extract<Literal, { kind: 'object' }> | undefined {
  if (literal === undefined || literal.kind === 'object') return literal
  if (literal.kind !== 'opaque' || depth === 0) return undefined
  for (const item of literal.items) {
    const object = objectOf(item, depth - 1)
    if (object) return object
  }
  return undefined
}

/** Every array in the tree. */
export function allArrays(literal: Literal): Extract<Literal, { kind: 'array' }>[] {
  const arrays: Extract<Literal, { kind: 'array' }>[] = []
  const waiting = [literal]
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (item.kind === 'text') continue
    if (item.kind === 'array') arrays.push(item)
    if (item.kind === 'object') for (const { value } of item.entries) waiting.push(value)
    else for (const inner of item.items) waiting.push(inner)
  }
  return arrays
}

/** The first text in a literal: `'./x'`, but also `require.resolve('./x')`. */
export function textOf(literal: Literal | undefined, depth = WRAPPED_MAX): Extract<Literal, { kind: 'text' }> | undefined {
  if (literal === undefined || literal.kind === 'text') return literal
  if (literal.kind !== 'opaque' || depth === 0) return undefined
  for (const item of literal.items) {
    const text = textOf(item, depth - 1)
    if (text) return text
  }
  return undefined
}
