import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeBranch } from './refs.ts'

describe('a branch name', () => {
  it.each(['main', 'docwright/job_01K', 'release-1.2', 'a/b/c', 'v1.0_x'])('%s is taken', (name) => {
    expect(isSafeBranch(name)).toBe(true)
  })

  it.each([
    '',
    '-x',
    '--upload-pack=x',
    'a..b',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.',
    'HEAD',
    'a@{1}',
    'a\nb',
    'ä',
    'x'.repeat(201),
  ])('%j is refused', (name) => {
    expect(isSafeBranch(name)).toBe(false)
  })

  it('is one that git takes, too', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9._/-]{1,12}$/), (name) => {
        if (!isSafeBranch(name)) return
        execFileSync('git', ['check-ref-format', `refs/heads/${name}`])
      }),
      { numRuns: 50 },
    )
  })
})
