import { Command, Option } from 'commander'
import { type LogFormat, isEvent } from '../analytics/collect/formats/log-format.ts'
import { LOG_FORMATS, findFormat } from '../analytics/collect/formats/log-formats.ts'
import { type TriedLine, checkFormat, tryFormat } from '../analytics/collect/import-log.ts'
import { type LogSource, openLogFile, openLogStream } from '../analytics/collect/log-source.ts'
import { createOwnFormat } from '../analytics/collect/formats/own-pattern/own-format.ts'
import { updateProject } from '../projects/update-project.ts'
import type { ImportReport, ImportWarning } from '../analytics/import-report.ts'
import { type ImportDeps, importViews } from '../analytics/import-views.ts'
import { baseUrl } from '../config.ts'
import type { ViewsContext } from '../wiring/views-context.ts'
import { needProject } from './need-project.ts'
import { UsageError } from './errors.ts'
import { print, table } from './output.ts'
import { createProgressBar } from './progress-bar.ts'
import { withViewsContext } from './with-views-context.ts'

interface ImportOptions {
  project: string
  format: string
  logFormat?: string
  dryRun?: boolean
  json?: boolean
}

export function formatOption(): Option {
  return new Option('--format <name>', 'the format of the log')
    .choices(['auto', ...LOG_FORMATS.map((format) => format.name)])
    .default('auto')
}

export function logFormatOption(): Option {
  return new Option(
    '--log-format <pattern>',
    'the format as a pattern of nginx, Apache or GoAccess; the project keeps it (try it with --dry-run first)',
  ).conflicts('format')
}

/** Lines that a dry run shows field by field. */
const LINES_SHOWN = 3

/** The format that was named or described, and the project's own. One that is described is kept for the project, unless it is only tried. */
export async function chooseFormat(
  context: ViewsContext,
  { project: projectId, format, logFormat, dryRun = false }: Pick<ImportOptions, 'project' | 'format' | 'logFormat' | 'dryRun'>,
): Promise<{ format: LogFormat | undefined; ownFormat: LogFormat | undefined }> {
  const { settings } = await needProject(context.databases.main, projectId)
  if (logFormat === undefined)
    return {
      format: findFormat(format) ?? undefined,
      ownFormat: settings.logFormat === null ? undefined : createOwnFormat(settings.logFormat),
    }
  const described = createOwnFormat(logFormat)
  if (!dryRun && logFormat !== settings.logFormat)
    await updateProject({ database: context.databases.main, ids: context.ids }, projectId, { settings: { logFormat } }, 'cli')
  return { format: described, ownFormat: undefined }
}

function describeTried(tried: readonly TriedLine[]): string {
  return tried
    .map(({ line, read }) => {
      if (!isEvent(read)) return `${line}\n${table([['  not read', read]])}\n\n`
      const { headers, time, ...fields } = read
      const rows = Object.entries({ time: new Date(time!).toISOString(), ...fields, ...headers })
      const known = rows.filter(([, value]) => value !== undefined).map(([name, value]) => [`  ${name}`, String(value)])
      return `${line}\n${table(known)}\n\n`
    })
    .join('')
}

export function viewsImportCommand(): Command {
  return new Command('import')
    .description('Count the page views in access logs. Lines count once, even if you import a log again.')
    .argument('<file...>', 'log files, plain or gzip; - is standard input')
    .requiredOption('--project <id>', 'the project')
    .addOption(formatOption())
    .addOption(logFormatOption())
    .option('--dry-run', 'count nothing, only report')
    .option('--json', 'print as JSON')
    .action(async (names: string[], options: ImportOptions) => {
      if (names.filter((name) => name === '-').length > 1)
        throw new UsageError('standard input can be read only once', 'name `-` once')
      await withViewsContext(async (context) => {
        const deps = await importDeps(context, options.project)
        const { format, ownFormat } = await chooseFormat(context, options)
        // All of them first, so that a wrong name or an unknown format is said before an hour of work on the others.
        const sources: LogSource[] = []
        for (const name of names) sources.push(name === '-' ? openLogStream(process.stdin) : await openLogFile(name))
        if (format === undefined) for (const source of sources) await checkFormat(source, ownFormat)
        const isDryRun = options.dryRun ?? false
        const bar = createProgressBar(process.stderr, () => context.clock.now())
        const watch = watchSources(sources)
        try {
          const report = await importViews(deps, options.project, sources, {
            format,
            ownFormat,
            isDryRun,
            onLines: (lines) => bar.show(watch(lines)),
            onWarning: warnAtOnce,
          })
          if (!isDryRun && report.lines > 0) await context.viewStore.fold(options.project)
          bar.end()
          const tried = isDryRun && options.logFormat !== undefined ? await tryFormat(sources[0]!, format!, LINES_SHOWN) : []
          const answer = { dryRun: isDryRun, ...report, ...(tried.length > 0 ? { tried } : {}) }
          print(
            options.json ?? false,
            answer,
            () =>
              describeTried(tried) + describeReport(report, isDryRun) + whereToSee(report, isDryRun, context, options.project),
          )
        } finally {
          bar.end()
        }
      })
    })
}

