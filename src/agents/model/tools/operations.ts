import { z } from 'zod'
import { mayConfigure } from '../../../policy/may-configure.ts'
import { type Operation, runOperation } from '../../../site/operations/operation.ts'
import { OPERATIONS } from '../../../site/operations/operations.ts'
import { changeSite } from './on-site.ts'
import { type Tool, defineTool } from './tool.ts'

/** `move` and `delete` do the same, for files that are no pages as well. */
const COVERED: ReadonlySet<string> = new Set(['move_page', 'delete_page'])

export const DRY_RUN = z.boolean().default(false).describe('Only tells what would change, with samples.')

/** What can be done to a site by rule: the model chooses and fills in, the operation edits, on any number of pages. */
export const OPERATION_TOOLS: readonly (readonly [string, Tool])[] = OPERATIONS.filter(({ name }) => !COVERED.has(name)).map(
  (operation) => [operation.name, toTool(operation)] as const,
)

function toTool(operation: Operation): Tool {
  return defineTool({
    description: operation.help,
    input: operation.schema.extend({ dryRun: DRY_RUN }),
    run: ({ dryRun, ...given }, context) =>
      changeSite(
        context,
        (site, words) => runOperation(operation, { site, words, signal: context.task.signal, mayConfigure }, given),
        dryRun === true,
      ),
  })
}
