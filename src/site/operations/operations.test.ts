import { describe, expect, test } from 'vitest'
import { EditableSite } from '../edit/editable-site.ts'
import { runOperation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { replaceText } from './replace-text.ts'

const context = (files: Record<string, string>) => ({
  site: new EditableSite(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
  words: '',
  signal: new AbortController().signal,
  mayConfigure: () => true,
})

describe('operations', () => {
  test('have names of their own, and one sentence of help each', () => {
    expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length)
    for (const { name, help } of OPERATIONS) {
      expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/u)
      expect(help).toMatch(/^[A-Z][^.]*\.$/u)
    }
  })

  test('take only arguments that fit', async () => {
    await expect(runOperation(replaceText, context({}), { from: '', to: 'x' })).rejects.toThrow()
  })

  test('let links follow headings', async () => {
    const given = context({ 'a.md': '## A key\n\n[x](#a-key)\n' })
    const { changes } = await runOperation(replaceText, given, { from: 'key', to: 'token' })
    expect(given.site.text('a.md')).toBe('## A token\n\n[x](#a-token)\n')
    expect(changes.map(({ what }) => what)).toEqual(['1 place', '1 link to a renamed heading'])
  })
})
