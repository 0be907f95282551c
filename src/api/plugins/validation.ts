import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Problem, type ProblemDetail } from '../../lib/problem.ts'

/** Only what a person would write as a whole number: no `1e2`, `0x10`, spaces or fractions. */
const INTEGER = /^-?\d{1,15}$/

interface ObjectSchema {
  properties?: Record<string, { type?: unknown; default?: unknown }>
}

/**
 * Checks one part of a request against its schema. Bodies are taken as they are; only in a query, where everything is text, whole
 * numbers are read as such, a list may have a single value, and defaults are filled in.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema)
  return (data: unknown) => {
    const value = httpPart === 'querystring' ? readQuery(schema, data as Record<string, unknown>) : data
    if (validator.Check(value)) return { value }
    const details = [...validator.Errors(value)].flatMap(toDetails)
    const [first] = details
    const detail = first
      ? `${first.path === '' ? `The ${httpPart ?? 'request'}` : `\`${first.path}\``} ${first.message}.`
      : 'The request is not valid.'
    return { error: new Problem(400, 'invalid_request', detail, { details }) }
  }
}

function readQuery(schema: ObjectSchema, query: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...query }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = read[name]
    if (value === undefined && property.default !== undefined) read[name] = property.default
    else if (property.type === 'array' && typeof value === 'string') read[name] = [value]
    else if (property.type === 'integer' && typeof value === 'string' && INTEGER.test(value)) read[name] = Number(value)
  }
  return read
}

interface SchemaError {
  keyword: string
  instancePath: string
  message: string
  params: object
}

/** A missing field is reported at its own place, not at that of the object around it. */
function toDetails(error: SchemaError): ProblemDetail[] {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const { requiredProperties, allowedValues } = error.params as { requiredProperties?: string[]; allowedValues?: unknown[] }
  if (requiredProperties)
    return requiredProperties.map((name) => ({ path: path === '' ? name : `${path}.${name}`, message: 'is required' }))
  if (error.keyword === 'pattern') return [{ path, message: 'has characters that are not allowed here' }]
  return [{ path, message: allowedValues ? `must be one of ${allowedValues.join(', ')}` : error.message }]
}
