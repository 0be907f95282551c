import { followHeadings } from '../../site/edit/links/follow-headings.ts'
import type { Clause } from './grammar/clause.ts'
import { unmask } from './grammar/masked-text.ts'
import type { Command, CommandContext, Reading, Understood } from './reading.ts'
import type { Report } from './summary.ts'

/** No one names more in one sentence, and each one is held against every command. */
const OBJECTS_MAX = 20

/** Reads a clause with the first command that knows it. */
export function understand(commands: readonly Command[], clause: Clause, context: CommandContext): Reading | null {
  for (const command of commands) {
    const reading = command.read(clause, context.site)
    if (reading) return reading
  }
  return null
}

/**
 * Reads a clause as one instruction, or as one verb with several objects: "fix the links, typos and heading levels". The second
 * way counts only when every object is understood. Empty when the clause means nothing.
 */
export function understandAll(commands: readonly Command[], clause: Clause, context: CommandContext): Reading[] {
  const whole = understand(commands, clause, context)
  if (whole?.kind === 'understood') return [whole]
  const found = /^(?<verb>\S+) (?<objects>.+)$/u.exec(clause.text)?.groups
  const objects = (found?.['objects'] ?? '').split(/,\s*(?:and\s+)?|\s+and\s+/u)
  if (objects.length > 1 && objects.length <= OBJECTS_MAX) {
    const readings = objects.map((object) =>
      understand(commands, { ...clause, text: `${found?.['verb'] ?? ''} ${object}` }, context),
    )
    const understood = readings.filter((reading) => reading?.kind === 'understood')
    if (understood.length === objects.length) return understood
  }
  return whole ? [whole] : []
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
