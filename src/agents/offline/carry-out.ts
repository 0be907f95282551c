import { followHeadings } from './commands/follow-headings.ts'
import type { Clause } from './grammar/clause.ts'
import { unmask } from './grammar/masked-text.ts'
import type { Command, CommandContext, Reading, Understood } from './reading.ts'
import type { Report } from './summary.ts'

/** Reads a clause with the first command that knows it. */
export function understand(commands: readonly Command[], clause: Clause, context: CommandContext): Reading | null {
  for (const command of commands) {
    const reading = command.read(clause, context.site)
    if (reading) return reading
  }
  return null
}

/** Carries out one instruction. Links follow the headings that it renamed, whatever the instruction was. */
export async function carryOut(reading: Understood, context: CommandContext): Promise<Report> {
  context.signal.throwIfAborted()
  const before = context.site.snapshot()
  if (reading.needsLinks) await context.site.scan(context.signal)
  const outcome = await reading.run(context)
  outcome.changes.push(...(await followHeadings(context.site, before, context.signal)))
  return { heading: reading.title, details: reading.details ?? [], isUnderstood: true, outcome }
}

/** The report on an instruction that was not carried out. */
export function refuse(clause: Clause, problem: string): Report {
  const original = unmask(clause.original, clause.quotes)
  return { heading: original, details: [], isUnderstood: false, outcome: { changes: [], left: [], notes: [problem] } }
}
