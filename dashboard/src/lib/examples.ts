import type { AgentName } from '../../../client/index.ts'
import { prefersFixedWords } from './choices.ts'

/** Prompts to start from. The offline agent takes instructions of a few kinds; the others understand whatever a writer would. */
const OFFLINE = [
  'Replace "workspace" with "project"',
  'Fix the broken links',
  'Fix the spelling mistakes',
  'Add missing titles and descriptions to the front matter',
  'Create a page guides/webhooks titled "Webhooks"',
]

const WRITER = [
  'Write a quick start for new users, on one page, with what the other pages say.',
  'Find pages that contradict each other about how to sign in, and make them agree.',
  'Explain every error code on the errors page with its cause and what to do.',
  'Shorten the introduction to what a reader needs in the first five minutes.',
]

export function examplesFor(agent: AgentName): string[] {
  return prefersFixedWords(agent) ? OFFLINE : WRITER
}
