import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import type { TaskFiles } from '../../../site/edit/site-directory.ts'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { blobId } from '../../../lib/blob-id.ts'
import { type FactsMemory, createFactsMemory, factsKey } from '../../../site/read/facts-memory.ts'
import { scanPage } from '../../../site/read/scan-page.ts'
import { isPagePath } from '../../../site/read/site-path.ts'
import type { AgentResult, EarlierFiles } from '../../agent.ts'
import { offlineAgent } from '../offline-agent.ts'

type State = ReadonlyMap<string, Buffer>

/** A folder of documentation with a job that works on it: what the pipeline does for an agent, without git. */
export class DocumentationFolder {
  readonly directory: string
  readonly #history: { prompt: string; summary: string }[] = []
  /** The state at the start, and one more after each run that changed something. */
  readonly #states: State[] = []

  private constructor(directory: string) {
    this.directory = directory
  }

  static async create(files: Record<string, string | Buffer>): Promise<DocumentationFolder> {
    const folder = new DocumentationFolder(await mkdtemp(join(tmpdir(), 'docwright-offline-')))
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder.directory, path)), { recursive: true })
      await writeFile(join(folder.directory, path), content)
    }
    folder.#states.push(await folder.#state())
    return folder
  }

  async run(prompt: string): Promise<AgentResult> {
    const now = await this.#state()
    const base = this.#states[0]
    const previous = this.#states.at(-2)
    const task = {
      directory: this.directory,
      prompt,
      history: [...this.#history],
      signal: new AbortController().signal,
      ...(base ? { base: earlierFiles(base, now) } : {}),
      ...(previous ? { previous: earlierFiles(previous, now) } : {}),
    }
    const files = filesInMemory(now)
    const inMemory = await offlineAgent.run({ ...task, directory: '/nowhere', files, facts: rememberedFacts(now) })
    const result = await offlineAgent.run(task)
    this.#history.push({ prompt, summary: result.summary })
    const after = await this.#state()
    if (!(await this.#hasLinks())) expect([inMemory, files.state]).toEqual([result, after])
    if (differing(now, after).length > 0) this.#states.push(after)
    return result
  }

  async files(): Promise<Record<string, string>> {
    return Object.fromEntries([...(await this.#state())].map(([path, bytes]) => [path, bytes.toString('utf8')]))
  }

  async text(path: string): Promise<string> {
    return readFile(join(this.directory, path), 'utf8')
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true })
  }

  /** A repository shows no links to an agent; a folder may have them, and then the two differ. */
  async #hasLinks(): Promise<boolean> {
    return (await readdir(this.directory, { recursive: true, withFileTypes: true })).some((entry) => entry.isSymbolicLink())
  }

  async #state(): Promise<State> {
    const entries = await readdir(this.directory, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return new Map(
      await Promise.all(
        paths
          .sort()
          .map(async (path): Promise<[string, Buffer]> => [path.slice(this.directory.length + 1), await readFile(path)]),
      ),
    )
  }
}

/** As a job hands them over: no file is on disk. */
function filesInMemory(now: State): TaskFiles & { readonly state: State } {
  const state = new Map(now)
  return {
    state,
    look: async () => ({
      ids: new Map([...state].map(([path, bytes]) => [path, blobId(bytes)])),
      read: async (paths, take) => paths.forEach((path) => take(path, state.get(path)!)),
    }),
    write: (changes) => {
      for (const { path, bytes } of changes) {
        if (bytes) state.set(path, bytes)
        else state.delete(path)
      }
    },
  }
}

/** What a check of the site before the run leaves behind. */
function rememberedFacts(now: State): FactsMemory {
  const memory = createFactsMemory()
  const pages = [...now].filter(([path]) => isPagePath(path))
  memory.add(new Map(pages.map(([path, bytes]) => [factsKey(path, blobId(bytes)), scanPage(path, bytes.toString('utf8'))])))
  return memory
}

function earlierFiles(then: State, now: State): EarlierFiles {
  return {
    changedPaths: async () => differing(then, now),
    read: async (path) => then.get(path) ?? null,
  }
}

function differing(a: State, b: State): string[] {
  const paths = new Set([...a.keys(), ...b.keys()])
  return [...paths].filter((path) => a.get(path)?.equals(b.get(path) ?? Buffer.alloc(0)) !== true || !b.has(path)).sort()
}
