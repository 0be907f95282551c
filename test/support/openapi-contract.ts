import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

export interface ContractRequest {
  method: string
  /** Below the root of the API, still encoded. */
  path: string
  query: URLSearchParams
  body: unknown
}

/** A host's published description of its API, to hold a request and its answer against. */
export interface Contract {
  /** What is wrong with the request; empty when nothing is. */
  checkRequest(request: ContractRequest): string[]
  checkResponse(request: ContractRequest, status: number, body: unknown): string[]
}

export interface ContractOptions {
  /** Query parameters that the host documents for all of its lists, outside of the description. */
  queryEverywhere?: string[]
  /** True where the host says that a request may leave out what its schema requires. */
  isPartialRequestAllowed?: boolean
  /** Paths that were cut from the description, with what is documented of them. */
  morePaths?: JsonObject
}

export function readContract(file: string, options: ContractOptions = {}): Contract {
  const text = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'codehosts', file), 'utf8')
  return createContract(JSON.parse(text) as JsonObject, options)
}

export function createContract(description: JsonObject, options: ContractOptions = {}): Contract {
  const whole = { ...description, paths: { ...(description['paths'] as JsonObject), ...options.morePaths } }
  const ajv = createAjv(whole, 'description')
  const requestAjv = options.isPartialRequestAllowed ? createAjv(withoutRequired(whole), 'description') : ajv
  const validators = new Map<Json, ValidateFunction>()
  const requestValidators = new Map<Json, ValidateFunction>()
  const resolve = (value: Json | undefined): JsonObject | null => {
    const object = (value ?? null) as JsonObject | null
    const reference = object?.['$ref']
    if (typeof reference !== 'string') return object
    return resolve(
      reference
        .slice(2)
        .split('/')
        .reduce<Json>((found, part) => (found as JsonObject)[part] ?? null, whole),
    )
  }
  const find = (request: ContractRequest) => findOperation(whole.paths, request)
  const check = (engine: Ajv, schema: Json | undefined, value: unknown, where: string): string[] => {
    if (schema === undefined) return []
    const compiled = engine === ajv ? validators : requestValidators
    const validate = compiled.get(schema) ?? compile(engine, schema)
    compiled.set(schema, validate)
    return validate(value) ? [] : [`${where}: ${engine.errorsText(validate.errors)}`]
  }
  return {
    checkRequest: (request) => {
      const operation = find(request)
      if (!operation) return [`${request.method} ${request.path} is not in the description`]
      const content = resolve(resolve(operation['requestBody'])?.['content'])?.['application/json'] as JsonObject | undefined
      const where = `${request.method} ${request.path}`
      if (request.body !== undefined && !content) return [`${where} takes no body`]
      const unknown = unknownFields(resolve(content?.['schema']), request.body).map((name) => `${where}: unknown field ${name}`)
      return [
        ...checkQuery(((operation['parameters'] ?? []) as Json[]).map(resolve), request.query, options.queryEverywhere ?? []),
        ...(request.body === undefined ? [] : check(requestAjv, content?.['schema'], request.body, where)),
        ...(options.isPartialRequestAllowed ? [] : unknown),
      ]
    },
    checkResponse: (request, status, body) => {
      const response = resolve((find(request)?.['responses'] as JsonObject | undefined)?.[String(status)])
      const content = (response?.['content'] as JsonObject | undefined)?.['application/json'] as JsonObject | undefined
      return check(ajv, content?.['schema'], body, `answer ${status} to ${request.method} ${request.path}`)
    },
  }
}

function createAjv(description: JsonObject, id: string): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false, inlineRefs: false, logger: false })
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))
  ajv.addFormat('uri', (text) => URL.canParse(text))
  ajv.addSchema({ $id: id, ...(nullable(description) as JsonObject) })
  return ajv
}

function compile(ajv: Ajv, schema: Json): ValidateFunction {
  return ajv.compile(absolute(nullable(schema)) as JsonObject)
}

/** OpenAPI 3.0 writes "or null" in a way of its own, which JSON Schema does not know. */
function nullable(value: Json): Json {
  return walk(value, (object) => {
    if (object['nullable'] !== true) return object
    const { nullable: _, ...rest } = object
    return { anyOf: [rest, { type: 'null' }] }
  })
}

function withoutRequired(description: JsonObject): JsonObject {
  return walk(description, (object) => {
    if (!Array.isArray(object['required'])) return object
    const { required: _, ...rest } = object
    return rest
  }) as JsonObject
}

function absolute(schema: Json): Json {
  return walk(schema, (object) => {
    const reference = object['$ref']
    return typeof reference === 'string' && reference.startsWith('#/') ? { ...object, $ref: `description${reference}` } : object
  })
}

function walk(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (!value || typeof value !== 'object') return value
  // Examples are data, not schemas.
  const entries = Object.entries(value).map(([name, part]): [string, Json] =>
    name === 'example' || name === 'examples' ? [name, null] : [name, walk(part, change)],
  )
  return change(Object.fromEntries(entries))
}

function findOperation(paths: JsonObject, { method, path }: ContractRequest): JsonObject | null {
  const fits = Object.entries(paths).filter(([template, item]) => {
    // The last parameter may hold slashes: the hosts write branch names that way.
    const parts = template.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    const pattern = template.endsWith('}') ? `${parts.slice(0, -1).join('[^/]+')}.+` : parts.join('[^/]+')
    return new RegExp(`^${pattern}$`).test(path) && (item as JsonObject)[method.toLowerCase()]
  })
  // The one with the most fixed text is meant.
  const [best] = fits.toSorted(([one], [other]) => weight(other) - weight(one))
  return best ? ((best[1] as JsonObject)[method.toLowerCase()] as JsonObject) : null
}

function weight(template: string): number {
  return template.split('/').length * 100 + template.replace(/\{[^}]+\}/g, '').length
}

function checkQuery(parameters: (JsonObject | null)[], query: URLSearchParams, everywhere: string[]): string[] {
  return [...query].flatMap(([name, value]) => {
    if (everywhere.includes(name)) return []
    const known = parameters.find((parameter) => parameter?.['name'] === name && parameter['in'] === 'query')
    if (!known) return [`unknown query parameter ${name}`]
    const schema = known['schema'] as { type?: string; enum?: string[] }
    if (schema.type === 'integer' && !/^\d+$/.test(value)) return [`query parameter ${name} must be a number`]
    return schema.enum && !schema.enum.includes(value) ? [`query parameter ${name} must not be ${value}`] : []
  })
}

function unknownFields(schema: JsonObject | null, body: unknown): string[] {
  const known = schema?.['properties'] as JsonObject | undefined
  if (!known || !body || typeof body !== 'object') return []
  return Object.keys(body).filter((name) => !(name in known))
}
