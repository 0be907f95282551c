import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

describe('spelling', () => {
  test('fixes known misspellings in prose and nowhere else', async () => {
    const page =
      'You recieve teh key.\n\n`recieve` [x](recieve.md) https://a.example/recieve Recieve RECIEVE recieve_all\n\n```\nrecieve\n```\n'
    const { files, summary } = await answerOn({ 'a.md': page }, 'Fix typos')
    expect(files['a.md']).toBe(page.replace('You recieve teh', 'You receive the'))
    expect(summary).toContain('"recieve" → "receive", "teh" → "the"')
  })

  test('fixes a slip of one letter when the right word is used elsewhere', async () => {
    const { files } = await answerOn(
      { 'a.md': 'The configuration is here, the configuration. A confguration is there.\n' },
      'Fix the spelling mistakes',
    )
    expect(files['a.md']).toBe('The configuration is here, the configuration. A configuration is there.\n')
  })

  test('takes another form of a word, another letter and a name in small letters for what they are', async () => {
    const page =
      'The responder and balancers, an openid, some durations, a rybbit.\n\nIt responded, responded; it balances, balances; opened, opened; duration, duration; a rabbit, a rabbit.\n'
    expect((await answerOn({ 'a.md': page }, 'fix typos')).changed).toEqual([])
  })

  test('lists what it does not know and leaves it', async () => {
    const answer = await answerOn({ 'a.md': 'This frobnicates the colour of the blorfing thing.\n' }, 'correct spelling errors')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('`a.md` line 1: "frobnicates" is not in the dictionary')
    expect(answer.summary).toContain('blorfing')
    expect(answer.summary).not.toContain('colour')
  })

  test('knows the words of the project, of cspell, and those that the site uses often', async () => {
    const files = {
      'a.md': 'One frobnik, one blorf, and glonk glonk glonk glonk glonk.\n',
      'cspell.json': '{ "words": ["blorf"] }',
    }
    const answer = await answerOn(files, 'Check the spelling', { words: '# ours\nfrobnik\n' })
    expect(answer.summary).toContain('Nothing had to be changed.')
  })

  test('only reports when asked to check', async () => {
    const answer = await answerOn({ 'a.md': 'We recieve it.\n' }, 'Check for typos')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('"recieve" should be "receive"')
  })

  test('does not check a page in another language', async () => {
    const german =
      'Diese Seite beschreibt die Einrichtung und wie man anschließend damit arbeitet, ohne vorher etwas anderes gelesen zu haben, was sehr praktisch ist.\n'
    const answer = await answerOn({ 'de.md': german.repeat(2) }, 'fix typos')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('1 page in another language was not checked.')
  })

  test('corrects a slip of the fingers in a usual word of the site, and no other form of it', async () => {
    const usual = Object.fromEntries(
      Array.from({ length: 4 }, (_, index) => [`p${index}.md`, 'An account is the language of an account.\n\n'.repeat(12)]),
    )
    const right = 'Some accounting, one accountable languagex.\n'
    const files = { ...usual, 'a.md': 'The accoint had a languag.\n', 'b.md': right }
    const answer = await answerOn(files, 'Fix the spelling mistakes')
    expect(answer.files['a.md']).toBe('The account had a language.\n')
    expect(answer.files['b.md']).toBe(right)
  })
})
