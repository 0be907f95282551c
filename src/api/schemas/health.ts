import { Type } from 'typebox'
import { Enum } from './parts.ts'

export const HealthResult = Type.Object({ status: Type.Literal('ok'), version: Type.String() })
export const ReadyResult = Type.Object({
  status: Enum(['ready', 'draining', 'unavailable']),
  database: Type.Boolean(),
  views: Type.Boolean(),
})
