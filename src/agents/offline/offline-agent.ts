import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Agent, AgentResult, AgentTask } from '../agent.ts'
import { type Replacement, readInstruction } from './instruction.ts'
import { replaceInPage } from './replace.ts'

const PAGE_ENDINGS = new Set(['.md', '.mdx', '.markdown', '.rst', '.adoc', '.txt', '.html'])

/** Longer titles are cut by code hosts. */
const TITLE_CHARACTERS_MAX = 72

const CANNOT = [
  'No page was changed: the offline agent did not understand this instruction.',
  '',
  'It understands:',
  '- Replace "old text" with "new text"',
  '- Replace "old text" with "new text", also in code blocks',
].join('\n')

/** The agent that needs no model: the same instruction on the same files always gives the same result. */
export const offlineAgent: Agent = {
  model: 'offline',
  run: async (task) => {
    const instruction = readInstruction(task.prompt)
    return instruction.kind === 'replace' ? replaceEverywhere(task, instruction) : result(CANNOT, 'No change')
  },
}

async function replaceEverywhere(task: AgentTask, { from, to, includesCode }: Replacement): Promise<AgentResult> {
  const changed: string[] = []
  let places = 0
  for (const path of await listPages(task.directory)) {
    task.signal.throwIfAborted()
    const file = join(task.directory, path)
    const bytes = await readFile(file)
    const before = bytes.toString('utf8')
    // A file in another encoding would not survive being written back as UTF-8.
    if (!Buffer.from(before, 'utf8').equals(bytes)) continue
    const { page, count } = replaceInPage(before, from, to, includesCode)
    if (count === 0) continue
    await writeFile(file, page)
    changed.push(path)
    places += count
  }
  const title = `Replace "${from}" with "${to}"`.replace(/\s+/g, ' ')
  if (places === 0) return result(`Understood: ${title}. The text is on no page, so nothing was changed.`, title)
  const list = changed.map((path) => `- ${path}`).join('\n')
  return result(
    `Understood: ${title}. Replaced in ${plural(places, 'place')} on ${plural(changed.length, 'page')}:\n${list}`,
    title,
  )
}

/** Sorted, so that runs are the same on every file system. Symbolic links are not followed. */
async function listPages(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && PAGE_ENDINGS.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort()
}

function result(summary: string, title: string): AgentResult {
  const short = title.length > TITLE_CHARACTERS_MAX ? `${title.slice(0, TITLE_CHARACTERS_MAX - 1)}…` : title
  return { summary, title: short, usage: { turns: 1, inputTokens: 0, outputTokens: 0, costUsd: 0 } }
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
