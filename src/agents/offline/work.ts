import { readSite, writeSite } from '../../site/edit/site-directory.ts'
import type { AgentOutcome, AgentResult, AgentTask } from '../agent.ts'
import { answerPrompt } from './answer-prompt.ts'
import { writeHelp } from './help.ts'
import type { Report } from './report.ts'
import { writeSummary, writeTitle } from './summary.ts'

/** Carries out an instruction on the files of a task. */
export async function work(task: AgentTask): Promise<AgentResult> {
  const { site, words } = await readSite(task)
  const reports = await answerPrompt(task, { site, words, signal: task.signal })
  const changes = site.changes()
  await writeSite(task, changes)
  return result(reports, changes.length > 0)
}

function result(reports: readonly Report[], hasChanged: boolean): AgentResult {
  const understood = reports.filter(({ kind }) => kind === 'understood')
  const refused = reports.filter(({ kind }) => kind === 'not_understood' || kind === 'needs_choice')
  const changing = understood.filter((report) => report.outcome.changes.length > 0)
  const parts = reports.length > 0 ? [writeSummary(reports)] : ['The instruction is empty, so nothing was changed.']
  if (!hasChanged) parts.push('No page was changed.')
  if (refused.length > 0 || reports.length === 0) parts.push(writeHelp())
  const choices = reports.flatMap(({ kind, hints }) => (kind === 'needs_choice' ? hints.map(({ sentence }) => sentence) : []))
  return {
    summary: parts.join('\n\n'),
    title: writeTitle((changing.length > 0 ? changing : understood).map((report) => report.heading)),
    usage: { turns: 1, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    outcome: outcomeOf(reports, hasChanged),
    ...(choices.length > 0 ? { choices } : {}),
    ...(refused.length > 0 && refused.length < reports.length ? { isPartial: true } : {}),
  }
}

function outcomeOf(reports: readonly Report[], hasChanged: boolean): AgentOutcome {
  if (hasChanged) return 'changed'
  if (reports.some(({ kind }) => kind === 'needs_choice')) return 'needs_choice'
  const isLost = reports.length === 0 || reports.some(({ kind }) => kind === 'not_understood')
  return isLost ? 'not_understood' : 'no_changes'
}
