import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { followViews } from '../analytics/follow-views.ts'
import { print } from './output.ts'
import { createProgressBar } from './progress-bar.ts'
import { chooseFormat, describeReport, formatOption, importDeps, logFormatOption, warnAtOnce } from './views-import.ts'
import { withViewsContext } from './with-views-context.ts'

interface FollowOptions {
  project: string
  format: string
  logFormat?: string
  json?: boolean
}

export function viewsFollowCommand(): Command {
  return new Command('follow')
    .description('Count the page views in an access log while it is written, until Ctrl-C. Rotation is followed.')
    .argument('<file>', 'the log file; it may not be there yet')
    .requiredOption('--project <id>', 'the project')
    .addOption(formatOption())
    .addOption(logFormatOption())
    .option('--json', 'print the report at the end as JSON')
    .action(async (path: string, options: FollowOptions) => {
      await withViewsContext(async (context) => {
        const deps = await importDeps(context, options.project)
        const formats = await chooseFormat(context, options)
        if (!existsSync(path)) process.stderr.write(`Waiting for ${path} to appear.\n`)
        const bar = createProgressBar(process.stderr, () => context.clock.now())
        let lines = 0
        const report = await followViews(deps, options.project, path, {
          clock: context.clock,
          signal: abortOnSignal(),
          ...formats,
          onWarning: warnAtOnce,
          onLines: (more) => bar.show({ lines: (lines += more), bytesRead: 0, bytesTotal: null }),
        }).finally(() => bar.end())
        print(options.json ?? false, report, describeReport(report, false))
      })
    })
}

/** The first signal lets what was read be counted; a second one does not wait for it, and loses nothing but time. */
function abortOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort()
    })
  }
  return stopping.signal
}
