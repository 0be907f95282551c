import type { Plain } from './literal.ts'

/** A configuration, cut into what an agent may edit and what it may not. Two versions with the same rest differ in the former alone. */
export interface Configuration {
  rest: Plain
  parts: { key: string; value: Plain }[]
}
