import { Command } from 'commander'
import { toCsvCell } from '../analytics/csv.ts'
import { getViews } from '../analytics/get-views.ts'
import { needProject } from './need-project.ts'
import { print, table } from './output.ts'
import { viewsFollowCommand } from './views-follow.ts'
import { viewsImportCommand } from './views-import.ts'
import { withViewsContext } from './with-views-context.ts'

interface ExportOptions {
  project: string
  from?: string
  to?: string
  csv?: boolean
  json?: boolean
}

export function viewsCommand(): Command {
  const command = new Command('views').description('Import, follow and export page views.')
  command
    .command('export')
    .description('Print views per page and in total, most viewed first.')
    .requiredOption('--project <id>', 'the project')
    .option('--from <date>', 'first day, such as 2026-01-01')
    .option('--to <date>', "first day that isn't included")
    .option('--csv', 'print as CSV')
    .option('--json', 'print as JSON')
    .action(async (options: ExportOptions) => {
      await withViewsContext(async ({ databases, viewStore, rankings, rulesFor }) => {
        await needProject(databases.main, options.project)
        const { totals, views } = await getViews(
          { rankings, viewStore },
          {
            ...(await rulesFor(options.project)).reading,
            projectId: options.project,
            callerId: 'cli',
            dateFrom: options.from,
            dateTo: options.to,
            offset: 0,
            limit: Number.MAX_SAFE_INTEGER,
          },
        )
        const rows = views.map((view) => [view.path, String(view.human), String(view.ai), String(view.total)])
        const header = ['path', 'human', 'ai', 'total']
        const text = options.csv
          ? [header, ...rows].map((row) => row.map(toCsvCell).join(',')).join('\n')
          : table([
              ['PEOPLE', 'AI', 'TOTAL', 'PAGE'],
              ...rows.map(([path, human, ai, total]) => [human!, ai!, total!, path!]),
              [String(totals.human), String(totals.ai), String(totals.total), '(all pages)'],
            ])
        print(options.json ?? false, { totals, views }, text)
      })
    })
  command.addCommand(viewsImportCommand())
  command.addCommand(viewsFollowCommand())
  return command
}
