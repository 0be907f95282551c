import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

describe('headings', () => {
  test('closes gaps between levels and keeps siblings on one level', async () => {
    const { files } = await answerOn(
      { 'a.md': '# A\n\n#### B\n\n#### C\n\n## D\n\n```\n#### E\n```\n' },
      'Fix the heading levels',
    )
    expect(files['a.md']).toBe('# A\n\n## B\n\n## C\n\n## D\n\n```\n#### E\n```\n')
  })

  test('moves a second first-level heading and what is below it one level down', async () => {
    const { files } = await answerOn({ 'a.md': '# A\n\nx\n\n# B\n\n## C\n' }, 'fix headings')
    expect(files['a.md']).toBe('# A\n\nx\n\n## B\n\n### C\n')
  })

  test('leaves a page whose deepest level has no deeper one', async () => {
    const answer = await answerOn({ 'a.md': '# A\n\n# B\n\n###### C\n' }, 'Fix duplicate H1')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('level 6')
  })

  test('writes sentence case and keeps names', async () => {
    const page =
      '# Getting Started With The GitHub API\n\n## Using `Big Words` In React Apps: The Basics\n\nPeople are getting started with apps in React, the basics of using the api.\nThey use React.\n'
    const { files } = await answerOn({ 'a.md': page }, 'Use sentence case in headings')
    expect(files['a.md']?.split('\n').slice(0, 3)).toEqual([
      '# Getting started with the GitHub API',
      '',
      '## Using `Big Words` in React apps: The basics',
    ])
  })

  test('keeps the names of two words that the site writes with capitals', async () => {
    const page =
      '# Use Claude Code With GitHub Pages And Route 53\n\nWe use Claude Code and GitHub Pages, or Route 53. The code of pages has a route with us.\n'
    const { files } = await answerOn({ 'a.md': page }, 'Use sentence case in headings')
    expect(files['a.md']?.split('\n')[0]).toBe('# Use Claude Code with GitHub Pages and Route 53')
  })

  test('does nothing to headings in another language', async () => {
    const german = '# Die Neue Seite\n\ndie neue seite\n'
    const site = { 'en/a.md': '# The New Page\n\nthe new page\n', 'de/a.md': german }
    const { files } = await answerOn(site, 'Use sentence case in headings')
    expect(files).toEqual({ 'en/a.md': '# The new page\n\nthe new page\n', 'de/a.md': german })
  })

  test('writes title case and keeps small words', async () => {
    const { files } = await answerOn({ 'a.md': '# how to sign in to the `api` with iOS\n' }, 'Convert headings to title case')
    expect(files['a.md']).toBe('# How to Sign in to the `api` with iOS\n')
  })

  test('takes punctuation from the ends of headings, but not from questions and abbreviations', async () => {
    const { files } = await answerOn(
      { 'a.md': '# Setup:\n\n## Why?\n\n## Keys, tokens etc.\n\n## Use it. {#use}\n\n## Go ##\n' },
      'Remove trailing punctuation from headings',
    )
    expect(files['a.md']).toBe('# Setup\n\n## Why?\n\n## Keys, tokens etc.\n\n## Use it {#use}\n\n## Go ##\n')
  })

  test('renames a heading and the links to it', async () => {
    const { files } = await answerOn(
      { 'a.md': '# A\n\n## Set up\n', 'b.md': '[x](a.md#set-up)\n' },
      'Rename the heading "Set up" to "Install" in a.md',
    )
    expect(files).toEqual({ 'a.md': '# A\n\n## Install\n', 'b.md': '[x](a.md#install)\n' })
  })

  test.each([
    'Fix the heading levels',
    'Use sentence case in headings',
    'title-case all headings',
    'Remove trailing punctuation from headings',
  ])('changes nothing the second time: %s', async (prompt) => {
    const once = await answerOn({ 'a.md': '# A Big Page.\n\n#### the Page Of things:\n\n# C\n\na big page of things\n' }, prompt)
    expect((await answerOn(once.files, prompt)).changed).toEqual([])
  })

  test('starts at the second level below a title in the front matter, unless the page has none of that level', async () => {
    const page = '---\ntitle: A\n---\n\n### First\n\n## Second\n'
    expect((await answerOn({ 'a.md': page }, 'fix the heading levels')).files['a.md']).toContain('\n## First\n')
    const deep = '---\ntitle: A\n---\n\n### First\n\n### Second\n'
    expect((await answerOn({ 'a.md': deep }, 'fix the heading levels')).changed).toEqual([])
  })
})
