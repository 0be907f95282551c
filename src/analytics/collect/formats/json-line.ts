import { unescapeValue } from './unescape-value.ts'

export type JsonObject = Record<string, unknown>

const HEX_ESCAPES = /(?:\\x[0-9a-f]{2})+/gi

/** The object on a line, null when there is none. */
export function parseJsonLine(line: string): JsonObject | null {
  if (line.charCodeAt(0) !== 123) return null
  return parseObject(line) ?? (line.includes('\\x') ? parseObject(repairHexEscapes(line)) : null)
}

/** nginx without `escape=json` writes `\x22` into what is meant to be JSON, which has no such escape. */
function repairHexEscapes(line: string): string {
  return line.replace(HEX_ESCAPES, (escapes) => JSON.stringify(unescapeValue(escapes)).slice(1, -1))
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a field; of a name with dots, also where it is one of objects in objects. */
export function valueAt(object: JsonObject, name: string): unknown {
  const value = object[name]
  if (value !== undefined || !name.includes('.')) return value
  let inner: unknown = object
  for (const part of name.split('.')) inner = isObject(inner) ? inner[part] : undefined
  return inner
}

/** The first of the fields that has a value; `-` and the empty string stand for none. */
export function pickText(object: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = valueAt(object, name)
    if (typeof value === 'string' && value !== '' && value !== '-') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** Empty when the log has the field without a value, undefined when it does not record it. */
export function pickUserAgent(object: JsonObject, names: readonly string[]): string | undefined {
  return pickText(object, names) ?? (names.some((name) => typeof valueAt(object, name) === 'string') ? '' : undefined)
}

/** Three digits, as a number or a string; `000` of a client that left is 0. */
export function pickStatus(object: JsonObject, names: readonly string[]): number | undefined {
  const text = pickText(object, names)
  return text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined
}
