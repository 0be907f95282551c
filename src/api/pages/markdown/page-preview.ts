import type { Html } from '../html.ts'
import { renderMarkdown } from './markdown.ts'

const FRONT_MATTER = /^\uFEFF?---[^\S\n]*\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\r?\n|$)/

/** A page of a repository as a reader sees it, more or less: its front matter is shown as code, and components as text. */
export function renderPreview(text: string): Html {
  return renderMarkdown(text.replace(FRONT_MATTER, (_, fields: string) => `\`\`\`yaml\n${fields.replaceAll('`', "'")}\n\`\`\`\n`))
}
