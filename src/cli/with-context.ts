import { readConfig } from '../config.ts'
import { type Context, openContext } from '../context.ts'

/** Opens the stores for the time of one command. A service may be running on the same data folder: both write to it safely. */
export async function withContext<Result>(work: (context: Context) => Promise<Result>): Promise<Result> {
  const context = await openContext(readConfig())
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}
