import { expect, it } from 'vitest'
import { commentPrompt } from './comment-prompt.ts'

const line = { kind: 'add', before: null, after: 12, text: 'Open the "workspace".', isUnended: false } as const

it('names the file and quotes the line, on one line of its own', () => {
  const prompt = commentPrompt('model', 'docs/a.md', line, ' Say which one.\n')
  expect(prompt).toBe('Say which one.\n\n> Noted by Docwright: about line 12 of "docs/a.md": "Open the \\"workspace\\".".')
})

it('keeps the offline agent to the file', () => {
  expect(commentPrompt('offline', 'docs/a.md', line, 'Fix the spelling mistakes.')).toMatch(
    /^Fix the spelling mistakes in docs\/a\.md\n/,
  )
  expect(commentPrompt('auto', 'docs/a.md', line, 'Delete docs/a.md')).toMatch(/^Delete docs\/a\.md\n/)
})

it('says when the line is gone', () => {
  expect(
    commentPrompt('model', 'a.md', { kind: 'remove', before: 3, after: null, text: 'x', isUnended: false }, 'Why?'),
  ).toContain('line 3 before the change')
})
