import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Jobs put other words in its place, so that each branch shows which message was answered last. */
export const FIRST_WORD = 'workspace'

const PAGES = 40
/** Every so manyth page has the word. */
const WORD_EVERY = 4

/** The documentation that all jobs of a run work on. */
export interface Pages {
  /** A bare repository. */
  path: string
  /** The commit of its branch `main`, which no job may move. */
  main: string
  git(...words: string[]): string
  /** What `git ls-tree` says of a branch on which the word was replaced, and nothing else. */
  treeWith(word: string): string
}

export function createPages(folder: string): Pages {
  const files = join(folder, 'files')
  const path = join(folder, 'pages.git')
  const contents = new Map<string, (word: string) => string>()
  for (let index = 0; index < PAGES; index++) {
    const words = (word: string) => (index % WORD_EVERY === 0 ? `Open the ${word}. Every ${word} has its own keys.\n` : '')
    contents.set(
      `docs/part-${index % 5}/page-${index}.md`,
      (word) => `# Page ${index}\n\nText of page ${index}.\n\n${words(word)}`,
    )
  }
  for (const [name, content] of contents) {
    mkdirSync(dirname(join(files, name)), { recursive: true })
    writeFileSync(join(files, name), content(FIRST_WORD))
  }
  const env = {
    PATH: process.env['PATH'] ?? '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) => [
        [`GIT_${role}_NAME`, 'Writer'],
        [`GIT_${role}_EMAIL`, 'writer@example.com'],
        [`GIT_${role}_DATE`, '1790000000 +0000'],
      ]),
    ),
  }
  const run = (words: string[]) => execFileSync('git', words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const git = (...words: string[]) => run(['--git-dir', path, ...words])
  run(['init', '--quiet', '--bare', '--initial-branch=main', path])
  git('--work-tree', files, 'add', '--all')
  git('update-ref', 'refs/heads/main', git('commit-tree', '-m', 'Start', git('write-tree')))
  return {
    path,
    main: git('rev-parse', 'main'),
    git,
    treeWith: (word) =>
      [...contents]
        .map(([name, content]) => `100644 blob ${blobId(content(word))}\t${name}`)
        .sort((one, other) => (one.split('\t')[1]! < other.split('\t')[1]! ? -1 : 1))
        .join('\n'),
  }
}

/** As git computes it. */
function blobId(text: string): string {
  const bytes = Buffer.from(text)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
