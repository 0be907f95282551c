import { Fault } from '../lib/fault.ts'
import type { Git } from './git.ts'

/** The size in bytes of each object that is in the repository; those that are not are left out. */
export async function readSizes(
  git: Git,
  gitDir: string,
  ids: Iterable<string>,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const input = [...new Set(ids)].join('\n')
  if (input === '') return sizes
  const words = ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer']
  for (const line of (await git.text(words, { gitDir, ...(signal ? { signal } : {}), input: `${input}\n` })).split('\n')) {
    const [id, size] = line.split(' ') as [string, string]
    if (/^\d+$/.test(size)) sizes.set(id, Number(size))
  }
  return sizes
}

/**
 * Hands over the content of files one after the other, in the order of the ids. The bytes are those of the repository: no
 * attribute of it (line ends, encodings, filters) has a say, which is why no file is ever checked out by git itself.
 */
export async function readBlobs(
  git: Git,
  gitDir: string,
  ids: readonly string[],
  signal: AbortSignal,
  take: (content: Buffer, place: number) => void | Promise<void>,
): Promise<void> {
  if (ids.length === 0) return
  let place = 0
  let rest: Buffer = Buffer.alloc(0)
  const options = { gitDir, signal, input: `${ids.join('\n')}\n` }
  await git.read(['cat-file', '--batch=%(objectname) %(objectsize)', '--buffer'], options, async (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (;;) {
      const end = rest.indexOf(0x0a)
      if (end < 0) return
      const [id, size] = rest.toString('latin1', 0, end).split(' ') as [string, string]
      if (!/^\d+$/.test(size)) throw new Error(`the object ${id} is missing`)
      const start = end + 1
      const next = start + Number(size) + 1
      if (rest.length < next) return
      await take(rest.subarray(start, next - 1), place)
      place += 1
      rest = rest.subarray(next)
    }
  })
  if (place !== ids.length) throw new Error(`git gave ${place} of ${ids.length} objects`)
}

/** Stores contents and returns their ids. In one process, whatever their number, and from memory: git opens no file of an agent. */
export async function writeBlobs(git: Git, gitDir: string, contents: readonly Buffer[], signal: AbortSignal): Promise<string[]> {
  if (contents.length === 0) return []
  const input = contents.flatMap((content, place) => [
    Buffer.from(`blob\nmark :${place + 1}\ndata ${content.length}\n`),
    content,
    Buffer.from(`\nget-mark :${place + 1}\n`),
  ])
  const ids = (await git.text(['fast-import', '--quiet', '--done'], { gitDir, signal, input: Buffer.concat([...input, DONE]) }))
    .split('\n')
    .filter(Boolean)
  if (ids.length !== contents.length)
    throw new Fault({
      code: 'git_failed',
      message: "git didn't store all files.",
      hint: "Check the server's disk.",
      isPassing: true,
    })
  return ids
}

/** Without this last word fast-import takes a cut-off input for a whole one. */
const DONE = Buffer.from('done\n')
