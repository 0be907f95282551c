import { carryOut, refuse, understandAll } from './carry-out.ts'
import { COMMANDS } from './commands/commands.ts'
import { type Earlier, readFollowUp } from './follow-up.ts'
import { readClauses } from './grammar/read-clauses.ts'
import type { CommandContext } from './reading.ts'
import type { Report } from './summary.ts'

/** Nobody writes more by hand, and each one may look at every page. */
const INSTRUCTIONS_MAX = 50

/** Carries out the instructions of a prompt one after the other, and reports on each. Only the site in memory changes. */
export async function answerPrompt(task: Earlier & { prompt: string }, context: CommandContext): Promise<Report[]> {
  const reports: Report[] = []
  const clauses = readClauses(task.prompt, context.site)
  for (const clause of clauses.slice(0, INSTRUCTIONS_MAX)) {
    const followUp = readFollowUp(clause, task, context)
    const readings = followUp ? [followUp] : understandAll(COMMANDS, clause, context)
    for (const reading of readings) {
      reports.push(reading.kind === 'understood' ? await carryOut(reading, context) : refuse(clause, reading.problem))
    }
    if (readings.length === 0) reports.push(refuse(clause, 'The offline agent does not understand this instruction.'))
  }
  const next = clauses[INSTRUCTIONS_MAX]
  if (next)
    reports.push(
      refuse(next, `One message takes ${INSTRUCTIONS_MAX} instructions; this one and all that follow it were left out.`),
    )
  return reports
}
