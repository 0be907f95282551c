import type { Command } from '../reading.ts'
import { replace } from './replace.ts'

/** Everything that the agent can do, the more specific before the more general: the first command that knows a clause takes it. */
export const COMMANDS: readonly Command[] = [replace]
