import { createHash } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { Bucket, BucketPlace } from './collect/bucket/bucket.ts'
import type { StoredObject } from './collect/bucket/list-answer.ts'
import { openLogObject } from './collect/log-source.ts'
import { START } from './collect/read-log.ts'
import type { FollowOptions } from './follow-views.ts'
import { type ImportReport, type ImportTally, createImportTally } from './import-report.ts'
import { type ImportDeps, importSource, reportImport } from './import-views.ts'

/** Servers put logs into buckets every few minutes at the most. */
const LOOK_MS = 60_000

export interface FollowBucketOptions extends FollowOptions {
  clock: Clock
  /** Ends when everything that is there now is counted. */
  isOnce?: boolean
  /** Called with what keeps an object, or for a time the whole bucket, from being read. */
  onTrouble?: (fault: Fault) => void
}

/**
 * Counts the logs in a bucket, and those that are put there later. What was counted is known by the content, as of files, so that a line
 * counts once whatever happens in between; that an object was read to its end is noted as well, so that it isn't fetched again.
 */
export async function followBucket(
  deps: ImportDeps,
  projectId: string,
  place: BucketPlace,
  bucket: Bucket,
  options: FollowBucketOptions,
): Promise<ImportReport> {
  const { clock, signal, isOnce = false, onTrouble, onWarning } = options
  const tally = createImportTally(onWarning)
  const notes = await openNotes(deps.viewStore, projectId, place)
  const readAll = async (): Promise<void> => {
    for (const object of await listNew(bucket, notes)) {
      if (signal.aborted) return
      await readObject({ deps, projectId, place, bucket, options, tally, notes }, object)
    }
  }
  while (!signal.aborted) {
    try {
      await readAll()
    } catch (error) {
      // A storage that is away for a while is asked again.
      if (isOnce || !(error instanceof Fault && error.code === 'bucket_unreadable')) throw error
      onTrouble?.(error)
    }
    if (isOnce) break
    await clock.sleep(LOOK_MS, signal)
  }
  return reportImport(deps.viewStore, projectId, tally)
}

interface BucketRun {
  deps: ImportDeps
  projectId: string
  place: BucketPlace
  bucket: Bucket
  options: FollowBucketOptions
  tally: ImportTally
  notes: Notes
}

/** The older first, as they were written. */
async function listNew(bucket: Bucket, notes: Notes): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const object of bucket.list()) if (object.bytes > 0 && !notes.has(object)) found.push(object)
  return found.sort((one, two) => one.modifiedAt - two.modifiedAt || (one.key < two.key ? -1 : 1))
}

async function readObject(
  { deps, projectId, place, bucket, options, tally, notes }: BucketRun,
  object: StoredObject,
): Promise<void> {
  const source = openLogObject(`s3://${place.bucket}/${object.key}`, object.bytes, () => bucket.read(object.key))
  const { format, ownFormat, signal, onLines } = options
  try {
    await importSource(
      { deps, projectId, options: { format, ownFormat, signal, ...(onLines ? { onLines } : {}) }, tally },
      source,
    )
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'bucket_unreadable') throw error
    // There are other files in buckets than logs. It is tried again by the next process, which may be told another format.
    options.onTrouble?.(error)
    notes.leave(object)
    return
  }
  // What was read of it before a signal is counted, and the rest is read the next time.
  if (!signal.aborted) await notes.add(object)
}

/** Which objects of a place were read to their end. Those are kept with the logs of the project. */
interface Notes {
  has(object: StoredObject): boolean
  add(object: StoredObject): Promise<void>
  /** For this process alone. */
  leave(object: StoredObject): void
}

async function openNotes(viewStore: ImportDeps['viewStore'], projectId: string, { bucket, prefix }: BucketPlace): Promise<Notes> {
  const key = `bucket-${hash(`${bucket}/${prefix}`)}`
  const idOf = (object: StoredObject) => `object-${hash([bucket, prefix, object.key, object.etag].join('\n'))}`
  const known = new Set((await viewStore.findLogs(projectId, key)).map(({ id }) => id))
  return {
    has: (object) => known.has(idOf(object)),
    add: async (object) => {
      const id = idOf(object)
      const log = { id, key, marks: [], position: START, tailHash: '' }
      await viewStore.record(projectId, [], { progress: { log, previous: null } })
      known.add(id)
    },
    leave: (object) => void known.add(idOf(object)),
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
