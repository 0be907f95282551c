import type { Database } from '../../database/database.ts'
import type { ViewsSchema } from '../../database/schema.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { type Meter, noMeter } from '../../lib/meter.ts'
import type { ImportedLog } from '../collect/file-identity.ts'
import type { Sighting } from '../collect/normalise.ts'
import { type HourRange, dayOfHour, hourOf } from '../time.ts'
import type { TableName, TablePage, TablePaging, TableRows } from './read/answer-table.ts'
import { createGroupCommit } from './write/group-commit.ts'
import { createInlineThread } from './threads/inline-thread.ts'
import type { RegistryUpdate } from '../classify/registry-file.ts'
import { UPDATE_FACT } from './upkeep/current-registry.ts'
import { type ExportBook, createExportBook } from '../export-book.ts'
import { createSharedExportBook } from './export-store.ts'
import { judgeAgain, REGISTRY_FACT, maintainViews } from './maintain-views.ts'
import { mergeBatches } from './write/merge-batches.ts'
import { type LogProgress, type Source, packGroup } from './write/packed-group.ts'
import type { SightingSums } from '../collect/sighting-sums.ts'
import { type RankedPages, toRankedPages } from './read/rank-pages.ts'
import type { ViewFilter } from './read/view-filter.ts'
import type { JudgingRules } from './upkeep/moves.ts'
import type { Outcome } from './write/outcome.ts'
import type { Interval, SeriesPoint } from './read/read-series.ts'
import type { TableQuestion } from './read/read-tables.ts'
import type { PeopleOfDay } from './read/script-people.ts'
import type { RecentViews } from './read/read-recent.ts'
import type { UnreadPages, UnreadQuestion } from './read/read-unread.ts'
import type { Reading } from '../reading.ts'
import { DEFAULT_RETENTION, type Retention } from '../retention.ts'
import type { ReaderCommands, ReportFailure, WriterCommands } from './threads/thread-commands.ts'
import { createThread } from './threads/create-thread.ts'

export type { LogProgress, Source } from './write/packed-group.ts'
export type { RankedPages } from './read/rank-pages.ts'
export type { PageCounts, ViewFilter } from './read/view-filter.ts'
export type { Interval, SeriesPoint } from './read/read-series.ts'
export type { TableName, TablePage, TablePaging, TableRows } from './read/answer-table.ts'
export type { TableQuestion } from './read/read-tables.ts'
export type { PeopleOfDay } from './read/script-people.ts'
export type { UnreadPages } from './read/read-unread.ts'

export interface RecordBatchOptions {
  /** Left out, a server. */
  source?: Source
  /** For an import: how far its log is counted with this batch, stored in the same transaction. */
  progress?: LogProgress
  /** For an import: sightings without ids that were added up already. */
  sums?: SightingSums
}

export interface ViewStore {
  /** Milliseconds since 1970, by the clock that all processes on the database share. */
  now(): Promise<number>
  /** Counts the sightings, durably, all or none. Those whose id was seen before are left out and returned as a number. */
  record(projectId: string, sightings: readonly Sighting[], options?: RecordBatchOptions): Promise<Outcome>
  /** Every page with views in the range, most views first, then by path in code point order. */
  rank(projectId: string, range: HourRange, filter?: ViewFilter): Promise<RankedPages>
  /** Where exports under way are noted: in memory, or for all nodes of a PostgreSQL together. */
  exportBook(now: () => number): ExportBook
  /** Grows with every recorded batch: the same mark means the same answers. */
  watermark(projectId: string): Promise<number>
  series(projectId: string, range: HourRange, interval: Interval, filter?: ViewFilter): Promise<SeriesPoint[]>
  /** Views by one AI agent. The range is one of whole days. */
  agentSeries(
    projectId: string,
    range: HourRange,
    interval: 'day' | 'month',
    filter: { agent: string; path?: string | undefined },
  ): Promise<SeriesPoint[]>
  /** The first day of which views are kept by agent, when there are earlier views in the range; else null. */
  findDetailStart(projectId: string, range: HourRange): Promise<number | null>
  /** Agents, referrers, misses, visitors or exclusions. */
  table<Name extends TableName>(name: Name, question: TableQuestion, paging: TablePaging): Promise<TablePage<TableRows[Name]>>
  tableCsv(name: TableName, question: TableQuestion, paging: TablePaging): Promise<string>
  /** The views of the last minutes, up to this one. */
  recent(projectId: string, minute: number, reading?: Reading): Promise<RecentViews>
  /** Pages of a site without views. */
  unread(question: UnreadQuestion, paging: TablePaging): Promise<UnreadPages>
  unreadCsv(question: UnreadQuestion, paging: TablePaging): Promise<string>
  /** `ImportLedger.find`; its `save` is the `progress` of a batch. */
  findLogs(projectId: string, key: string): Promise<ImportedLog[]>
  /** `ImportLedger.findByTail`. */
  findLogsByTail(projectId: string, tailHash: string): Promise<ImportedLog[]>
  /** The people whom the script saw on the days of an import. */
  findScriptPeople(projectId: string, days: readonly number[]): Promise<PeopleOfDay[]>
  /** The first day of which more is kept than the views per page. */
  detailStart(): Promise<number>
  /** Folds rows into blocks; to be called after a large import, else it happens by itself within the hour. */
  fold(projectId: string): Promise<void>
  /** Folds, deletes what is too old, and judges recent views again when the registry changed. What fails is reported. */
  maintain(rulesFor: (projectId: string) => Promise<JudgingRules>): Promise<void>
  /** Judges what is kept of a project's views again, after its rules changed. Returns how many have moved. */
  judgeAgain(projectId: string, rules: JudgingRules): Promise<number>
  /** The registry that replaces the shipped one, if any; null takes it back. */
  registryUpdate(): Promise<RegistryUpdate | null>
  updateRegistry(update: RegistryUpdate | null): Promise<void>
  /** Has all views that can be judged again judged again by the next upkeep: some were judged by another registry until now. */
  doubtRegistry(): Promise<void>
  close(): Promise<void>
}

