import { Fault } from '../lib/fault.ts'
import type { ImportedLog } from './collect/file-identity.ts'
import type { LogFormat, Unreadable } from './collect/formats/log-format.ts'
import { type ImportBatch, importLogs } from './collect/import-log.ts'
import { type LineSums, createLineSums } from './collect/line-sums.ts'
import type { LogSource } from './collect/log-source.ts'
import { type Normaliser, type Sighting, normalise } from './collect/normalise.ts'
import type { LogPosition } from './collect/read-log.ts'
import {
  type ImportReport,
  type ImportTally,
  type ImportWarning,
  type Part,
  createImportTally,
  emptyPart,
  raise,
} from './import-report.ts'
import { nameOfPart } from './store/write/packed-group.ts'
import type { ViewStore } from './store/view-store.ts'

/** Events that are read at once. */
const READ_EVENTS = 2_000

/**
 * Lines of one transaction: a fraction of a second of work, which is what a crash costs. With less of them, more rows of the
 * same page and hour are written; with more, a service on the same database waits for longer, and refuses views after two seconds.
 */
const COMMIT_LINES = 100_000
/** Of those that are not added up as they are read: each is an object until then. */
const COMMIT_SIGHTINGS = 50_000

export interface ImportDeps extends Normaliser {
  viewStore: Pick<ViewStore, 'record' | 'findLogs' | 'findLogsByTail' | 'findScriptPeople' | 'detailStart'>
  /** The time that decides what lies in the future. */
  now(): Promise<number>
}

export interface ImportViewsOptions {
  /** Found from the first lines when it is left out. */
  format?: LogFormat | undefined
  /** The project's own, which is tried before all others. */
  ownFormat?: LogFormat | undefined
  /** Reads and judges everything, and counts nothing. */
  isDryRun?: boolean
  /** Ends the import at the next place where it can; what was read by then is counted. */
  signal?: AbortSignal
  /** Called with the lines that were read since the last call. */
  onLines?: (lines: number) => void
  /** Called with each warning as soon as it is known. */
  onWarning?: (warning: ImportWarning) => void
  commitLines?: number
}

/** Counts what is new in the logs. Interrupted anywhere, even killed, the next import goes on where this one was. */
export async function importViews(
  deps: ImportDeps,
  projectId: string,
  sources: Iterable<LogSource> | AsyncIterable<LogSource>,
  options: ImportViewsOptions = {},
): Promise<ImportReport> {
  const tally = createImportTally(options.onWarning)
  const viewStore = options.isDryRun ? withoutWriting(deps.viewStore) : deps.viewStore
  for await (const source of sources) {
    if (options.signal?.aborted) break
    await importSource({ deps: { ...deps, viewStore }, projectId, options, tally }, source)
  }
  return reportImport(viewStore, projectId, tally)
}

/** What an import came to, with what the store knows of its days. */
export async function reportImport(
  viewStore: ImportDeps['viewStore'],
  projectId: string,
  tally: ImportTally,
): Promise<ImportReport> {
  const byScript = await viewStore.findScriptPeople(projectId, tally.daysWithPeople())
  return tally.report({ byScript, detailStart: await viewStore.detailStart() })
}

/** All that the import of one log needs. */
export interface ImportRun {
  deps: ImportDeps
  projectId: string
  options: ImportViewsOptions
  tally: ImportTally
}

/** Counts what is new in one log, and adds it to the tally. */
export async function importSource(run: ImportRun, source: LogSource): Promise<void> {
  while (!(await importOnce(run, source))) {
    // The other import has moved the log on: what it has not reached yet is found by looking again.
    if (source.isReopenable) continue
    throw new Fault({
      code: 'import_overtaken',
      message: `Another import is reading the same log as ${source.name}.`,
      hint: 'Wait for it, then run the command again: nothing is counted twice.',
    })
  }
}

/** What was read and not stored yet, besides the lines that were added up. */
interface Pending {
  sightings: Sighting[]
  part: Part
  /** Where the log was when it was stored last. */
  from: LogPosition | null
}

