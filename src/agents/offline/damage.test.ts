import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindOfText } from '../../site/edit/replace/text-kind.ts'
import { Ground } from './ground/ground.ts'
import { readMessage } from './read-message.ts'
import { answerOn, siteOf } from './testing/answer-on.ts'

const SITE = {
  'docs.json': '{ "navigation": { "groups": [{ "group": "Guides", "pages": ["guides/setup", "quickstart"] }] } }\n',
  'guides/setup.mdx':
    '---\ntitle: Set up\ndescription: How to set it up\n---\n\nYou need Node.js 20 and a workspace. The default theme is light.\n\n## Requirements\n\nCopyright © 2024 Acme. The status is open, the price is low, tabs are not spaces.\n',
  'quickstart.mdx':
    '---\ntitle: Quickstart\n---\n\nWe send e-mail. See [setup](/guides/setup#requirements).\n\n## Node.js\n\nText.\n',
  'fr/quickstart.mdx': '---\ntitle: Démarrage\n---\n\nUn e-mail arrive dans le workspace.\n',
  'changelog.mdx': '# Changelog\n\n## 1.0\n\n- The workspace is new.\n',
}

describe('what an instruction may not do', () => {
  test.each([
    'Update Node.js to something newer',
    'Change the default theme to dark',
    'Replace tabs with spaces',
    'Update the price to $20',
    'Change the status to deprecated in guides/setup.mdx',
    'Replace images with screenshots',
    'use you, not we',
    'Replace "." with "!"',
    'Change the logo to the new one',
    'Set the description of all pages to "Docs"',
    'Delete all pages',
    'Replace workspace with 22',
    'Use 2026 instead of workspace',
    'The docs are now stable. Make them shorter.',
    'Replace "workspace" with "project" unless it is a name',
    'Rename workspace to project but keep the first one',
    "Rename workspace to project. Don't touch the intro of each page.",
    'Proofread guides/setup.mdx for tone and fix the typos in the second half',
    'Replace workspace with project, but only where it means the product',
    'workspace -> project (not in titles)',
    'Code must not change',
    'The setup guide should be at /start, like its sibling. Redirect the old address and fix the links.',
    'Make the quickstart friendlier. Then fix the headings.',
    'Add missing descriptions:\n- quickstart: what you get after a minute\n- the other one as you like',
    'Every page is missing a description. Please write one that sells for quickstart.mdx.',
    'The workspace should be fast',
    'Acme should be clearer on this',
    'The price must say more',
    'Text, not code',
    'Rename the heading "Requirements" to "Needs" and what it says below to "More" in guides/setup.mdx',
  ])('changes nothing: %s', async (prompt) => {
    const answer = await answerOn(SITE, prompt)
    expect(answer.changed).toEqual([])
  })

  test('a path in front is where it applies, and nowhere else', async () => {
    const answer = await answerOn(SITE, 'guides/setup.mdx: replace "workspace" with "project"')
    expect(answer.changed).toEqual(['guides/setup.mdx'])
  })

  test('no reading that is carried out replaces a word by a number', async () => {
    const ground = new Ground(siteOf(SITE))
    const word = fc.constantFrom(
      'workspace',
      'Node.js',
      'the default theme',
      'e-mail',
      '"workspace"',
      'the copyright',
      'status',
      'Acme',
    )
    const number = fc.constantFrom('22', '2026', '$20', 'v1.2.3', '4.2', '"22"', '99%', '20 LTS')
    const frame = fc.constantFrom(
      'Replace A with B',
      'Change A to B',
      'Rename A to B',
      'Update A to B',
      'A is now called B',
      'A → B',
      'Use B instead of A',
      'A should be B',
      'Set A to B',
      'We renamed A to B.',
    )
    await fc.assert(
      fc.asyncProperty(word, number, frame, async (from, to, text) => {
        const parts = await readMessage(
          text.replace('A', from).replace('B', () => to),
          ground,
          new AbortController().signal,
        )
        for (const { reading } of parts)
          for (const { operation, given } of reading.kind === 'understood' ? reading.frames : []) {
            if (operation.name !== 'replace_text') continue
            const kinds = [kindOfText(String(given['from'])), kindOfText(String(given['to']))]
            expect(kinds[0] === 'word' && kinds[1] !== 'word').toBe(false)
          }
      }),
      { numRuns: 300 },
    )
  })

  test('a restriction that is not understood stops what it restricts', async () => {
    const restrictions = fc.constantFrom(
      'except where it is a verb',
      'but not in the second paragraph',
      'only if it is about billing',
      'unless someone objects',
      'without touching the tables',
      'but keep the one in the intro',
      'and leave the first mention',
    )
    const requests = fc.constantFrom(
      'Rename workspace to project',
      'Replace "workspace" with "project"',
      'Fix the typos',
      'Remove trailing spaces',
    )
    await fc.assert(
      fc.asyncProperty(requests, restrictions, fc.constantFrom(' ', ', ', '. '), async (request, restriction, mark) => {
        expect((await answerOn(SITE, request + mark + restriction)).changed).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  test('a version changes beside its name only, and a year beside its sign', async () => {
    const version = await answerOn(SITE, 'Update Node.js to 22')
    expect(version.files['guides/setup.mdx']).toContain('You need Node.js 22 and')
    expect(version.files['quickstart.mdx']).toBe(SITE['quickstart.mdx'])
    const year = await answerOn(SITE, 'Update the copyright to 2026')
    expect(year.changed).toEqual(['guides/setup.mdx'])
    expect(year.files['guides/setup.mdx']).toContain('Copyright © 2026 Acme')
  })

  test('a rule of English leaves other languages alone', async () => {
    const answer = await answerOn(SITE, 'use email, not e-mail')
    expect(answer.changed).toEqual(['quickstart.mdx'])
    expect(answer.files['quickstart.mdx']).toContain('We send email.')
  })

  test('lines that tell of the old and the new name stay', async () => {
    const files = { 'a.md': 'Acme One is here.\n\nAcme One is now called Acme Two.\n\nUse Acme One.\n' }
    const { files: after } = await answerOn(files, 'Rename "Acme One" to "Acme Two"')
    expect(after['a.md']).toBe('Acme Two is here.\n\nAcme One is now called Acme Two.\n\nUse Acme Two.\n')
  })
})

describe('hints', () => {
  const REFUSED = [
    'Update Node.js to something newer',
    'Change the default theme to dark',
    'Replace tabs with spaces',
    'Update the price to $20',
    'Replace "." with "!"',
    'use you, not we',
    'Add "Hello" to the page',
    'Remove the section on limits',
    'Remove the section on limits from the quickstart',
    'Set the title to "X"',
    'update the copyright year',
    'bump the version to 4.2',
    'Improve the quickstart',
    'Write a poem',
    'Delete guides/setup.mdx',
    'Rename "Nothing" to "Something" in the navigation',
    'Translate the quickstart',
    'Make the headings nicer',
    'Fix the links in a smart way',
    'Move the quickstart somewhere else',
  ]

  test.each(REFUSED)('are sentences that work when they are sent back: %s', async (prompt) => {
    const { summary, changed } = await answerOn(SITE, prompt)
    expect(changed).toEqual([])
    const lists = [...summary.matchAll(/(?:nearest thing that works|Send one of these):\n\n(?<list>(?:- .+\n?)+)/gu)]
    const sentences = lists
      .flatMap(({ groups }) => (groups?.['list'] ?? '').trim().split('\n'))
      .map((line) => line.slice(2).replace(/ \(changes .*\)$/u, ''))
    expect(sentences.length + Number(summary.includes('Say where they should lead'))).toBeGreaterThan(0)
    for (const sentence of sentences) {
      const parts = await readMessage(sentence, new Ground(siteOf(SITE)), new AbortController().signal)
      expect([sentence, parts.map(({ reading }) => reading.kind)]).toEqual([sentence, ['understood']])
    }
  })
})
