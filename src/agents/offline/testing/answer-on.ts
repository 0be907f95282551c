import { judgeChange } from '../../../policy/judge-change.ts'
import { siteTraits } from '../../../policy/site-traits.ts'
import { EditableSite } from '../../../site/edit/editable-site.ts'
import { answerPrompt } from '../answer-prompt.ts'
import type { OperationContext } from '../../../site/operations/operation.ts'
import type { Earlier } from '../earlier.ts'
import { writeSummary } from '../summary.ts'

export type Files = Record<string, string>

export function siteOf(files: Files): EditableSite {
  return new EditableSite(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'utf8')]))
}

export interface Answer {
  /** Every file after the run. */
  files: Files
  /** The paths that differ from before, sorted. */
  changed: string[]
  summary: string
}

/** What the offline agent does on its own must get past the policy, or its jobs would fail in the end. */
async function refuseForbidden(files: Files, site: EditableSite): Promise<void> {
  const changes = site
    .changes()
    .map(({ path, bytes }) => ({ path, before: files[path] ?? null, after: bytes?.toString() ?? null }))
  const traits = await siteTraits(Object.keys(files), async (path) => files[path] ?? null)
  const otherPages = async function* () {
    for (const [path, text] of Object.entries(files)) yield { path, text }
  }
  const refused = await judgeChange(changes, { ciFiles: false, code: false }, { traits, otherPages })
  if (refused) throw new Error(`the policy refuses ${refused.path}: it ${refused.problem}`)
}

type More = { words?: string; earlier?: Partial<Earlier> } & Pick<OperationContext, 'dictionary'>

/** Carries out a prompt on files in memory, whatever the policy says to it. */
export async function workOn(files: Files, prompt: string, more: More = {}): Promise<{ site: EditableSite; summary: string }> {
  const site = siteOf(files)
  const { words = '', dictionary } = more
  const context = { site, words, signal: new AbortController().signal, ...(dictionary ? { dictionary } : {}) }
  const reports = await answerPrompt({ history: [], ...more.earlier, prompt }, context)
  return { site, summary: writeSummary(reports) }
}

/** Carries out a prompt on files in memory. */
export async function answerOn(files: Files, prompt: string, more: More = {}): Promise<Answer> {
  const { site, summary } = await workOn(files, prompt, more)
  const changed = site.changes().map(({ path }) => path)
  await refuseForbidden(files, site)
  return { files: Object.fromEntries(site.snapshot()), changed, summary }
}
