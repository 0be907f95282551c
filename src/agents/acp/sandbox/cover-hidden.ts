import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { Fault } from '../../../lib/fault.ts'

/** A file or folder of the machine, and where the sandbox shows it. */
export interface Bind {
  source: string
  target: string
}

/** Enough to be mounted. Nothing can be written there. */
const COVER_BYTES = 4096

/**
 * Words for bubblewrap that put an empty folder over everything hidden that one of the binds would show. They follow the binds.
 *
 * Compared by where things really are: a data folder may be reached through links, and it may lie below a folder of the system, as it
 * does in many containers.
 *
 * @param needed What the program cannot do without. It is not started when that would be covered.
 */
export function coverHidden(binds: readonly Bind[], hidden: readonly string[], needed: readonly string[] = []): string[] {
  const targets = new Set<string>()
  for (const folder of hidden) {
    const place = realPath(folder)
    // What is not there cannot be seen.
    if (place === null) continue
    const lost = needed.find((path) => isAbsolute(path) && isWithin(place, realPath(path) ?? path))
    if (lost !== undefined) throw inside(lost)
    for (const { source, target } of binds) {
      const shown = realPath(source)
      if (shown === null) continue
      if (isWithin(place, shown)) throw inside(target)
      if (isWithin(shown, place)) targets.add(join(target, relative(shown, place)))
    }
  }
  return [...targets].flatMap((target) => ['--size', String(COVER_BYTES), '--tmpfs', target, '--remount-ro', target])
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** True for the folder itself, too. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way))
}

function inside(path: string): Fault {
  return new Fault({
    code: 'acp_program_hidden',
    message: `An agent program needs ${path}, which is inside the data folder, and no program may see that.`,
    hint: 'Install the program elsewhere, or set DOCWRIGHT_DATA to a folder that holds nothing else.',
  })
}
