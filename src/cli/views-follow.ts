import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { isBucketAddress, openBucket, readBucketAddress } from '../analytics/collect/bucket/bucket.ts'
import { type FollowBucketOptions, followBucket } from '../analytics/follow-bucket.ts'
import { followViews } from '../analytics/follow-views.ts'
import type { ImportReport } from '../analytics/import-report.ts'
import type { ImportDeps } from '../analytics/import-views.ts'
import type { Config } from '../config.ts'
import type { Fault } from '../lib/fault.ts'
import { UsageError } from './errors.ts'
import { print } from './output.ts'
import { createProgressBar } from './progress-bar.ts'
import { chooseFormat, describeReport, formatOption, importDeps, logFormatOption, warnAtOnce } from './views-import.ts'
import { withViewsContext } from './with-views-context.ts'

interface FollowOptions {
  project: string
  format: string
  logFormat?: string
  once?: boolean
  json?: boolean
}

export function viewsFollowCommand(): Command {
  return new Command('follow')
    .description('Count the page views in an access log while it grows, until Ctrl-C. Follows rotation.')
    .argument('<file>', "the log file; it doesn't have to exist yet. Or s3://bucket/prefix, for logs in a bucket")
    .requiredOption('--project <id>', 'the project')
    .addOption(formatOption())
    .addOption(logFormatOption())
    .option('--once', 'end when everything that is in the bucket now is counted')
    .option('--json', 'print the report at the end as JSON')
    .action(async (path: string, options: FollowOptions) => {
      await withViewsContext(async (context) => {
        const deps = await importDeps(context, options.project)
        const formats = await chooseFormat(context, options)
        if (!isBucketAddress(path) && !existsSync(path)) process.stderr.write(`Waiting for ${path} to appear.\n`)
        const bar = createProgressBar(process.stderr, () => context.clock.now())
        let lines = 0
        const following = {
          clock: context.clock,
          signal: abortOnSignal(),
          ...formats,
          onWarning: warnAtOnce,
          onLines: (more: number) => bar.show({ lines: (lines += more), bytesRead: 0, bytesTotal: null }),
        }
        const follow = isBucketAddress(path)
          ? followBucketAt(deps, context.config, options.project, path, {
              ...following,
              isOnce: options.once ?? false,
              onTrouble: tellTrouble,
            })
          : followViews(deps, options.project, path, following)
        const report = await follow.finally(() => bar.end())
        print(options.json ?? false, report, describeReport(report, false))
      })
    })
}

async function followBucketAt(
  deps: ImportDeps,
  { objectStorage }: Config,
  projectId: string,
  address: string,
  options: FollowBucketOptions,
): Promise<ImportReport> {
  if (objectStorage === null)
    throw new UsageError(
      'a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
      'set AWS_REGION or, for a storage of your own, AWS_ENDPOINT_URL_S3 as well: see docs/send-views.md',
    )
  const place = readBucketAddress(address)
  return followBucket(deps, projectId, place, openBucket(objectStorage, place), options)
}

function tellTrouble({ message, hint }: Fault): void {
  process.stderr.write(`Warning: ${message} ${hint ?? ''}\n`)
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
