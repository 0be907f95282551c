import { readConfig } from '../config.ts'
import { type Context, openContext } from '../wiring/context.ts'
import { withOpen } from './with-open.ts'

/** Opens everything for the time of one command. */
export async function withContext<Result>(work: (context: Context) => Promise<Result>): Promise<Result> {
  return withOpen(await openContext(readConfig()), work)
}
