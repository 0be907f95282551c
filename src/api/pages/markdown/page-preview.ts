import type { Html } from '../html.ts'
import { renderMarkdown } from './markdown.ts'

const FRONT_MATTER = /^\uFEFF?---[^\S\n]*\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/

/** A page of a repository as a reader sees it, more or less: its front matter is shown as code, and components as text. */
export function renderPreview(text: string): Html {
  return renderMarkdown(text.replace(FRONT_MATTER, (_, fields: string) => inFence(fields)))
}

/** A fence that is longer than any in the fields, so that they cannot end it. */
function inFence(fields: string): string {
  const longest = [...fields.matchAll(/~+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '~'.repeat(longest + 1)
  return `${fence}yaml\n${fields}\n${fence}\n\n`
}