export interface ViewStoreOptions extends Partial<Retention> {
  clock?: Pick<Clock, 'now'>
  /** Without threads: for a command, which has no requests to hold up, and would wait for the threads to start. */
  isInline?: boolean
  /** For the log: upkeep happens behind the answers, so no one else hears of it. */
  onUpkeepFailure?: ReportFailure
  meter?: Meter
}

/**
 * The views of all projects, on SQLite or PostgreSQL. All work is done on two threads, one that writes and one that reads, so
 * that neither an import nor a large export holds up the requests of the main thread.
 */
export function createViewStore(database: Database<ViewsSchema>, options: ViewStoreOptions = {}): ViewStore {
  const { rawDays = DEFAULT_RETENTION.rawDays, detailDays = DEFAULT_RETENTION.detailDays } = options
  const settings = { engine: database.engine, address: database.address }
  const { clock = systemClock, meter = noMeter } = options
  const report = options.onUpkeepFailure ?? (() => undefined)
  const open = options.isInline ? createInlineThread : createThread
  const writer = open<WriterCommands>({ ...settings, role: 'writer' }, report)
  const reader = open<ReaderCommands>({ ...settings, role: 'reader' }, report)
  const commits = createGroupCommit(async (given) => {
    const { batches, split } = mergeBatches(given)
    return split(await writer.call('record', packGroup(batches), { now: await database.now(), rawDays }))
  }, clock)
  const detailStart = async () => dayOfHour(hourOf(await database.now())) - detailDays
  return {
    now: () => database.now(),
    record: async (projectId, sightings, { source = 'server', progress, sums } = {}) => {
      const since = clock.now()
      const outcome = await commits.add({ projectId, sightings, sums: sums ?? null, source, progress: progress ?? null })
      meter({ kind: 'views', source, count: sightings.length, seconds: (clock.now() - since) / 1000 })
      return outcome
    },
    rank: async (projectId, range, filter = {}) => toRankedPages(await reader.call('rank', projectId, range, filter)),
    exportBook: (now) =>
      database.engine === 'sqlite'
        ? createExportBook(now)
        : createSharedExportBook(database, {
            recall: async (projectId, kept) => toRankedPages(await reader.call('recall', projectId, kept)),
            now,
          }),
    watermark: async (projectId) =>
      (await database.query.selectFrom('watermark').select('value').where('project_id', '=', projectId).executeTakeFirst())
        ?.value ?? 0,
    series: (projectId, range, interval, filter = {}) => reader.call('series', projectId, range, interval, filter),
    agentSeries: (projectId, range, interval, filter) => reader.call('agentSeries', projectId, range, interval, filter),
    findDetailStart: async (projectId, range) => {
      const first = await detailStart()
      return (await reader.call('hasViewsBefore', projectId, range, first)) ? first : null
    },
    table: async <Name extends TableName>(name: Name, question: TableQuestion, paging: TablePaging) =>
      (await reader.call('table', name, question, paging)) as TablePage<TableRows[Name]>,
    tableCsv: (name, question, paging) => reader.call('tableCsv', name, question, paging),
    recent: (projectId, minute, reading = {}) => reader.call('recent', projectId, minute, reading),
    unread: (question, paging) => reader.call('unread', question, paging),
    unreadCsv: (question, paging) => reader.call('unreadCsv', question, paging),
    findLogs: (projectId, key) => writer.call('findLogs', projectId, key),
    findLogsByTail: (projectId, tailHash) => writer.call('findLogsByTail', projectId, tailHash),
    findScriptPeople: (projectId, days) => writer.call('findScriptPeople', projectId, days),
    detailStart,
    fold: (projectId) => writer.call('fold', projectId),
    judgeAgain: async (projectId, rules) => judgeAgain(writer, reader, projectId, rules, await database.now()),
    maintain: async (rulesFor) => {
      // Without views there is nothing to do, and no reason to start the threads.
      const first = await database.query.selectFrom('watermark').select('project_id').limit(1).executeTakeFirst()
      if (first) await maintainViews(writer, reader, await database.now(), { rawDays, detailDays }, rulesFor, report)
    },
    // Asked at every start, so without the threads, which need not be started for it.
    registryUpdate: async () => {
      const fact = await database.query.selectFrom('fact').select('value').where('name', '=', UPDATE_FACT).executeTakeFirst()
      return JSON.parse(fact?.value ?? 'null') as RegistryUpdate | null
    },
    updateRegistry: (update) => writer.call('saveFact', UPDATE_FACT, JSON.stringify(update)).then(() => undefined),
    doubtRegistry: () => writer.call('saveFact', REGISTRY_FACT, '').then(() => undefined),
    close: async () => {
      await commits.drain()
      await Promise.all([writer.close(), reader.close()])
    },
  }
}