/** On standard error, where a warning is seen before an hour of counting, whatever the report goes to. */
export function warnAtOnce({ message }: ImportWarning): void {
  process.stderr.write(`Warning: ${message}\n`)
}

export async function importDeps(context: ViewsContext, projectId: string): Promise<ImportDeps> {
  await needProject(context.databases.main, projectId)
  await context.registry.takeUp()
  return {
    viewStore: context.viewStore,
    classifier: context.classifier,
    ...(await context.rulesFor(projectId)),
    now: () => context.databases.views.now(),
  }
}

/** How far all sources together are. Those that were not opened yet, or had nothing new, are at 0 until the end. */
function watchSources(sources: readonly LogSource[]) {
  const sizes = sources.map((source) => source.storedBytes)
  const bytesTotal = sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + size!, 0)
  let lines = 0
  return (newLines: number) => {
    lines += newLines
    return { lines, bytesRead: sources.reduce((sum, source) => sum + source.storedBytesRead(), 0), bytesTotal }
  }
}

const CUT = ', which is cut off: the rest counts when it is there'

export function describeReport(report: ImportReport, isDryRun: boolean): string {
  const count = (value: number) => value.toLocaleString('en')
  const byReason = (title: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([reason, value]) => [title, count(value), reason])
  const { first, last, count: days } = report.days
  const rows = [
    ...report.logs.map((log) => ['log', count(log.lines), `lines of ${log.name} (${log.format})${log.isCut ? CUT : ''}`]),
    ['views', count(report.human), 'people'],
    ...(report.unidentified > 0 ? [['views', count(report.unidentified), 'unidentified, counted as people']] : []),
    ['views', count(report.ai), 'AI'],
    ...(report.countedByScript > 0
      ? [['of these', count(report.countedByScript), 'people at most, whom the script saw as well: they count once']]
      : []),
    ...(report.withoutDetails > 0
      ? [['of these', count(report.withoutDetails), 'older than DOCWRIGHT_DETAIL_DAYS: only views per page are kept']]
      : []),
    ...byReason('excluded', report.excluded),
    ...byReason('refused', report.refused),
    ...byReason('unreadable', report.unreadable),
    ...(report.blank > 0 ? [['blank', count(report.blank), 'empty lines and comments']] : []),
    ...(report.duplicates > 0 ? [['seen', count(report.duplicates), 'requests that were already counted']] : []),
    ['days', count(days), first === null ? 'none' : `from ${first} to ${last}`],
  ]
  const views = count(report.human + report.unidentified + report.ai)
  const end =
    report.lines === 0 ? 'Nothing new.' : isDryRun ? 'This was a dry run: nothing was counted.' : `Counted ${views} views.`
  return `${table(alignNumbers(rows))}\n${end}`
}

/** With its dates: the dashboard shows the last 30 days unless it is told, and a log may be older. */
function whereToSee({ lines, days }: ImportReport, isDryRun: boolean, { config }: ViewsContext, projectId: string): string {
  if (isDryRun || lines === 0 || days.first === null) return ''
  return `\nSee them: ${baseUrl(config)}/projects/${projectId}/readers?from=${days.first}&to=${days.last}`
}

function alignNumbers(rows: string[][]): string[][] {
  const width = Math.max(...rows.map((row) => row[1]!.length))
  return rows.map(([title, value, what]) => [title!, value!.padStart(width), what!])
}
