import { type JSONSchema7, type ToolSet, jsonSchema } from 'ai'
import { z } from 'zod'
import type { Tool } from './tool.ts'

/** Said once in the prompt instead of in each description: see `system-prompt.ts`. */
const EXPLAINED_ELSEWHERE: ReadonlySet<string> = new Set(['scope', 'dryRun'])

/** What a model does not need in order to make a call, and pays for with each of them. The calls are checked all the same. */
const LEFT_OUT: ReadonlySet<string> = new Set(['$schema', 'default', 'additionalProperties', 'minLength', 'maxLength', 'pattern'])

/** The tools as the library knows them: without a way to run them, so that it hands the calls over. */
export function toolSet(tools: ReadonlyMap<string, Tool>): ToolSet {
  return Object.fromEntries(
    [...tools].map(([name, { description, input }]) => {
      const schema = lean(z.toJSONSchema(input, { io: 'input', target: 'draft-7' })) as JSONSchema7
      // Calls are read in one place, which also knows names that models have for our fields: see `arguments.ts`.
      return [name, { description, inputSchema: jsonSchema<unknown>(schema) }]
    }),
  )
}

function lean(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one))
  if (typeof schema !== 'object' || schema === null) return schema
  const isExplained = EXPLAINED_ELSEWHERE.has(name)
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (LEFT_OUT.has(key) || (isExplained && key === 'description')) return []
      return [[key, key === 'properties' ? leanProperties(value as object) : lean(value)]]
    }),
  )
}

/** Its keys are names that a tool has chosen, not words of the format. */
function leanProperties(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, lean(schema, name)]))
}
