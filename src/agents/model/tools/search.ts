import { z } from 'zod'
import { compileGlob } from '../../../lib/glob.ts'
import { startThread } from '../../../lib/start-thread.ts'
import { decodeText } from '../../../site/edit/text-file.ts'
import { isPagePath } from '../../../site/read/site-path.ts'
import { Refusal } from '../../files/refusal.ts'
import type { FoundLines, SearchThreadData } from './search-thread.ts'
import { type ToolContext, defineTool, showPage } from './tool.ts'

const LINES_PER_PAGE = 100
const FILES_PER_PAGE = 200
/** Of one file, so that the first long one does not hide all others; a search in that file alone shows them all. */
const LINES_PER_FILE = 10
/** What is searched is in memory twice while the thread looks at it. */
const SEARCHED_BYTES_MAX = 64 * 1024 * 1024
/** A sound pattern takes some milliseconds on a large site. */
const PATTERN_MS_MAX = 5000

const GLOBS = z.union([z.string().max(500), z.array(z.string().max(500)).max(50)])

export const search = defineTool({
  description:
    'Finds a text in all files, pages first, and answers with "path:line: text", or with how often each file has it. include and exclude take patterns such as docs/**/*.mdx.',
  input: z.object({
    text: z.string().min(1).max(1000).describe('As it is written, or a regular expression with isPattern.'),
    isPattern: z.boolean().default(false),
    isCaseSensitive: z.boolean().default(false),
    folder: z.string().default(''),
    include: GLOBS.default([]),
    exclude: GLOBS.default([]),
    show: z.enum(['lines', 'files']).default('lines'),
    from: z.number().int().min(1).default(1).describe('The first result to show.'),
  }),
  paths: { places: ['folder'] },
  run: async ({ text, isPattern, isCaseSensitive, folder, include, exclude, show, from }, context) => {
    if (text.includes('\n')) throw new Refusal('A search looks at one line at a time, so the text can have no line break.')
    const pattern = isPattern ? text : text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
    refuseUnreadable(pattern)
    const files = await readFiles(context, folder, toMatcher(include, exclude))
    const found = await findLines({ pattern, flags: isCaseSensitive ? 'u' : 'iu', files })
    if (found.length === 0) return 'No file has this text.'
    if (show === 'files')
      return showPage(
        found.toSorted((a, b) => b.count - a.count).map(({ path, count }) => `${path}: ${count}`),
        { from, max: FILES_PER_PAGE, what: 'files' },
      )
    return showPage(toLines(found), { from, max: LINES_PER_PAGE, what: 'lines' })
  },
})

function refuseUnreadable(pattern: string): void {
  try {
    void new RegExp(pattern, 'u')
  } catch (error) {
    throw new Refusal(`The regular expression cannot be read: ${(error as Error).message.slice(0, 300)}`)
  }
}

function toMatcher(include: string | string[], exclude: string | string[]): (path: string) => boolean {
  const [wanted, unwanted] = [include, exclude].map((globs) => [globs].flat().map(compileGlob)) as [Matcher[], Matcher[]]
  return (path) => (wanted.length === 0 || wanted.some((matches) => matches(path))) && !unwanted.some((matches) => matches(path))
}

type Matcher = (path: string) => boolean

/** Pages come first: what a description of an API or a lock file says is seldom what is looked for. */
async function readFiles({ files, task }: ToolContext, folder: string, isWanted: Matcher): Promise<SearchThreadData['files']> {
  const isFile = folder !== '' && !folder.endsWith('/') && /\.\w+$/u.test(folder) && (await files.has(folder))
  const paths = isFile
    ? [folder]
    : (await files.list(folder.replace(/^\.$/u, '').replace(/\/$/u, ''), task.signal)).filter(isWanted)
  const found: SearchThreadData['files'] = []
  let bytes = 0
  for (const path of [...paths.filter(isPagePath), ...paths.filter((path) => !isPagePath(path))]) {
    task.signal.throwIfAborted()
    // What cannot be read (an image, a file that is too large) cannot hold a text that could be edited.
    const file = await files.read(path).then(decodeText, (error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (!file) continue
    bytes += file.text.length
    if (bytes > SEARCHED_BYTES_MAX) throw new Refusal('There is too much to search. Narrow it with folder or include.')
    found.push({ path, text: file.text })
  }
  return found
}

/**
 * On a thread of its own, which is ended when it takes too long: a pattern chosen by a model, or by a page that speaks through it,
 * could keep the process busy for hours.
 */
async function findLines(data: SearchThreadData): Promise<FoundLines[]> {
  const thread = startThread(new URL('./search-thread.ts', import.meta.url), data)
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<FoundLines[]>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('online', () => {
        timer = setTimeout(
          () => reject(new Refusal(`The search took more than ${PATTERN_MS_MAX / 1000} seconds. Use a simpler pattern.`)),
          PATTERN_MS_MAX,
        )
      })
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

function toLines(found: readonly FoundLines[]): string[] {
  const max = found.length === 1 ? Number.POSITIVE_INFINITY : LINES_PER_FILE
  return found.flatMap(({ path, lines, count }) => {
    const shown = lines.slice(0, max).map(({ line, text }) => `${path}:${line}: ${text}`)
    return count > shown.length ? [...shown, `${path}: ${count - shown.length} more lines in this file`] : shown
  })
}
