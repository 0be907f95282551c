import { type Plain, readLiteral, skipSpace } from './literal.ts'
import { type UnclosedQuotes, skipPiece } from '../markdown/script-scan.ts'

/** A stretch of a configuration that is navigation or redirects, and nothing but data. */
export interface ScriptPart {
  /** The field that it was found by; empty for one that was found by its place. */
  key: string
  value: Plain
}

export interface ScriptReading {
  /** The file with a mark instead of each part. Two versions that differ in their parts alone have the same. */
  rest: string
  parts: ScriptPart[]
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy

/** Stands for a part in the rest. No source has it. */
const MARK = '\0'

/** What VitePress and others have in lists of links; a list of such objects is navigation wherever it stands. */
const LINK_FIELDS = new Set([
  'text',
  'link',
  'items',
  'collapsed',
  'collapsible',
  'activeMatch',
  'base',
  'target',
  'rel',
  'docFooterText',
  'noIcon',
])

/**
 * Takes the navigation and the redirects out of a configuration that is a program. Only literals count: a list with a call in it is
 * not taken out, so that it has to stay as it is to the byte. Where a literal of its kind is computed in part, its other entries
 * are taken out one by one.
 *
 * @param keys The fields that count; null for a file that is all navigation or redirects.
 */
export function readScript(text: string, keys: ReadonlySet<string> | null): ScriptReading {
  return new ScriptReader(text, keys).read()
}

/** What is open: whether it is an object, and whether it is within a field that counts. */
interface Level {
  isObject: boolean
  key: string | null
}

class ScriptReader {
  readonly #text: string
  readonly #keys: ReadonlySet<string> | null
  #at = 0
  #rest = ''
  readonly #parts: ScriptPart[] = []
  readonly #levels: Level[] = []
  /** The last thing that was read that is neither space nor comment. */
  #last = ''
  #literalReads = 0
  readonly #quotes: UnclosedQuotes = new Map()

  constructor(text: string, keys: ReadonlySet<string> | null) {
    this.#text = text
    this.#keys = keys
  }

