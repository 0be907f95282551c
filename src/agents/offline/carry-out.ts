import type { EditableSite } from '../../site/edit/editable-site.ts'
import { type Outcome, nothing, plural } from '../../site/edit/outcome.ts'
import { type OperationContext, runOperation } from '../../site/operations/operation.ts'
import type { Frame, Unclear } from './frame.ts'
import { Ground } from './ground/ground.ts'
import { nearestInstruction } from './help.ts'
import { readMessage } from './read-message.ts'
import type { Hint, Report } from './report.ts'

/** Carries out what was understood. */
export async function carryOut({ operation, given, details = [] }: Frame, context: OperationContext): Promise<Report> {
  const parsed = operation.schema.safeParse(given)
  // Slots are filled from free text: what does not fit the operation was not understood.
  if (!parsed.success)
    return {
      heading: operation.name.replaceAll('_', ' '),
      details: [],
      kind: 'not_understood',
      outcome: nothing('The texts do not fit this operation.'),
      hints: [],
    }
  const outcome = await runOperation(operation, context, given)
  return { heading: operation.title(parsed.data), details, kind: 'understood', outcome, hints: [] }
}

/** The report on a part that was not carried out, with sentences that work. */
export async function refuse(
  written: string,
  { problem, hints, isChoice = false }: Unclear,
  context: OperationContext,
): Promise<Report> {
  const sentences = hints.length > 0 ? hints : [nearestInstruction(written, context.site)]
  const shown: Hint[] = []
  for (const sentence of sentences) shown.push({ sentence, effect: isChoice ? await effectOf(sentence, context) : null })
  return {
    heading: written,
    details: [],
    kind: isChoice ? 'needs_choice' : 'not_understood',
    outcome: nothing(problem),
    hints: shown,
  }
}

/** Tries an instruction out on a copy of the site. */
async function effectOf(sentence: string, context: OperationContext): Promise<string | null> {
  const site: EditableSite = context.site.copy()
  const [part] = await readMessage(sentence, new Ground(site), context.signal)
  if (part?.reading.kind !== 'understood') return null
  const changes: Outcome['changes'] = []
  for (const frame of part.reading.frames) {
    const { outcome } = await carryOut(frame, { ...context, site })
    for (const change of outcome.changes) changes.push(change)
  }
  const files = new Set(changes.map(({ path }) => path))
  const [sample] = changes
  return sample ? `changes ${plural(files.size, 'file')}, such as \`${sample.path}\`: ${sample.what}` : 'changes nothing'
}
