import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { HEAD_BYTES } from './collect/file-identity.ts'
import type { LogFormat } from './collect/formats/log-format.ts'
import { openLogHandle } from './collect/log-source.ts'
import { type ImportReport, createImportTally } from './import-report.ts'
import { type ImportDeps, importSource, reportImport, type ImportViewsOptions } from './import-views.ts'

/** How soon a view is counted after its line was written. Looking costs one call of the system. */
const LOOK_MS = 500

/** After a rotation servers go on writing to the old file until they are told to open the new one; that takes seconds. */
const OLD_FILE_MS = 60_000

export interface FollowOptions {
  clock: Clock
  /** Ends the following; what was read by then is counted. */
  signal: AbortSignal
  format?: LogFormat | undefined
  ownFormat?: LogFormat | undefined
  onLines?: (lines: number) => void
  onWarning?: ImportViewsOptions['onWarning']
}

/** One file that is or was under the name. */
interface Followed {
  file: FileHandle
  id: string
  /** Size and time of the last change when it was read last. */
  seen: string
  /** When another file took the name; null while it has it. */
  replacedAt: number | null
}

/**
 * Counts a log while it is written, like `tail -F`: through growth, rotation, truncation, and a time in which there is no file.
 * It starts with what is there and was not counted yet, so after a restart it goes on where it was.
 */
export async function followViews(
  deps: ImportDeps,
  projectId: string,
  path: string,
  { clock, signal, format, ownFormat, onLines, onWarning }: FollowOptions,
): Promise<ImportReport> {
  const tally = createImportTally(onWarning)
  let followed: Followed[] = []
  const readOn = async (one: Followed): Promise<void> => {
    const stats = await one.file.stat()
    const state = `${stats.size} ${stats.mtimeMs}`
    if (state === one.seen) return
    await waitingForFormat(stats, () =>
      importSource(
        { deps, projectId, options: { format, ownFormat, signal, ...(onLines ? { onLines } : {}) }, tally },
        openLogHandle(one.file, path),
      ),
    )
    one.seen = state
  }
  try {
    while (!signal.aborted) {
      followed = await turnToNewFile(followed, path, clock.now())
      // The older first: its last lines were written before those of the newer one.
      for (const one of followed) await readOn(one)
      followed = await closeOldFiles(followed, clock.now())
      await clock.sleep(LOOK_MS, signal)
    }
    return await reportImport(deps.viewStore, projectId, tally)
  } finally {
    for (const { file } of followed) await file.close()
  }
}

async function turnToNewFile(followed: Followed[], path: string, now: number): Promise<Followed[]> {
  const found = await stat(path).catch(() => null)
  if (found === null || followed.at(-1)?.id === idOf(found)) return followed
  if (found.isDirectory())
    throw new Fault({ code: 'log_unreadable', message: `${path} is a folder.`, hint: 'Name one log file in it.' })
  if (!found.isFile())
    throw new Fault({ code: 'log_unreadable', message: `${path} is not a file.`, hint: 'Give it to `docwright views import`.' })
  const file = await openIfThere(path)
  if (file === null) return followed
  const id = idOf(await file.stat())
  return [...followed.map((one) => ({ ...one, replacedAt: one.replacedAt ?? now })), { file, id, seen: '', replacedAt: null }]
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    // It was moved away between two looks.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Fault({
      code: 'log_unreadable',
      message: `${path} cannot be opened: ${(error as Error).message}`,
      hint: 'Check who may read it.',
    })
  }
}

async function closeOldFiles(followed: Followed[], now: number): Promise<Followed[]> {
  const isOld = ({ replacedAt }: Followed) => replacedAt !== null && now - replacedAt >= OLD_FILE_MS
  for (const one of followed) if (isOld(one)) await one.file.close()
  return followed.filter((one) => !isOld(one))
}

/** A log that has just begun may have too little in it to tell its format: that is no reason to give up. */
async function waitingForFormat(stats: Stats, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'log_format_unknown' && stats.size < HEAD_BYTES)) throw error
  }
}

function idOf(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`
}
