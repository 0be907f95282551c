import { GitError } from './git.ts'

/** What git says when the files of a repository are not what it wrote. A server's own trouble comes behind `remote:`. */
export const DAMAGE = new RegExp(
  [
    'not a git repository: ',
    'bad config line',
    'unexpected line in .+packed-refs',
    'object file .+ is empty',
    '(?:loose object|object|packed object) .+ (?:is corrupt|corrupt)',
    'inflate: data stream error',
    '(?:packfile|index file|pack-.+) .+ (?:is far too short|is too small|cannot be accessed|does not match|is corrupted|is not a GIT packfile)',
    'wrong index v\\d file size',
    'packed refname is dangerous',
    'bad tree object',
    'bad object (?:HEAD|refs/)',
    'missing object .+ for refs/',
    'invalid sha1 pointer',
    'unable to parse object',
    'garbage at end of loose object',
    'unable to unpack .+ header',
  ].join('|'),
)

/** True when the mirror itself is broken, so that making it anew helps. */
export function isDamage(error: unknown): boolean {
  if (error instanceof GitError) return error.stderr.split('\n').some((line) => !line.startsWith('remote:') && DAMAGE.test(line))
  return error instanceof Error && error.cause !== undefined && isDamage(error.cause)
}
