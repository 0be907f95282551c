import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/**
 * Makes the functions that write answers, one for each schema. The framework would make one for each status of each route, and
 * most of them are the same: some twenty megabytes of compiled code.
 */
export function createSerializerCompiler(): FastifySerializerCompiler<TSchema> {
  const known = new WeakMap<TSchema, (value: unknown) => string>()
  return ({ schema }) => {
    const serialize = known.get(schema) ?? fastJsonStringify(schema)
    known.set(schema, serialize)
    return serialize
  }
}
