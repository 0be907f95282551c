import { expect, it } from 'vitest'
import { compileGlob } from './glob.ts'

it.each([
  ['*.mdx', ['a.mdx', 'docs/deep/a.mdx'], ['a.md', 'a.mdx/b.md']],
  ['docs/*.md', ['docs/a.md'], ['docs/deep/a.md', 'other/docs/a.md']],
  ['docs/**/*.md', ['docs/a.md', 'docs/x/y/a.md'], ['a.md', 'docs/a.mdx']],
  ['**/a.md', ['a.md', 'x/a.md'], ['ba.md', 'x/ba.md']],
  ['docs/', ['docs/a.md', 'docs/x/y'], ['docs.md']],
  ['./docs/page-?.md', ['docs/page-1.md'], ['docs/page-12.md', 'docs/page-/.md']],
  ['docs/**', ['docs/a', 'docs/a/b'], ['doc/a']],
  ['a+(b).md', ['x/a+(b).md'], ['ab.md']],
])('%s', (pattern, matching, others) => {
  const matches = compileGlob(pattern)
  expect(matching.filter((path) => !matches(path))).toEqual([])
  expect(others.filter(matches)).toEqual([])
})

it('takes no longer for patterns that were made to take long', () => {
  const matches = compileGlob(`${'*a'.repeat(200)}b`)
  expect(matches('a'.repeat(1000))).toBe(false)
})
