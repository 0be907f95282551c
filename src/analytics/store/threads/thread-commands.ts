import { retryConflicts } from '../../../database/retry-conflicts.ts'
import { systemClock } from '../../../lib/clock.ts'
import type { ImportedLog } from '../../collect/file-identity.ts'
import type { Retention } from '../../retention.ts'
import type { Reading } from '../../reading.ts'
import type { HourRange } from '../../time.ts'
import { type TableName, type TablePage, type TablePaging, answerTable, answerTableCsv } from '../read/answer-table.ts'
import type { Engine } from '../engine.ts'
import { FOLDABLES, foldRows, foldedAtOnce } from '../upkeep/fold-views.ts'
import { createKnownNames } from '../write/known-names.ts'
import type { PackedGroup } from '../write/packed-group.ts'
import { createPageLists } from '../read/page-lists.ts'
import { type KeptRanking, rankPages, recallRanking } from '../read/rank-pages.ts'
import type { ViewFilter } from '../read/view-filter.ts'
import { moveViews } from '../upkeep/move-views.ts'
import type { JudgingRules, Moves } from '../upkeep/moves.ts'
import { recordGroup } from '../write/record-group.ts'
import type { RecordOptions } from '../write/portion.ts'
import { hasViewsBefore, readAgentSeries } from '../read/read-agent-views.ts'
import { readRecent } from '../read/read-recent.ts'
import { type Interval, readSeries } from '../read/read-series.ts'
import type { TableQuestion } from '../read/read-tables.ts'
import { findScriptPeople } from '../read/script-people.ts'
import { type UnreadQuestion, readUnread, readUnreadCsv } from '../read/read-unread.ts'
import { sweepViews } from '../upkeep/sweep-views.ts'
import { createGroupSums } from '../write/view-sums.ts'

/** Folds that rows of a project wait for: with more, every question over them would take longer than the fold. */
const WAITING_FOLDS = 2

/**
 * Takes what failed in the upkeep of a project, or of all of them (null). Its views are still counted and answered, only not as
 * quickly, so no one who asks would notice.
 */
export type ReportFailure = (projectId: string | null, error: Error) => void

/** What the writing thread does. */
export function createWriterCommands(engine: Engine, report: ReportFailure) {
  const known = createKnownNames()
  const sums = createGroupSums()
  const waiting = new Map<string, number>()
  const write: Engine['write'] = (work) =>
    retryConflicts(systemClock, async () => {
      try {
        return await engine.write(work)
      } catch (error) {
        known.forget()
        throw error
      }
    })
  /** Rows that may wait, by project. */
  const limits = new Map<string, number>()
  const fold = async (projectId: string): Promise<void> => {
    waiting.delete(projectId)
    for (const what of FOLDABLES) while (await write((tx) => foldRows(tx, what, projectId)));
    limits.delete(projectId)
  }
  const foldWhenWorthIt = async (projectId: string, rows: number): Promise<void> => {
    const limit = limits.get(projectId) ?? (await engine.read((tx) => foldedAtOnce(tx, 'hour', projectId))) * WAITING_FOLDS
    limits.set(projectId, limit)
    if (rows > limit) await fold(projectId)
  }
  return {
    record: async (group: PackedGroup, options: RecordOptions) => {
      const done = await write((tx) => recordGroup(tx, known, sums, group, options))
      for (const [projectId, rows] of done.waiting) {
        const sum = (waiting.get(projectId) ?? 0) + rows
        waiting.set(projectId, sum)
        // In its own transactions behind the answer. One that fails leaves everything as it was, for the next fold.
        void foldWhenWorthIt(projectId, sum).catch((error: Error) => report(projectId, error))
      }
      return done.outcomes
    },
    fold,
    // Here, because an import needs this thread anyway, and not the other.
    findLogs: async (projectId: string, key: string): Promise<ImportedLog[]> => {
      const rows = await engine.read((tx) =>
        tx.all<{ log: string }>('select log from imported_log where project_id = ? and key = ? order by id', projectId, key),
      )
      return rows.map((row) => JSON.parse(row.log) as ImportedLog)
    },
    findLogsByTail: async (projectId: string, tailHash: string): Promise<ImportedLog[]> => {
      const rows = await engine.read((tx) =>
        tx.all<{ log: string }>(
          'select log from imported_log where project_id = ? and log like ? order by id',
          projectId,
          `%"tailHash":"${tailHash}"%`,
        ),
      )
      return rows.map((row) => JSON.parse(row.log) as ImportedLog)
    },
    // Here for the same reason.
    findScriptPeople: (projectId: string, days: readonly number[]) => engine.read((tx) => findScriptPeople(tx, projectId, days)),
    move: (projectId: string, hour: number, moves: Pick<Moves, 'moves' | 'ignoredPages'>, now: number) =>
      write((tx) => moveViews(tx, known, projectId, hour, moves, now)),
    sweep: (now: number, retention: Retention) => write((tx) => sweepViews(tx, now, retention)),
    saveFact: (name: string, value: string) =>
      write((tx) =>
        tx.run(
          'insert into fact (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
          name,
          value,
        ),
      ),
  }
}

