import { readSubjects } from '../git/history.ts'
import { DEFAULT_SETTINGS } from '../projects/settings.ts'
import type { Run } from './run.ts'
import { toLine, toTitle } from './templates.ts'
import { inManner, readTitleManner } from './title-manner.ts'

/** What people decided most recently; older habits may be those of others. */
const SUBJECTS = 100

/**
 * The title of a job's work, for its commit and its pull request: as the caller wants it, as the settings of the project say, or else
 * in the manner of the repository's own history. The history is that of a fixed commit, so that the title is the same each time.
 */
export async function titleOf({ deps, job, mirror, settings }: Run, base: string, title: string): Promise<string> {
  const asked = job.title && toLine(job.title)
  if (asked) return asked
  if (settings.titleTemplate !== DEFAULT_SETTINGS.titleTemplate) return toTitle(settings.titleTemplate, title, job.id)
  const manner = readTitleManner(await readSubjects(deps.git, mirror.gitDir, base, SUBJECTS))
  return toTitle('{title}', inManner(toLine(title), manner), job.id)
}
