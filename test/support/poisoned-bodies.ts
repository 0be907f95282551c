/** As much of JSON Schema as `openapi.json` has in its request bodies. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  patternProperties?: Record<string, Schema>
  minimum?: number
}

type Place = readonly (string | number)[]

/** A request body with a text in one of its fields. */
export interface PoisonedBody {
  field: string
  body: unknown
}

/** Bodies that are right but for one text: one for each field that takes a text, as the schema has them, and for each poison. */
export function* poisonBodies(
  schema: Schema,
  resolve: (reference: string) => Schema,
  given: Readonly<Record<string, unknown>>,
  poisons: readonly string[],
): Generator<PoisonedBody> {
  const whole = simplify(schema, resolve)
  for (const place of textPlaces(whole, resolve))
    for (const poison of poisons) yield { field: place.join('.'), body: put(sample(whole, resolve, given), place, poison) }
  for (const place of recordPlaces(whole, resolve))
    for (const poison of poisons) {
      // As an own member: an assignment to `__proto__` would be lost before it is sent.
      const record = Object.fromEntries([[poison, 'a']])
      yield { field: `${place.join('.')} (name)`, body: put(sample(whole, resolve, given), place, record) }
    }
}

function simplify(schema: Schema, resolve: (reference: string) => Schema): Schema {
  if (schema.$ref !== undefined) return simplify(resolve(schema.$ref), resolve)
  return schema.anyOf ? simplify(schema.anyOf[0]!, resolve) : schema
}

function isText({ type, enum: values }: Schema): boolean {
  return values === undefined && (type === 'string' || (Array.isArray(type) && type.includes('string')))
}

/** Also those with a few allowed values: what is not among them has to be refused, and not to be looked up. */
function* textPlaces(given: Schema, resolve: (reference: string) => Schema): Generator<Place> {
  const schema = simplify(given, resolve)
  if (isText(schema) || schema.enum !== undefined) yield []
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    for (const place of textPlaces(part, resolve)) yield [name, ...place]
  if (schema.items) for (const place of textPlaces(schema.items, resolve)) yield [0, ...place]
  for (const part of Object.values(schema.patternProperties ?? {}))
    for (const place of textPlaces(part, resolve)) yield ['accept', ...place]
}

function* recordPlaces(given: Schema, resolve: (reference: string) => Schema): Generator<Place> {
  const schema = simplify(given, resolve)
  if (schema.patternProperties) yield []
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    for (const place of recordPlaces(part, resolve)) yield [name, ...place]
}

/** The least that the schema asks for. */
function sample(given: Schema, resolve: (reference: string) => Schema, values: Readonly<Record<string, unknown>>): unknown {
  const schema = simplify(given, resolve)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.enum) return schema.enum[0]
  if (type === 'object') {
    const names = new Set([...(schema.required ?? []), ...Object.keys(values).filter((name) => schema.properties?.[name])])
    return Object.fromEntries([...names].map((name) => [name, values[name] ?? sample(schema.properties![name]!, resolve, {})]))
  }
  if (type === 'array') return schema.items ? [sample(schema.items, resolve, {})] : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  return type === 'boolean' ? true : 'a'
}

function put(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value
  if (typeof name === 'number') return [put(undefined, rest, value)]
  const object = (whole ?? {}) as Record<string, unknown>
  return Object.fromEntries([...Object.entries(object), [name, put(object[name], rest, value)]])
}
