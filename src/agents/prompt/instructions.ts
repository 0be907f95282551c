import type { AgentTask } from '../agent.ts'
import { withoutHiddenCharacters } from './hidden-characters.ts'

/** Enough to know what was said; the files themselves show what was done. */
const HISTORY_MAX = 20
const SUMMARY_CHARACTERS_MAX = 2000

/** The first message of a run: what was asked for, and what was asked for and done before on the same pull request. */
export function writeInstruction({ prompt, history }: Pick<AgentTask, 'prompt' | 'history'>): string {
  if (history.length === 0) return withoutHiddenCharacters(prompt)
  const earlier = history
    .slice(-HISTORY_MAX)
    .map(
      ({ prompt: asked, summary }, index) =>
        `${index + 1}. Asked: ${asked}\n   Done: ${summary.slice(0, SUMMARY_CHARACTERS_MAX)}`,
    )
    .join('\n')
  return withoutHiddenCharacters(
    `Earlier instructions on the same pull request, which the files already contain:\n${earlier}\n\nThe instruction now:\n${prompt}`,
  )
}

/** A message that arrived while the model was at work. */
export function writeFollowUps(prompts: readonly string[]): string {
  return withoutHiddenCharacters(`The user adds, while you are at work:\n\n${prompts.join('\n\n')}`)
}

/** The problems that verification found. Their texts quote pages, so they are content and not orders. */
export function writeRepair(problems: readonly string[]): string {
  return withoutHiddenCharacters(
    `Your work brought in the problems below, which were not there before. Mend them without undoing what was asked for, call check, and answer again: title and text for all of your work, as if for the first time.\n\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
  )
}
