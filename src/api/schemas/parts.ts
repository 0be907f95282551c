import { type TSchema, Type } from 'typebox'

// What several schemas are made of.

export const DateTime = (description: string) => Type.String({ format: 'date-time', description })
export const Nullable = (type: 'string', more: Record<string, unknown>) =>
  Type.Unsafe<string | null>({ type: [type, 'null'], ...more })
export const Enum = <Value extends string>(values: readonly Value[], more: Record<string, unknown> = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...more })
export const OrNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const Failure = Type.Object({
  code: Type.String(),
  message: Type.String(),
  hint: Nullable('string', { description: 'What to do about it.' }),
})

export const Usage = Type.Object({
  turns: Type.Integer(),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  costUsd: Type.Number(),
})

export const ProjectParams = Type.Object({ projectId: Type.String({ description: 'The project identifier.' }) })

export const NoContent = Type.Unsafe<undefined>({ type: 'null', description: 'Nothing.' })

export const ProblemBody = Type.Object(
  {
    type: Type.String({ format: 'uri-reference' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'Id of the request.' }),
    code: Type.String({ description: "For programs. Codes don't change." }),
    error: Type.String({ description: 'The same sentence as `detail`.' }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'What is wrong, field by field.',
      }),
    ),
  },
  { description: 'An error, as RFC 9457 defines it.' },
)
