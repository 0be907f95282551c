import { answerPrompt } from '../answer-prompt.ts'
import type { Earlier } from '../follow-up.ts'
import { Site } from '../site/site.ts'
import { writeSummary } from '../summary.ts'

export type Files = Record<string, string>

export function siteOf(files: Files): Site {
  return new Site(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'utf8')]))
}

export interface Answer {
  /** Every file after the run. */
  files: Files
  /** The paths that differ from before, sorted. */
  changed: string[]
  summary: string
}

/** Carries out a prompt on files in memory. */
export async function answerOn(
  files: Files,
  prompt: string,
  more: { words?: string; earlier?: Partial<Earlier> } = {},
): Promise<Answer> {
  const site = siteOf(files)
  const context = { site, words: more.words ?? '', signal: new AbortController().signal }
  const reports = await answerPrompt({ history: [], ...more.earlier, prompt }, context)
  const changed = site.changes().map(({ path }) => path)
  return { files: Object.fromEntries(site.snapshot()), changed, summary: writeSummary(reports) }
}
