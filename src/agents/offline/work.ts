import { readSite, writeSite } from '../../site/edit/site-directory.ts'
import type { AgentResult, AgentTask } from '../agent.ts'
import { answerPrompt } from './answer-prompt.ts'
import { COMMANDS } from './commands/commands.ts'
import { writeHelp } from './help.ts'
import { type Report, writeSummary, writeTitle } from './summary.ts'

/** Carries out an instruction on the files of a task. */
export async function work(task: AgentTask): Promise<AgentResult> {
  const { site, words } = await readSite(task)
  const reports = await answerPrompt(task, { site, words, signal: task.signal })
  await writeSite(task, site.changes())
  return result(reports)
}

function result(reports: Report[]): AgentResult {
  const understood = reports.filter((report) => report.isUnderstood)
  const changing = understood.filter((report) => report.outcome.changes.length > 0)
  const parts = reports.length > 0 ? [writeSummary(reports)] : ['The instruction is empty, so nothing was changed.']
  if (changing.length === 0) parts.push('No page was changed.')
  if (understood.length < reports.length || reports.length === 0) parts.push(writeHelp(COMMANDS))
  return {
    summary: parts.join('\n\n'),
    title: writeTitle((changing.length > 0 ? changing : understood).map((report) => report.heading)),
    usage: { turns: 1, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    isPartial: understood.length < reports.length || reports.length === 0,
  }
}
