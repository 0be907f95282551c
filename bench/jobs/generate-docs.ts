import { execFileSync } from 'node:child_process'
import { createCipheriv, createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** About the size of the documentation of a large product: 1,200 pages of 5 kB, and images that make up most of the bytes. */
export const LARGE = { pages: 1200, images: 150, imageBytes: 500_000 }
export const SMALL = { pages: 60, images: 0, imageBytes: 0 }

/** Each of these words is on so many pages: a change of the size that people ask for. */
const PAGES_PER_WORD = 12

export interface Docs {
  /** A bare repository with one branch, `main`. */
  path: string
  pages: number
  megabytes: number
  /** A word that some pages have. The numbers repeat after a while: every job starts from `main`. */
  word(index: number): string
}

/** The same bytes at every call. */
export function generateDocs(folder: string, size: typeof LARGE): Docs {
  const files = join(folder, 'files')
  const words = Math.max(1, Math.floor(size.pages / PAGES_PER_WORD))
  // With a letter at the end, so that no word is a part of another.
  const word = (index: number) => `feature-${index % words}x`
  let bytes = 0
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(files, name)), { recursive: true })
    writeFileSync(join(files, name), content)
    bytes += content.length
  }
  for (let index = 0; index < size.pages; index++)
    write(`docs/part-${index % 24}/page-${index}.md`, pageText(index, word(index), word(index + 1)))
  for (let index = 0; index < size.images; index++) write(`images/image-${index}.png`, noise(index, size.imageBytes))

  const path = join(folder, 'docs.git')
  const git = (...words: string[]) =>
    execFileSync('git', ['--git-dir', path, ...words], { encoding: 'utf8', env: { ...process.env, ...IDENTITY } }).trim()
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path])
  git('--work-tree', files, 'add', '--all')
  git('update-ref', 'refs/heads/main', git('commit-tree', '-m', 'Start', git('write-tree')))
  git('repack', '-adq')
  rmSync(files, { recursive: true })
  return { path, pages: size.pages, megabytes: Math.round(bytes / 1e6), word }
}

const IDENTITY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'Writer'],
    [`GIT_${role}_EMAIL`, 'writer@example.com'],
    [`GIT_${role}_DATE`, '1790000000 +0000'],
  ]),
)

function pageText(index: number, word: string, next: string): string {
  const paragraphs = Array.from({ length: 30 }, (_, at) => {
    // Words that look like prose to git's compression, and differ from page to page.
    const salt = createHash('sha256').update(`${index}.${at}`).digest('hex')
    return `Paragraph ${at} of page ${index} says ${salt.slice(0, 24)} about ${salt.slice(24, 48)}, as every guide to the product does.\n`
  })
  return [
    `---\ntitle: Page ${index}\n---\n\n# Page ${index}\n\n`,
    `Turn on ${word} first. Then read [the next page](page-${index + 24}.md).\n\n`,
    paragraphs.join('\n'),
    '\n```sh\ndocs open\n```\n',
    index % 7 === 0 ? `\nSee also ${next}s.\n` : '',
  ].join('')
}

/** Bytes that nothing can compress. */
function noise(index: number, length: number): Buffer {
  const key = createHash('sha256').update(`image ${index}`).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}
