import { Command, Option } from 'commander'
import { LOG_FORMATS, findFormat } from '../analytics/collect/formats/log-formats.ts'
import { checkFormat } from '../analytics/collect/import-log.ts'
import { type LogSource, openLogFile, openLogStream } from '../analytics/collect/log-source.ts'
import type { ImportReport } from '../analytics/import-report.ts'
import { type ImportDeps, importViews } from '../analytics/import-views.ts'
import type { ViewsContext } from '../wiring/views-context.ts'
import { needProject } from './need-project.ts'
import { UsageError } from './errors.ts'
import { print, table } from './output.ts'
import { createProgressBar } from './progress-bar.ts'
import { withViewsContext } from './with-views-context.ts'

interface ImportOptions {
  project: string
  format: string
  dryRun?: boolean
  json?: boolean
}

export function formatOption(): Option {
  return new Option('--format <name>', 'the format of the log, see docs/log-formats.md')
    .choices(['auto', ...LOG_FORMATS.map((format) => format.name)])
    .default('auto')
}

export function viewsImportCommand(): Command {
  return new Command('import')
    .description('Count the page views in access logs. What was counted before is not counted again.')
    .argument('<file...>', 'log files, plain or gzip; - is standard input')
    .requiredOption('--project <id>', 'the project')
    .addOption(formatOption())
    .option('--dry-run', 'count nothing, only say what would be counted')
    .option('--json', 'print as JSON')
    .action(async (names: string[], options: ImportOptions) => {
      if (names.filter((name) => name === '-').length > 1)
        throw new UsageError('standard input can be read only once', 'name `-` once')
      await withViewsContext(async (context) => {
        const deps = await importDeps(context, options.project)
        const format = findFormat(options.format) ?? undefined
        // All of them first, so that a wrong name or an unknown format is said before an hour of work on the others.
        const sources: LogSource[] = []
        for (const name of names) sources.push(name === '-' ? openLogStream(process.stdin) : await openLogFile(name))
        if (format === undefined) for (const source of sources) await checkFormat(source)
        const isDryRun = options.dryRun ?? false
        const bar = createProgressBar(process.stderr, () => context.clock.now())
        const watch = watchSources(sources)
        try {
          const report = await importViews(deps, options.project, sources, {
            format,
            isDryRun,
            onLines: (lines) => bar.show(watch(lines)),
          })
          if (!isDryRun && report.lines > 0) await context.viewStore.fold(options.project)
          bar.end()
          print(options.json ?? false, { dryRun: isDryRun, ...report }, () => describeReport(report, isDryRun))
        } finally {
          bar.end()
        }
      })
    })
}

export async function importDeps(context: ViewsContext, projectId: string): Promise<ImportDeps> {
  await needProject(context.databases.main, projectId)
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

const CUT = ', which is cut off: the rest counts once it is there'

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
      ? [
          [
            'of these',
            count(report.countedByScript),
            'people at most whom the script saw, too: by page and hour, the larger number counts',
          ],
        ]
      : []),
    ...(report.withoutDetails > 0
      ? [['of these', count(report.withoutDetails), 'older than DOCWRIGHT_DETAIL_DAYS: only views per page are kept of them']]
      : []),
    ...byReason('not counted', report.excluded),
    ...byReason('refused', report.refused),
    ...byReason('unreadable', report.unreadable),
    ...(report.blank > 0 ? [['blank', count(report.blank), 'empty lines and comments']] : []),
    ...(report.duplicates > 0 ? [['seen', count(report.duplicates), 'requests that were counted before, by their ids']] : []),
    ['days', count(days), first === null ? 'none' : `from ${first} to ${last}`],
  ]
  const end = report.lines === 0 ? 'Nothing new.' : isDryRun ? 'Nothing was counted: this was a dry run.' : 'Counted.'
  const warnings = report.warnings.map(({ message }) => `Warning: ${message}\n`).join('')
  return `${table(alignNumbers(rows))}\n${warnings}${end}`
}

function alignNumbers(rows: string[][]): string[][] {
  const width = Math.max(...rows.map((row) => row[1]!.length))
  return rows.map(([title, value, what]) => [title!, value!.padStart(width), what!])
}