  read(): ScriptReading {
    while (this.#at < this.#text.length) this.#step()
    // Parts side by side are one: an entry more or less changes nothing around them.
    const rest = this.#rest.replaceAll(/\0(?:\s*(?:,\s*)?\0)+/g, MARK).replaceAll(/\0\s*,(?=\s*[\]}])/g, MARK)
    return { rest, parts: this.#parts }
  }

  #step(): void {
    const text = this.#text
    const character = text[this.#at]!
    if (/\s/.test(character)) return this.#keep(this.#at + 1, false)
    if (text.startsWith('//', this.#at) || text.startsWith('/*', this.#at))
      return this.#keep(skipPiece(text, this.#at, text.length, this.#quotes), false)
    const level = this.#levels.at(-1)
    if (level?.isObject && this.#startsEntry() && this.#readEntry(level)) return
    if (this.#mayHoldPart(level) && this.#takePart(this.#at, '')) return
    this.#stepOver(character)
  }

  /** Within an array that counts each item is a part; elsewhere an array or object behind an assignment may be one by its shape. */
  #mayHoldPart(level: Level | undefined): boolean {
    const character = this.#text[this.#at]
    if (level && !level.isObject && level.key !== null && this.#startsEntry()) return true
    return (character === '[' || character === '{') && /^(?:=|default|return|=>)$/.test(this.#last)
  }

  #startsEntry(): boolean {
    return this.#last === '{' || this.#last === '[' || this.#last === ',' || this.#last === MARK
  }

  /** A field of an object: its key is looked at, and its value taken out when the field counts. */
  #readEntry(level: Level): boolean {
    const start = this.#at
    const key = this.#keyAt(start)
    if (!key) return false
    const colon = skipSpace(this.#text, key.end)
    if (colon === null || this.#text[colon] !== ':') return false
    const valueAt = skipSpace(this.#text, colon + 1)
    if (valueAt === null) return false
    const isNamed = this.#keys?.has(key.name) ?? false
    if (level.key !== null && key.name !== '__proto__' && this.#takePart(valueAt, level.key, start)) return true
    this.#keep(valueAt, true)
    this.#last = ':'
    if (isNamed && this.#takePart(valueAt, key.name)) return true
    const character = this.#text[valueAt]
    if (character === '{' || character === '[') this.#open(character, level.key ?? (isNamed ? key.name : null))
    return true
  }

  #keyAt(at: number): { name: string; end: number } | null {
    const quote = this.#text[at]
    if (quote === '"' || quote === "'") {
      const literal = readLiteral(this.#text, at, { hasTemplates: false })
      return literal && typeof literal.value === 'string' ? { name: literal.value, end: literal.end } : null
    }
    WORD.lastIndex = at
    const name = WORD.exec(this.#text)?.[0]
    return name === undefined ? null : { name, end: at + name.length }
  }

  /** Takes a literal out, together with the key that may stand before it; false when it is more than a literal. */
  #takePart(at: number, key: string, from = at): boolean {
    // A list that is computed in part is tried again for each of its entries; a file of nothing else is left as it is.
    this.#literalReads += 1
    if (this.#literalReads > LITERAL_READS_MAX) return false
    const literal = readLiteral(this.#text, at, { hasTemplates: false })
    if (!literal || !this.#endsAt(literal.end)) return false
    const isInField = key !== '' || (this.#levels.at(-1)?.key ?? null) !== null
    if (!isInField && !this.#isShaped(literal.value)) return false
    const name = key === '' ? (this.#levels.at(-1)?.key ?? '') : key
    const entry = from === at ? null : this.#keyAt(from)
    this.#parts.push({ key: name, value: entry ? { [entry.name]: literal.value } : literal.value })
    this.#rest += MARK
    this.#at = literal.end
    this.#last = MARK
    return true
  }

  #isShaped(value: Plain): boolean {
    if (typeof value !== 'object' || value === null) return false
    if (this.#keys === null) return true
    return this.#keys.has('sidebar') && Array.isArray(value) && value.every((item) => isLink(item as Plain))
  }

  /** What follows a literal must not do anything with it. */
  #endsAt(end: number): boolean {
    const at = skipSpace(this.#text, end)
    if (at === null) return false
    if (at >= this.#text.length || ',;}])'.includes(this.#text[at]!)) return true
    if (/^(?:as\s+const|satisfies\s)/.test(this.#text.slice(at, at + 20))) return true
    // Without a semicolon a new line ends the statement, unless it goes on with what could belong to the last one.
    return (
      this.#text.slice(end, at).includes('\n') &&
      /[\p{ID_Start}$_@]/u.test(this.#text[at]!) &&
      !/^(?:in|instanceof|of)\b/.test(this.#text.slice(at, at + 12))
    )
  }

  #stepOver(character: string): void {
    const piece = skipPiece(this.#text, this.#at, this.#text.length, this.#quotes)
    if (piece > this.#at) return this.#keep(piece, true)
    if (character === '{' || character === '[' || character === '(') return this.#open(character, null)
    if (character === '}' || character === ']' || character === ')') {
      this.#levels.pop()
      return this.#keep(this.#at + 1, true)
    }
    WORD.lastIndex = this.#at
    const word = WORD.exec(this.#text)?.[0]
    if (this.#text.startsWith('=>', this.#at)) return this.#keep(this.#at + 2, true)
    this.#keep(this.#at + (word?.length ?? 1), true)
  }

  #open(character: string, key: string | null): void {
    this.#levels.push({ isObject: character === '{', key })
    this.#keep(this.#at + 1, true)
  }

  #keep(end: number, counts: boolean): void {
    const piece = this.#text.slice(this.#at, end)
    this.#rest += piece.replaceAll(MARK, '')
    this.#at = end
    if (counts) this.#last = piece
  }
}

/** A configuration has some dozens of lists that are computed in part. */
const LITERAL_READS_MAX = 5000

function isLink(item: Plain): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false
  const names = Object.keys(item)
  return (names.includes('link') || names.includes('items')) && names.every((name) => LINK_FIELDS.has(name))
}
