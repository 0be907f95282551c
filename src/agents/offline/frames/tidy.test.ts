import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

async function after(page: string, prompt: string): Promise<string | undefined> {
  return (await answerOn({ 'a.md': page }, prompt)).files['a.md']
}

describe('hygiene', () => {
  test('removes trailing spaces, but keeps line breaks and code', async () => {
    expect(await after('a \nb  \nc   \n\n# d  \n```\ne \n```\n', 'Remove trailing spaces')).toBe(
      'a\nb  \nc\n\n# d\n```\ne \n```\n',
    )
  })

  test('leaves one blank line where there are several, but not in code', async () => {
    expect(await after('a\n\n\n\nb\n\n```\nc\n\n\nd\n```\n\n\n', 'Collapse multiple blank lines')).toBe(
      'a\n\nb\n\n```\nc\n\n\nd\n```\n',
    )
  })

  test('keeps a missing end of line at the end of the page', async () => {
    expect(await after('a \n\n\nb', 'Remove whitespace')).toBe('a\n\nb')
  })

  test('uses the most frequent bullet', async () => {
    expect(await after('* a\n* b\n\ntext\n\n- c\n  + d\n\n---\n', 'Unify list markers')).toBe(
      '* a\n* b\n\ntext\n\n* c\n  * d\n\n---\n',
    )
  })

  test('keeps two lists apart that only their bullets separate', async () => {
    const answer = await answerOn({ 'a.md': '* a\n- b\n' }, 'Unify bullets')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('kept apart by their bullets')
  })

  test('names the language of a code block only when it is certain', async () => {
    const page = '```\n{"a": 1}\n```\n\n```\n$ npm start\n```\n\n```\na:\n  b: 1\n  c: 2\n```\n\n```\nNote: this is text\n```\n'
    expect(await after(page, 'Add missing code block languages')).toBe(
      '```json\n{"a": 1}\n```\n\n```sh\n$ npm start\n```\n\n```yaml\na:\n  b: 1\n  c: 2\n```\n\n```\nNote: this is text\n```\n',
    )
  })

  test('makes alternative texts from names of files that consist of words', async () => {
    const { files, summary } = await answerOn(
      { 'a.md': '![](img/setup-screen.png) ![](image1.png) ![x](y.png)\n' },
      'Add missing alt text',
    )
    expect(files['a.md']).toBe('![Setup screen](img/setup-screen.png) ![](image1.png) ![x](y.png)\n')
    expect(summary).toContain('made from the file name')
  })

  test('uses https for hosts that the site links with https elsewhere', async () => {
    const files = {
      'a.md': '[x](http://a.example/x) [y](http://b.example)\n\n`http://a.example`\n',
      'b.md': '<https://a.example>\n',
    }
    const answer = await answerOn(files, 'Use https links')
    expect(answer.files['a.md']).toBe('[x](https://a.example/x) [y](http://b.example)\n\n`http://a.example`\n')
    expect(answer.summary).toContain('`b.example`, which the site nowhere links with https')
  })

  test('aligns the columns of tables', async () => {
    expect(await after('| a | bb |\n|:-|-:|\n| ccc | d\\|e |\n', 'Align tables')).toBe(
      '| a   | bb   |\n| :-- | ---: |\n| ccc | d\\|e |\n',
    )
  })

  test('understands several rules in one sentence, and no rule in another', async () => {
    const both = await answerOn({ 'a.md': 'a \n\n\nb\n' }, 'Remove trailing spaces and blank lines, and align tables')
    expect(both.files['a.md']).toBe('a\n\nb\n')
    expect((await answerOn({ 'a.md': 'a \n' }, 'Fix the pricing table and the bullets')).changed).toEqual([])
  })

  test('changes nothing the second time, whatever the page', async () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '  ',
      '\n',
      '\n\n',
      '* ',
      '- ',
      '+ ',
      '| a | b |\n',
      '|--|--|\n',
      '```\n',
      '{"a":1}\n',
      '![](big-cat.png)',
      '# ',
      '    ',
      '\t',
      '> ',
    )
    const prompts = ['Clean up the formatting', 'Align tables', 'Add missing alt text', 'Add missing code block languages']
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
        fc.constantFrom(...prompts),
        async (page, prompt) => {
          const once = await answerOn({ 'a.md': page }, prompt)
          expect((await answerOn(once.files, prompt)).changed).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })
})
