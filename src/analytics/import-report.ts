import type { ImportBatch } from './collect/import-log.ts'
import type { DayNumber } from './collect/line-sums.ts'
import type { Sighting } from './collect/normalise.ts'
import { isUnidentified } from './classify/identify.ts'
import type { Refusal } from './exclusion.ts'
import type { PeopleOfDay } from './store/view-store.ts'
import { dayOfHour, hourOf } from './time.ts'

/**
 * What an import found. Every line is in exactly one of the numbers: `lines` is the sum of `blank`, of all `unreadable`, of
 * all `refused`, of all `excluded`, of `human`, of `unidentified`, of `ai` and of `duplicates`.
 */
export interface ImportReport {
  logs: {
    name: string
    format: string
    lines: number
    /** It ends in the middle of a line, or is compressed and ends too early: the rest counts once it is there. */
    isCut?: true
  }[]
  lines: number
  /** Empty lines and those that begin with `#`. */
  blank: number
  human: number
  /** Views of which the log says nothing about who asked. They count as people, and programs may be among them. */
  unidentified: number
  /** Of both, the ones that the script may have seen, too: at most so many. By page and hour, the larger number of both counts. */
  countedByScript: number
  ai: number
  /** Of all views, those so old that nothing but the views per page is kept of them. */
  withoutDetails: number
  /** Requests that are no views, or not of people or AI, by reason. */
  excluded: Record<string, number>
  /** Requests whose path or time cannot be counted, by reason. */
  refused: Record<string, number>
  /** Lines without a request, by reason. */
  unreadable: Record<string, number>
  /** Requests whose id was counted before, by a drain or another log. */
  duplicates: number
  /** The days that the requests are of, in the time zone of the project, such as `2026-11-17`. */
  days: { first: string | null; last: string | null; count: number }
  /** What makes the numbers less than they seem. */
  warnings: ImportWarning[]
}

export interface ImportWarning {
  code: 'no_user_agents' | 'counted_before'
  log: string
  /** A sentence for people that says what to do. */
  message: string
}

/** What was read of one log since the last commit, besides its sightings. */
export interface Part {
  lines: number
  blank: number
  refused: Partial<Record<Refusal, number>>
  unreadable: ImportBatch['unreadable']
}

export interface ImportTally {
  /** Adds a part once it is stored: one that another import was quicker with is not part of this one. */
  add(
    source: Pick<ImportBatch, 'source' | 'format' | 'isCut'>,
    part: Part,
    counted: readonly Sighting[],
    duplicates: number,
  ): void
  /** The same for lines that were added up as they were read. */
  addNumbers(numbers: readonly DayNumber[]): void
  daysWithPeople(): number[]
  /** Of a log that ends with lines that were counted, when it is not clear which of the others were. */
  warnOfKnownEnd(log: string): void
  warnOfNoUserAgents(log: string, format: string): void
  report(days: DayFacts): ImportReport
}

/** What the store knows of the days of an import. */
export interface DayFacts {
  /** The people whom the script saw. */
  byScript: readonly PeopleOfDay[]
  /** The first of which more is kept than the views per page. */
  detailStart: number
}

const DAY_MS = 86_400_000

export function emptyPart(): Part {
  return { lines: 0, blank: 0, refused: {}, unreadable: {} }
}

/** @param onWarning Called with each warning once, as soon as it is known: mostly before a log is counted. */
export function createImportTally(onWarning?: (warning: ImportWarning) => void): ImportTally {
  const logs = new Map<string, ImportReport['logs'][number]>()
  const days = new Map<number, { human: number; ai: number }>()
  const numbers = { lines: 0, blank: 0, human: 0, unidentified: 0, ai: 0, duplicates: 0 }
  const warnings = new Map<string, ImportWarning>()
  const excluded: Record<string, number> = {}
  const refused: Record<string, number> = {}
  const unreadable: Record<string, number> = {}

  function count({ day, verdict, count: number }: DayNumber): void {
    const views = days.get(day) ?? { human: 0, ai: 0 }
    days.set(day, views)
    if (verdict === 'human' || verdict === 'ai') {
      numbers[verdict] += number
      views[verdict] += number
    } else raise(excluded, verdict, number)
  }

  function warn(warning: ImportWarning): void {
    const key = `${warning.code} ${warning.log}`
    if (warnings.has(key)) return
    warnings.set(key, warning)
    onWarning?.(warning)
  }

  return {
    add: ({ source, format, isCut }, part, counted, duplicates) => {
      const log = logs.get(source.name) ?? { name: source.name, format: format.name, lines: 0 }
      log.lines += part.lines
      if (isCut) log.isCut = true
      logs.set(log.name, log)
      numbers.lines += part.lines
      numbers.blank += part.blank
      numbers.duplicates += duplicates
      for (const [reason, count] of Object.entries(part.refused)) raise(refused, reason, count)
      for (const [reason, count] of Object.entries(part.unreadable)) raise(unreadable, reason, count)
      for (const { time, verdict } of counted)
        count({
          day: dayOfHour(hourOf(time)),
          verdict: verdict.class === 'excluded' ? verdict.reason : verdict.class,
          count: 1,
        })
      const unidentified = counted.filter(({ verdict }) => isUnidentified(verdict)).length
      if (unidentified === 0) return
      numbers.human -= unidentified
      numbers.unidentified += unidentified
      warn(noUserAgents(log.name, format.name))
    },
    addNumbers: (more) => {
      for (const number of more) count(number)
    },
    warnOfKnownEnd: (log) => warn(knownEnd(log)),
    warnOfNoUserAgents: (log, format) => warn(noUserAgents(log, format)),
    daysWithPeople: () => [...days].flatMap(([day, { human }]) => (human > 0 ? [day] : [])),
    report: ({ byScript, detailStart }) => ({
      logs: [...logs.values()],
      ...numbers,
      countedByScript: byScript.reduce((sum, { day, count: seen }) => sum + Math.min(seen, days.get(day)?.human ?? 0), 0),
      withoutDetails: [...days].reduce((sum, [day, { human, ai }]) => sum + (day < detailStart ? human + ai : 0), 0),
      excluded: mostFirst(excluded),
      refused: mostFirst(refused),
      unreadable: mostFirst(unreadable),
      days: { first: toDate(days, Math.min), last: toDate(days, Math.max), count: days.size },
      warnings: [...warnings.values()],
    }),
  }
}

function knownEnd(log: string): ImportWarning {
  return {
    code: 'counted_before',
    log,
    message: `${log} ends with lines of a log that was counted before, so some of its lines may count twice. Import logs as the server wrote them, not put together or cut.`,
  }
}

function noUserAgents(log: string, format: string): ImportWarning {
  return {
    code: 'no_user_agents',
    log,
    message: `${log} (${format}) doesn't record user agents, so its views count as people although programs may be among them. Log the user agent (docs/log-formats.md), or name the format with --log-format if it is in the log.`,
  }
}

export function raise<Reason extends string>(counts: Partial<Record<Reason, number>>, reason: Reason, by: number): void {
  counts[reason] = (counts[reason] ?? 0) + by
}

function mostFirst(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([, one], [, two]) => two - one))
}

function toDate(days: ReadonlyMap<number, unknown>, pick: (...days: number[]) => number): string | null {
  return days.size === 0 ? null : new Date(pick(...days.keys()) * DAY_MS).toISOString().slice(0, 10)
}