/** False when another import of the same log was quicker. */
async function importOnce(run: ImportRun, source: LogSource): Promise<boolean> {
  const { deps, projectId, options } = run
  const { format, ownFormat, signal, onLines, commitLines = COMMIT_LINES } = options
  const now = await deps.now()
  let sums: LineSums | null = null
  const reading = {
    batchEvents: Math.min(READ_EVENTS, commitLines),
    takerFor: (chosen: LogFormat) => (sums = chosen.createScanner ? createLineSums(deps, chosen, now) : null)?.take,
    ...(format ? { format } : {}),
    ownFormat,
    onNoUserAgents: ({ name }: LogSource, { name: formatName }: LogFormat) => run.tally.warnOfNoUserAgents(name, formatName),
    onKnownEnd: ({ name }: LogSource) => run.tally.warnOfKnownEnd(name),
  }
  const ledger = { find: deps.viewStore.findLogs, findByTail: deps.viewStore.findLogsByTail }
  let pending: Pending | null = null
  let last: ImportBatch | null = null
  for await (const batch of importLogs(ledger, projectId, [source], reading)) {
    pending ??= { sightings: [], part: emptyPart(), from: batch.previous }
    read(deps, batch, pending, now)
    last = batch
    onLines?.(batch.lines)
    const isFull = pending.part.lines >= commitLines || pending.sightings.length >= COMMIT_SIGHTINGS
    if (!isFull && !signal?.aborted) continue
    if (!(await store(run, batch, pending, sums))) return false
    pending = null
    if (signal?.aborted) return true
  }
  return last === null || pending === null || store(run, last, pending, sums)
}

function read(deps: ImportDeps, batch: ImportBatch, { sightings, part }: Pending, now: number): void {
  part.lines += batch.lines
  part.blank += batch.skipped
  for (const reason of Object.keys(batch.unreadable) as Unreadable[]) raise(part.unreadable, reason, batch.unreadable[reason]!)
  for (const event of batch.events) {
    const sighting = normalise(deps, event, now)
    if ('refused' in sighting) raise(part.refused, sighting.reason, 1)
    else sightings.push(sighting)
  }
}

async function store(
  run: ImportRun,
  batch: ImportBatch,
  { sightings, part, from }: Pending,
  sums: LineSums | null,
): Promise<boolean> {
  const { deps, projectId, tally } = run
  const progress = { log: batch.log, previous: from }
  const {
    isStale,
    repeated = [],
    furtherParts = [],
  } = await deps.viewStore.record(projectId, sightings, { progress, ...(sums ? { sums } : {}) })
  if (isStale) return false
  for (const place of furtherParts) sightings[place]!.verdict = { class: 'excluded', reason: 'status' }
  const isRepeated = new Set(repeated)
  tally.add(
    batch,
    part,
    sightings.filter((_, place) => !isRepeated.has(place)),
    repeated.length,
  )
  if (sums) tally.addNumbers(sums.numbers())
  sums?.clear()
  return true
}

/** For a dry run: remembers what was read for as long as the run lasts, so that a log that is given twice shows once. */
function withoutWriting(store: ImportDeps['viewStore']): ImportDeps['viewStore'] {
  const read = new Map<string, ImportedLog>()
  const partsRead = new Set<string>()
  const withRead = (stored: readonly ImportedLog[], isAsked: (log: ImportedLog) => boolean) => [
    ...stored.filter((log) => !read.has(log.id)),
    ...[...read.values()].filter(isAsked),
  ]
  return {
    ...store,
    findLogs: async (projectId, key) => withRead(await store.findLogs(projectId, key), (log) => log.key === key),
    findLogsByTail: async (projectId, tailHash) =>
      withRead(await store.findLogsByTail(projectId, tailHash), (log) => log.tailHash === tailHash),
    record: async (_projectId, sightings, { progress, sums } = {}) => {
      if (progress) read.set(progress.log.id, progress.log)
      const furtherParts = sightings.flatMap(({ part, ...sighting }, place) => {
        if (!part) return []
        const name = nameOfPart({ ...sighting, part })
        const isKnown = partsRead.has(name)
        partsRead.add(name)
        return isKnown && !part.isWhole ? [place] : []
      })
      return { accepted: sightings.length + (sums?.size ?? 0), duplicates: 0, isStale: false, furtherParts }
    },
  }
}
