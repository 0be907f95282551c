import { shuffled } from '../clean-site.ts'
import { SUBJECTS } from '../vocabulary.ts'
import { bodyLines, type Line, withLines } from './edit-lines.ts'
import type { Kind } from './kind.ts'

export const headingJumps: Kind = {
  name: 'heading-jumps',
  prompt: 'Fix the heading levels',
  make: ({ clean, random, faults }) => {
    const headings = bodyLines(clean).filter(({ text, path }) => /^#{2,4} /.test(text) && path !== 'changelog.mdx')
    const edits: Line[] = []
    const paths = [...new Set(headings.map(({ path }) => path))]
    for (const path of shuffled(random, paths)) {
      if (edits.length >= faults) break
      const own = headings.filter((heading) => heading.path === path)
      const levels = own.map(({ text }) => text.indexOf(' '))
      const way = random.weighted({ deeper: 4, pasted: 2, first: 1 })
      // Only where the outline shows it: a heading right below its parent, or the first one of the page.
      const starts = levels.flatMap((level, at) => (at > 0 && level === levels[at - 1]! + 1 ? [at] : []))
      // Without what is below it, a heading that went deeper would look like a neighbour of its own children.
      const leaves = starts.filter((at) => (levels[at + 1] ?? 0) <= levels[at]!)
      const start = way === 'first' ? 0 : random.pick(way === 'pasted' ? starts : leaves)
      const after = levels.findIndex((level, at) => at > start && level <= levels[start]!)
      // A section pasted from a page where it stood deeper comes with all that is below it.
      const end = way === 'pasted' ? (after < 0 ? levels.length : after) : start + 1
      const more = way === 'deeper' && random.chance(0.3) ? 2 : 1
      for (const heading of own.slice(start, end)) edits.push({ ...heading, text: '#'.repeat(more) + heading.text })
    }
    return { faulty: withLines(clean, edits), answer: clean }
  },
}

export const missingFrontMatter: Kind = {
  name: 'missing-front-matter',
  prompt: 'Add missing titles and descriptions to the front matter',
  make: ({ clean, random, faults }) => {
    const faulty: Record<string, string> = { ...clean }
    const pages = Object.keys(clean).filter(
      (path) => path.endsWith('.mdx') && path.includes('/') && !path.startsWith('snippets/'),
    )
    for (const path of shuffled(random, pages).slice(0, faults)) {
      const way = random.weighted({ description: 3, title: 1, both: 2 })
      const page = clean[path]!
      if (way === 'description') faulty[path] = page.replace(/^description: .*\n/m, '')
      else if (way === 'title') faulty[path] = page.replace(/^title: .*\n/m, '')
      else faulty[path] = page.replace(/^title: .*\ndescription: .*\n/m, '').replace(/^---\n---\n\n/, '')
    }
    return { faulty, answer: clean }
  },
}

export const orphanedNavigation: Kind = {
  name: 'orphaned-navigation',
  prompt: 'Remove navigation entries whose pages do not exist',
  make: ({ clean, random, faults }) => {
    const lines = clean['docs.json']!.split('\n')
    for (let made = 0; made < faults; made++) {
      const pages = lines.flatMap((line, index) => (/^\s+"[^"]+\/[^"]+",$/.test(line) ? [index] : []))
      const at = random.pick(pages)
      const folder = /"(.+)\/[^/]+"/.exec(lines[at]!)![1]!
      const name = `${folder}/${random.pick(['archive', 'legacy', 'preview', 'beta'])}-${random.pick(SUBJECTS).toLowerCase().replaceAll(' ', '-')}`
      if (!lines.some((line) => line.includes(`"${name}"`))) lines.splice(at, 0, lines[at]!.replace(/"[^"]+"/, `"${name}"`))
    }
    return { faulty: { ...clean, 'docs.json': lines.join('\n') }, answer: clean }
  },
}
