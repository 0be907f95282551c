import { readConfig } from '../config.ts'
import { type ViewsContext, openViewsContext } from '../wiring/views-context.ts'
import { needDataFolder } from './need-data-folder.ts'
import { withOpen } from './with-open.ts'

/** Opens what page views need for the time of one command. */
export async function withViewsContext<Result>(work: (context: ViewsContext) => Promise<Result>): Promise<Result> {
  const config = readConfig()
  needDataFolder(config)
  return withOpen(await openViewsContext(config, { isInline: true }), work)
}
