import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

describe('frontMatter', () => {
  test('adds a missing title from the first heading, or else from the file name', async () => {
    const { files } = await answerOn(
      {
        'docs/a.md': '# Set: up\n',
        'docs/big-picture.md': 'Text.\n',
        'docs/c.md': '---\ntitle: C\n---\n',
        'README.md': '# Read\n',
      },
      'Add missing titles to the front matter',
    )
    expect(files).toEqual({
      'docs/a.md': '---\ntitle: "Set: up"\n---\n\n# Set: up\n',
      'docs/big-picture.md': '---\ntitle: Big picture\n---\n\nText.\n',
      'docs/c.md': '---\ntitle: C\n---\n',
      'README.md': '# Read\n',
    })
  })

  test('adds a description from the first sentence and says that it is generated', async () => {
    const page =
      '---\ntitle: A\nicon: x\n---\n\n# A\n\n<Note>Hi</Note>\n\nThe *first* [sentence](b.md) says it all. The second does not.\n'
    const { files, summary } = await answerOn(
      { 'a.md': page, 'b.md': '---\ntitle: B\n---\n\nShort.\n' },
      'Add missing descriptions',
    )
    expect(files['a.md']).toContain('title: A\ndescription: The first sentence says it all.\nicon: x\n')
    expect(summary).toContain('description generated from the first sentence')
    expect(summary).toContain('`b.md`: no description, and no first sentence of a fitting length')
  })

  test.each([
    ['a colon in a value', 'title: A: B', 'title: "A: B"'],
    ['a missing closing quote', 'title: "A', 'title: "A"'],
    ['an apostrophe that ends a value', "title: 'It's'", 'title: "It\'s"'],
    ['a missing space', 'title:A', 'title: A'],
    ['a value that starts with an at sign', 'title: @acme', 'title: "@acme"'],
    ['a tab', 'nested:\n\ttitle: A', 'nested:\n  title: A'],
  ])('repairs %s', async (_, wrong, right) => {
    const { files } = await answerOn({ 'a.md': `---\n${wrong}\n---\n\nText.\n` }, 'Repair the front matter')
    expect(files['a.md']).toBe(`---\n${right}\n---\n\nText.\n`)
  })

  test('closes front matter that nothing closes', async () => {
    const { files } = await answerOn({ 'a.md': '---\ntitle: A\n\n# A\n' }, 'fix the front matter')
    expect(files['a.md']).toBe('---\ntitle: A\n---\n\n# A\n')
  })

  test('lists front matter that no mechanical repair makes valid', async () => {
    const answer = await answerOn({ 'a.md': '---\na: [1\nb: {2\n---\n' }, 'fix the front matter')
    expect(answer.summary).toMatch(/repaired|no mechanical repair/u)
  })

  test('sets the title of one page', async () => {
    const { files } = await answerOn({ 'guides/a.md': '---\ntitle: A\n---\n' }, 'Set the title of guides/a.md to "Start: here"')
    expect(files['guides/a.md']).toBe('---\ntitle: "Start: here"\n---\n')
  })

  test.each(['Add missing titles and descriptions', 'Repair the front matter'])(
    'changes nothing the second time: %s',
    async (prompt) => {
      const once = await answerOn(
        { 'a.md': 'A first sentence that is long enough.\n', 'b.md': '---\ntitle: A: B\n---\n' },
        prompt,
      )
      expect((await answerOn(once.files, prompt)).changed).toEqual([])
    },
  )
})
