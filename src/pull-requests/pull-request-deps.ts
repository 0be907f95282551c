import type { Database } from '../database/database.ts'
import type { MainSchema } from '../database/schema.ts'
import type { Git } from '../git/git.ts'
import type { Mirrors } from '../git/mirror.ts'
import type { Ids } from '../lib/ids.ts'
import type { Turns } from '../lib/turns.ts'

export interface PullRequestDeps {
  database: Database<MainSchema>
  ids: Ids
  git: Git
  mirrors: Mirrors
  /** Merges of one pull request in this process wait for each other. */
  turns: Turns
}
