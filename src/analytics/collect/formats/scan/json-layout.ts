import { FIELDS } from '../json-fields.ts'
import { parseJsonLine } from '../json-line.ts'

type Role = keyof typeof FIELDS

/** What lines of one log have in common: their keys, in the order in which they are written. */
export interface JsonLayout {
  /** Tells it from others. */
  number: number
  /** Each with its quotes and the colon. */
  keys: readonly Buffer[]
  /** The places of the keys that may say this, the one that counts most first. */
  places: Readonly<Record<Role, readonly number[]>>
  /** Those of hosts, headers and the like. */
  others: readonly number[]
}

/** Keys of a log. More is not somebody's log of requests. */
export const KEYS_MAX = 100

/** The layout of a line; null when it is no flat object, or a key stands in it twice. */
export function readLayout(
  text: string,
  number: number,
  isOther: (key: string) => boolean,
  isOdd: (key: string) => boolean,
): JsonLayout | null {
  const object = parseJsonLine(text)
  if (object === null) return null
  const names = keysOf(text)
  if (names === null || names.length > KEYS_MAX || new Set(names).size < names.length || names.some(isOdd)) return null
  const placesOf = (wanted: readonly string[]) => wanted.map((name) => names.indexOf(name)).filter((place) => place >= 0)
  const places = Object.fromEntries(Object.entries(FIELDS).map(([role, wanted]) => [role, placesOf(wanted)]))
  return {
    number,
    keys: names.map((name) => Buffer.from(`"${name}":`, 'latin1')),
    places: places as unknown as Record<Role, number[]>,
    others: names.flatMap((name, place) => (isOther(name) ? [place] : [])),
  }
}

const MEMBER = /[{,] *"([^"\\]*)": *(?:"[^"\\]*"|-?\d+(?:\.\d+)?|true|false|null) *(?=[,}])/y

/** The keys of an object that has nothing but texts without escapes, plain numbers, and words. */
function keysOf(text: string): string[] | null {
  const names: string[] = []
  MEMBER.lastIndex = 0
  for (let end = 0; ; end = MEMBER.lastIndex) {
    MEMBER.lastIndex = end
    const name = MEMBER.exec(text)?.[1]
    if (name === undefined) return text.slice(end) === '}' ? names : null
    names.push(name)
  }
}
