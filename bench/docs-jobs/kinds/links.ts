import type { Random } from '../../../test/support/random.ts'
import { AREAS } from '../vocabulary.ts'
import { type Files, shuffled, withoutEnding } from '../clean-site.ts'
import { bodyLines, spoilLines, withLines } from './edit-lines.ts'
import type { Kind } from './kind.ts'
import { slip } from './slip.ts'

const TARGET = /(?<=\]\()[^)#]+(?=[)#])/

export const brokenLinks: Kind = {
  name: 'broken-links',
  prompt: 'Fix the broken links',
  make: (options) => {
    const { clean, random } = options
    const exists = (path: string) => `${path.replace(/^\//, '')}.mdx` in clean || path.replace(/^\//, '') in clean
    const edits = spoilLines(options, bodyLines(clean), (line) => {
      const target = TARGET.exec(line.text)?.[0]
      if (target === undefined || target.startsWith('http')) return null
      const broken = breakTarget(random, target)
      return exists(broken.startsWith('./') ? beside(line.path, broken) : broken) ? null : line.text.replace(TARGET, broken)
    })
    return { faulty: withLines(clean, edits), answer: clean }
  },
}

function beside(path: string, target: string): string {
  return `${path.slice(0, path.lastIndexOf('/'))}/${target.slice(2)}`
}

/** The mistakes that people make with links, and that stay behind when a site is put together anew. */
function breakTarget(random: Random, target: string): string {
  const parts = target.split('/')
  const name = parts.pop()!
  const folder = parts.join('/')
  const way = random.weighted({ slip: 4, folder: 3, html: 1, underscore: 1, depth: 2 })
  if (way === 'slip') return `${folder}/${name.replace(/^[^.]+/, (word) => slip(random, word))}`
  if (way === 'html') return `${folder}/${name.replace(/\.mdx$/, '')}.html`
  if (way === 'underscore') return `${folder}/${name.replaceAll('-', '_')}`
  // A page that was moved up or down, and a relative link that was copied from another folder.
  if (way === 'depth') return target.startsWith('./') ? `../${random.pick(AREAS).folder}/old/${name}` : `/docs${target}`
  return target.startsWith('./') ? `./pages/${name}` : `/manual/${name}`
}

export const brokenAnchors: Kind = {
  name: 'broken-anchors',
  prompt: 'Fix the broken anchors',
  make: (options) => {
    const { clean, random } = options
    const edits = spoilLines(options, bodyLines(clean), (line) => {
      const anchor = /(?<=\]\([^)]*#)[^)]+(?=\))/.exec(line.text)?.[0]
      return anchor === undefined ? null : line.text.replace(`#${anchor})`, `#${breakAnchor(random, anchor)})`)
    })
    return { faulty: withLines(clean, edits), answer: clean }
  },
}

/** What an anchor was before somebody reworded the heading, or what a person types from memory. */
function breakAnchor(random: Random, anchor: string): string {
  const way = random.weighted({ slip: 3, reworded: 3, capitals: 1, underscore: 1, shortened: 2 })
  if (way === 'slip') return slip(random, anchor)
  if (way === 'capitals') return anchor.replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase())
  if (way === 'underscore') return anchor.replaceAll('-', '_')
  if (way === 'shortened') return anchor.replace(/(?:-of|-for|-goes|-handles|-is)?-[^-]+$/, '')
  return (
    Object.entries(REWORDED).find(([start]) => anchor.startsWith(start))?.[1] ?? anchor.replace(/^(?:how|limits)/, 'overview')
  )
}

const REWORDED: Readonly<Record<string, string>> = {
  'before-you-begin': 'prerequisites',
  'with-the-dashboard': 'in-the-dashboard',
  'with-the-command-line': 'using-the-command-line',
  'options-of-the-command': 'command-options',
  'when-something-goes-wrong': 'troubleshooting',
  'the-request-is-rejected': 'rejected-requests',
  'next-steps': 'what-next',
}

export const movedPages: Kind = {
  name: 'moved-pages',
  prompt: 'Some pages were moved to other folders. Fix the links and the navigation.',
  make: (options) => {
    const { clean, random, faults } = options
    const answer: Record<string, string> = { ...clean }
    const faulty: Record<string, string> = { ...clean }
    let references = 0
    for (const path of shuffled(random, movable(clean))) {
      if (references >= faults) break
      const to = `${random.pick(AREAS).folder}/${path.split('/').at(-1)}`
      if (to in clean || to in answer) continue
      references += move(answer, path, to)
      faulty[to] = clean[path]!
      delete faulty[path]
    }
    return { faulty, answer }
  },
}

/** Pages that nothing is relative to, so that moving one concerns only those that link to it. */
function movable(files: Files): string[] {
  return Object.keys(files).filter(
    (path) => path.endsWith('.mdx') && path.includes('/') && !path.endsWith('/overview.mdx') && !files[path]!.includes('](./'),
  )
}

function move(files: Record<string, string>, from: string, to: string): number {
  let count = 0
  const address = `/${withoutEnding(from)}`
  const name = from.split('/').at(-1)!
  for (const [path, text] of Object.entries(files)) {
    const isBeside = path.slice(0, path.lastIndexOf('/')) === from.slice(0, from.lastIndexOf('/'))
    const lines = text.split('\n').map((line) => {
      let changed = line.replaceAll(new RegExp(`${address}(?=[)#"])`, 'g'), `/${withoutEnding(to)}`)
      if (isBeside) changed = changed.replaceAll(new RegExp(String.raw`\./${name}(?=[)#])`, 'g'), `/${withoutEnding(to)}`)
      if (path === 'docs.json') changed = changed.replace(`"${withoutEnding(from)}"`, `"${withoutEnding(to)}"`)
      if (changed !== line) count += 1
      return changed
    })
    files[path] = lines.join('\n')
  }
  files[to] = files[from]!
  delete files[from]
  return count
}
