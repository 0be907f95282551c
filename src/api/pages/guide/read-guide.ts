import { readFile, readdir } from 'node:fs/promises'
import { basename, extname, join, posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { Content } from '../../../markdown/content.ts'
import { readMarkdown } from '../../../markdown/read-page.ts'
import type { SideGroup } from '../shell.ts'

/** A page of the guide: a Markdown file of the repository. */
export interface GuidePage {
  /** Its address below `/guide`, without the slash; empty for the start. */
  name: string
  /** Where it lies in the repository: links in it start from there. */
  file: string
  title: string
  text: string
  sections: GuideSection[]
}

/** What stands between one heading and the next, as a search finds it. */
export interface GuideSection {
  title: string
  anchor: string
  text: string
}

export interface Guide {
  pages: ReadonlyMap<string, GuidePage>
  sidebar: readonly SideGroup[]
  /** The address of a file of the repository, or null when the guide doesn't have it. */
  addressOf(file: string): string | null
  /** The files that pages show or offer, by their address below `/guide`. */
  files: ReadonlyMap<string, string>
}

/** Besides `docs/`: what every repository keeps at its root. */
const ROOT_PAGES = ['SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']

/** The list of contents, which is the start of the guide and its sidebar. */
const CONTENTS = 'docs/README.md'

/** Reads all pages. They are some hundred kilobytes, and change only with the program. */
export async function readGuide(root: string): Promise<Guide> {
  const [docs, decisions, images, examples] = await Promise.all(
    ['docs', 'docs/adr', 'docs/images', 'examples'].map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  )
  const paths = [...docs!, ...decisions!, ...ROOT_PAGES].filter((path) => path.endsWith('.md'))
  const pages = await Promise.all(paths.map((path) => readPage(root, path)))
  const served = [...images!, ...examples!.filter((path) => path.endsWith('.mjs'))]
  const files = new Map(served.map((path) => [path.replace(/^docs\//, ''), join(root, path)]))
  const addresses = new Map([
    ...pages.map(({ file, name }) => [file, name === '' ? '/guide' : `/guide/${name}`] as const),
    ...served.map((path) => [path, `/guide/${path.replace(/^docs\//, '')}`] as const),
  ])
  const contents = pages.find(({ file }) => file === CONTENTS)!
  return {
    pages: new Map(pages.map((page) => [page.name, page])),
    sidebar: readSidebar(contents.text, (file) => addresses.get(file) ?? null),
    addressOf: (file) => addresses.get(file) ?? null,
    files,
  }
}

async function readPage(root: string, file: string): Promise<GuidePage> {
  const text = await readFile(join(root, file), 'utf8')
  const sections = readSections(text)
  return { name: nameOf(file), file, title: sections[0]?.title ?? basename(file, '.md'), text, sections }
}

function nameOf(file: string): string {
  if (file === CONTENTS) return ''
  const name = file.replace(/^docs\//, '').slice(0, -extname(file).length)
  return file.startsWith('docs/') ? name : name.toLowerCase()
}

function readSections(text: string): GuideSection[] {
  const page = readMarkdown(text, 'md')
  const slugs = new GithubSlugger()
  const sections: GuideSection[] = []
  for (const block of page.blocks) {
    const source = new Content(page.text, block.pieces).text
    if (block.kind === 'heading') {
      const title = source.replaceAll('`', '')
      sections.push({ title, anchor: slugs.slug(title), text: '' })
    } else if (sections.length > 0) sections.at(-1)!.text += `${toPlain(source)}\n`
  }
  return sections
}

/** Without the marks of Markdown: a search looks for words, and shows them. */
function toPlain(source: string): string {
  return source.replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1').replaceAll(/[`*|]/g, '')
}

/** The headings of the contents are the groups, and the first link of each entry is its page. */
function readSidebar(contents: string, addressOf: (file: string) => string | null): SideGroup[] {
  const groups: SideGroup[] = []
  for (const line of contents.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading) groups.push({ title: heading, links: [] })
    const [, text, target] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? []
    const href = target && (target.startsWith('/') ? target : addressOf(posix.join('docs', target)))
    if (text && href) groups.at(-1)?.links.push({ href, text })
  }
  return groups
}
