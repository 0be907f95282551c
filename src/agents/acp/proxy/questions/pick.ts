/**
 * What may pass of a program's question to the provider. Questions are built anew from what is known to be harmless: a provider
 * fetches addresses, runs code and keeps data when it is asked to, which would be a way around the sandbox.
 */

/** Something in a question that is not passed on, and why, for the program that asked. */
export class NotPassedOn extends Error {
  constructor(where: string, why: string) {
    super(`Docwright does not pass this on to the model: ${where} ${why}.`)
    this.name = 'NotPassedOn'
  }
}

/** Copies what may pass of a value; undefined leaves it out. Throws `NotPassedOn` where leaving out would change what was asked. */
export type Pick = (value: unknown, where: string) => unknown

export type Fields = Readonly<Record<string, Pick>>

export const text: Pick = (value) => (typeof value === 'string' ? value : undefined)
export const number: Pick = (value) => (typeof value === 'number' ? value : undefined)
export const flag: Pick = (value) => (typeof value === 'boolean' ? value : undefined)
/** A number of tokens. To some servers, none or less means as many as they like. */
export const tokens: Pick = (value) => (Number.isSafeInteger(value) && (value as number) > 0 ? value : undefined)
export const textOrNull: Pick = (value) => (value === null ? null : text(value, ''))

/** JSON whose meaning is the program's own, such as the arguments of its tools. No provider looks for addresses in it. */
export const data: Pick = (value) => value

/** True for a value that asks for nothing, which programs send for fields that they do not use. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** For fields that ask the provider for more than an answer. */
export const refused: Pick = (value, where) => {
  if (isNothing(value)) return undefined
  throw new NotPassedOn(where, 'would let the provider reach or keep something else than this question')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function oneOf(...choices: readonly string[]): Pick {
  return (value) => (typeof value === 'string' && choices.includes(value) ? value : undefined)
}

export function firstOf(...picks: readonly Pick[]): Pick {
  return (value, where) => {
    for (const pick of picks) {
      const picked = pick(value, where)
      if (picked !== undefined) return picked
    }
    return undefined
  }
}

export function listOf(pick: Pick): Pick {
  return (value, where) => {
    if (!Array.isArray(value)) return undefined
    return value.map((one, index) => pick(one, `${where}[${index}]`)).filter((one) => one !== undefined)
  }
}

/** Only these fields; others are left out. */
export function object(fields: Fields): Pick {
  return (value, where) => {
    if (!isObject(value)) return undefined
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of Object.entries(fields)) {
      const kept = Object.hasOwn(value, name) ? pick(value[name], where === '' ? name : `${where}.${name}`) : undefined
      if (kept !== undefined) picked[name] = kept
    }
    return picked
  }
}

/** Only these fields, and a refusal when there are others. */
export function exactly(fields: Fields): Pick {
  const pick = object(fields)
  return (value, where) => {
    if (!isObject(value)) throw new NotPassedOn(where, 'is not an object')
    // An empty object counts: it switches things on at some providers.
    const other = Object.keys(value).find((name) => !Object.hasOwn(fields, name) && (value[name] ?? false) !== false)
    if (other !== undefined) throw new NotPassedOn(`${where}.${other.slice(0, 60)}`, 'is not supported here')
    return pick(value, where)
  }
}

/** Things that say in `type` what they are. Those of an unknown type are refused by name. */
export function byType(kinds: Readonly<Record<string, Pick>>, fallback?: string): Pick {
  return (value, where) => {
    if (!isObject(value)) throw new NotPassedOn(where, 'is not an object')
    const type = value['type'] === undefined ? fallback : value['type']
    const pick = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
    if (!pick) throw new NotPassedOn(`${where} of the type ${JSON.stringify(type ?? null).slice(0, 60)}`, 'is not supported here')
    const picked = pick(value, where)
    return isObject(picked) && value['type'] !== undefined ? { type, ...picked } : picked
  }
}

/** A file within the question itself. Any other address is one that the provider would fetch. */
export const dataUrl: Pick = (value, where) => {
  if (typeof value === 'string' && /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*;base64,/i.test(value)) return value
  throw new NotPassedOn(where, 'must be a data: URL with base64, because the model has no network')
}

/** What must be there, since without it the rest would mean something else. */
export function needed(pick: Pick): Pick {
  return (value, where) => {
    const picked = pick(value, where)
    if (picked === undefined) throw new NotPassedOn(where, 'is missing or has the wrong form')
    return picked
  }
}

export const cacheControl = object({ type: oneOf('ephemeral'), ttl: text })
