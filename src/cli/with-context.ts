import { readConfig } from '../config.ts'
import { type Context, openContext } from '../wiring/context.ts'
import { needDataFolder } from './need-data-folder.ts'
import { withOpen } from './with-open.ts'

/** Opens everything for the time of one command. Only commands that can be the first ones create a data folder. */
export async function withContext<Result>(
  work: (context: Context) => Promise<Result>,
  { mayBeFirst = false } = {},
): Promise<Result> {
  const config = readConfig()
  if (!mayBeFirst) needDataFolder(config)
  return withOpen(await openContext(config), work)
}