/** What the reading thread does. */
export function createReaderCommands(engine: Engine) {
  const lists = createPageLists()
  return {
    rank: (projectId: string, range: HourRange, filter: ViewFilter) =>
      engine.read(async (tx) => rankPages(tx, await lists.get(tx, projectId), projectId, range, filter)),
    recall: (projectId: string, kept: KeptRanking) =>
      engine.read(async (tx) => recallRanking(await lists.get(tx, projectId), kept)),
    series: (projectId: string, range: HourRange, interval: Interval, filter: ViewFilter) =>
      engine.read(async (tx) => {
        const list = filter.path === undefined ? null : await lists.get(tx, projectId)
        return readSeries(tx, list, projectId, range, interval, filter)
      }),
    agentSeries: (
      projectId: string,
      range: HourRange,
      interval: 'day' | 'month',
      filter: { agent: string; path?: string | undefined },
    ) => engine.read((tx) => readAgentSeries(tx, projectId, range, interval, filter)),
    hasViewsBefore: (projectId: string, range: HourRange, day: number) =>
      engine.read((tx) => hasViewsBefore(tx, projectId, range, day)),
    table: (name: TableName, question: TableQuestion, paging: TablePaging): Promise<TablePage<object>> =>
      engine.read((tx) => answerTable(tx, name, question, paging, lists)),
    tableCsv: (name: TableName, question: TableQuestion, paging: TablePaging) =>
      engine.read((tx) => answerTableCsv(tx, name, question, paging, lists)),
    unread: (question: UnreadQuestion, paging: TablePaging) =>
      engine.read(async (tx) => readUnread(tx, await lists.get(tx, question.projectId), question, paging)),
    unreadCsv: (question: UnreadQuestion, paging: TablePaging) =>
      engine.read(async (tx) => readUnreadCsv(tx, await lists.get(tx, question.projectId), question, paging)),
    recent: (projectId: string, minute: number, reading: Reading) =>
      engine.read(async (tx) => readRecent(tx, await lists.get(tx, projectId), projectId, minute, reading)),
    // Loaded when it is needed, which is after an update: the registry takes longer to load than most commands run.
    findMoves: async (projectId: string, rules: JudgingRules) => {
      const { findMoves } = await import('../upkeep/find-moves.ts')
      return engine.read((tx) => findMoves(tx, projectId, rules))
    },
    listProjects: async (): Promise<string[]> => {
      const rows = await engine.read((tx) =>
        tx.all<{ project_id: string }>('select project_id from watermark order by project_id'),
      )
      return rows.map((row) => row.project_id)
    },
    registryMark: async (): Promise<string> => {
      const { readCurrentRegistry } = await import('../upkeep/current-registry.ts')
      return (await engine.read((tx) => readCurrentRegistry(tx))).mark
    },
    readFact: async (name: string): Promise<string | null> => {
      const [row] = await engine.read((tx) => tx.all<{ value: string }>('select value from fact where name = ?', name))
      return row?.value ?? null
    },
  }
}

export type WriterCommands = ReturnType<typeof createWriterCommands>
export type ReaderCommands = ReturnType<typeof createReaderCommands>
