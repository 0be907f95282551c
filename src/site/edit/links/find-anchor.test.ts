import { describe, expect, it } from 'vitest'
import { siteFromTexts } from '../../read/site-from-texts.ts'
import { AnchorGuesses } from './find-anchor.ts'

const guessesFor = (...headings: string[]) =>
  new AnchorGuesses(siteFromTexts({ 'a.md': headings.map((heading) => `## ${heading}\n`).join('\n') }))

describe('a guess what an anchor means', () => {
  it('is the only one that is close enough', () => {
    const guesses = guessesFor('Set up the server', 'Remove the server')
    expect(guesses.find('a.md', 'setup-the-server')).toBe('set-up-the-server')
    expect(guesses.find('a.md', 'set-up-the-sevrer')).toBe('set-up-the-server')
    expect(guesses.find('a.md', 'something-else')).toBeNull()
    expect(guesses.find('b.md', 'set-up-the-server')).toBeNull()
  })

  it('is a slip within a word, or a heading that got longer, and never another word', () => {
    const guesses = guessesFor('Navigation tabs', 'Before you begin', 'Next steps', 'Limits for users', 'Limits for groups')
    expect(guesses.find('a.md', 'navigation-path')).toBeNull()
    expect(guesses.find('a.md', 'navigaton-tabs')).toBe('navigation-tabs')
    expect(guesses.find('a.md', 'before-you')).toBe('before-you-begin')
    expect(guesses.find('a.md', 'next')).toBe('next-steps')
    expect(guesses.find('a.md', 'limits')).toBeNull()
  })

  it('is none where two are as close', () => {
    expect(guessesFor('Step one a', 'Step one b').find('a.md', 'step-one-c')).toBeNull()
    expect(guessesFor('Step one a', 'Step one b', 'Step one c').find('a.md', 'Step-One-C')).toBe('step-one-c')
  })

  it('is no longer made after as many comparisons as a run may take', () => {
    const guesses = guessesFor(...Array.from({ length: 1_000 }, (_, index) => `Heading number ${index}`))
    const find = () => guesses.find('a.md', 'Heading-Number-7')
    expect(Array.from({ length: 300 }, find).every((found) => found === 'heading-number-7')).toBe(true)
    expect(find()).toBeNull()
  })
})
