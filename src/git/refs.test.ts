import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBlocking, isSafeBranch, overlaps } from './refs.ts'

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

describe('two names of branches', () => {
  it.each([
    'main',
    'MAIN',
    'mAiN',
    'refs/heads/main',
    'Refs/Heads/Main',
    'heads/main',
    'heads/heads/main',
    'main.',
    'main/x',
    'MAIN/x',
    'refs/heads/main/x',
    '\uFF4Dain',
  ])('overlap: main and %s', (name) => {
    expect(overlaps(name, 'main')).toBe(true)
    expect(overlaps('main', name)).toBe(true)
  })

  it.each(['maintenance', 'main-2', 'x/main', 'docs/main/x', 'mai', 'docwright/job_1'])('do not overlap: main and %s', (name) => {
    expect(overlaps(name, 'main')).toBe(false)
    expect(overlaps('main', name)).toBe(false)
  })

  it.each([
    ['docs/x', 'docs'],
    ['docs', 'docs/x/y'],
    ['docs/x', 'Docs/X'],
  ])('are in each other’s way: %s and %s', (name, other) => {
    expect(findBlocking(name, ['main', other])).toBe(other)
  })

  it('are not in each other’s way when only a folder is written in other letters', () => {
    expect(findBlocking('docs/x', ['main', 'Docs', 'docs-x', 'x/docs'])).toBeNull()
  })
})
