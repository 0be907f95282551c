import { readConfig } from '../config.ts'
import { type ViewsContext, openViewsContext } from '../wiring/views-context.ts'
import { withOpen } from './with-open.ts'

/** Opens what page views need for the time of one command. */
export async function withViewsContext<Result>(work: (context: ViewsContext) => Promise<Result>): Promise<Result> {
  return withOpen(await openViewsContext(readConfig(), { isInline: true }), work)
}
