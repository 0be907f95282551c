import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { AgentTask, EarlierFiles } from '../../src/agents/agent.ts'
import { offlineAgent } from '../../src/agents/offline/offline-agent.ts'
import type { Files } from '../docs-jobs/clean-site.ts'

/** Sends the messages of one job to the offline agent, one after the other, and returns the files as they are in the end. */
export async function work(site: Files, messages: readonly string[]): Promise<{ files: Files; summaries: string[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'docwright-bench-'))
  const history: AgentTask['history'] = []
  let [files, previous] = [site, null as Files | null]
  try {
    write(directory, site)
    for (const prompt of messages) {
      const earlier = previous ? { previous: earlierFiles(previous, files) } : {}
      const { signal } = new AbortController()
      const { summary } = await offlineAgent.run({
        directory,
        prompt,
        history: [...history],
        base: earlierFiles(site, files),
        ...earlier,
        signal,
      })
      history.push({ prompt, summary })
      const now = read(directory)
      if (differences(files, now).length > 0) previous = files
      files = now
    }
    return { files, summaries: history.map(({ summary }) => summary) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function earlierFiles(then: Files, now: Files): EarlierFiles {
  return {
    changedPaths: async () => differences(then, now),
    read: async (path) => (then[path] === undefined ? null : Buffer.from(then[path])),
  }
}

function differences(one: Files, other: Files): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path])
}

function write(directory: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

function read(directory: string): Files {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [relative(directory, path), readFileSync(path, 'utf8')]))
}
