import type { EditableSite } from '../../site/edit/editable-site.ts'
import { READERS } from './frames/frames.ts'
import { stemsOf } from './ground/words.ts'

const EXAMPLE_PAGE = /guides\/(?:setup|old|new|a|b)\.md/gu

/** The example that has most words in common with an instruction, with pages that the site has. */
export function nearestInstruction(written: string, site: EditableSite): string {
  const stems = new Set(stemsOf(written.slice(0, 500)))
  const examples = READERS.flatMap(({ examples: all }) => all)
  const scored = examples.map((example) => ({ example, score: stemsOf(example).filter((stem) => stems.has(stem)).length }))
  const best = scored.reduce((most, one) => (one.score > most.score ? one : most))
  const pages = site.pages().filter((path) => !/^[A-Z]+\.md$/u.test(path))
  let next = 0
  return best.example
    .replaceAll(EXAMPLE_PAGE, (path) => pages[next++] ?? path)
    .replace(/ in guides\/(?=[,.]|$)/u, '')
    .replace(', except in changelog.md', '')
}

/** What the agent can do, for the person whose instruction it did not understand. */
export function writeHelp(): string {
  const examples = READERS.flatMap(({ examples: all }) => all.slice(0, 2)).map((example) => `- ${example}`)
  return [
    'The offline agent needs no model and no key, and carries out only what it understands with certainty. It understands, for example:',
    [...examples, '- Undo that; only in guides/; also in code blocks; do the same for "another term"'].join('\n'),
  ].join('\n\n')
}
