import { mayConfigure } from '../../policy/may-configure.ts'
import type { OperationContext } from '../../site/operations/operation.ts'
import type { Earlier } from './earlier.ts'
import { carryOut, refuse } from './carry-out.ts'
import { followUp } from './follow-up.ts'
import { Ground } from './ground/ground.ts'
import { readSentences } from './read-message.ts'
import { splitMessage } from './message/split-message.ts'
import type { Report } from './report.ts'

/** Carries out what a prompt asks for, one thing after the other, and reports on each. Only the site in memory changes. */
export async function answerPrompt(
  task: Earlier & { prompt: string },
  given: Omit<OperationContext, 'mayConfigure'>,
): Promise<Report[]> {
  const context: OperationContext = { ...given, mayConfigure }
  const { sentences, quotes, rest } = splitMessage(task.prompt)
  const reports: Report[] = []
  let waiting: string[] = []
  const take = async (last: string) => {
    const parts = await readSentences({ sentences: waiting, quotes, rest: last }, new Ground(context.site), context.signal)
    waiting = []
    for (const { written, reading } of parts) {
      if (reading.kind === 'unclear') reports.push(await refuse(written, reading, context))
      else for (const frame of reading.frames) reports.push(await carryOut(frame, context))
    }
  }
  for (const sentence of sentences) {
    const followed = await followUp(sentence, quotes, task, context)
    if (!followed) waiting.push(sentence)
    else {
      await take('')
      for (const report of followed.reports) reports.push(report)
      if (followed.rest !== '') waiting.push(followed.rest)
    }
  }
  await take(rest)
  return reports
}
