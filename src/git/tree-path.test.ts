import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canBeShown, newPathDanger, pathDanger, showPath } from './tree-path.ts'

describe('the path of a file in a repository', () => {
  it.each(['a.md', 'docs/ä b.md', '.gitignore', '.github/x', 'git', 'gitx~1', 'digit~1', '.gitx', 'a..b', '...', 'ab:c'])(
    '%j is safe',
    (path) => expect(pathDanger(path)).toBeNull(),
  )

  it.each([
    '',
    '/etc/passwd',
    'c:/x',
    'C:x',
    '..',
    'a/../b',
    'a//b',
    './a',
    'a/.',
    '..\\x',
    'a\\..\\b',
    '.git',
    'a/.git/config',
    '.GIT/x',
    '.git ',
    '.git. .',
    '.git:x',
    '.git::$INDEX_ALLOCATION/x',
    'git~1',
    'GIT~12/x',
    '.g\u200cit',
    '\ufeff.git',
    '.gi\u206ft/x',
    'a\\.git\\x',
    'x'.repeat(1025),
  ])('%j is not', (path) => expect(pathDanger(path)).not.toBeNull())

  it('is shown without line ends and at a bearable length', () => {
    expect(showPath('a\nb\u001b[31m\u202ec')).toBe('a\ufffdb\ufffd[31m\ufffdc')
    fc.assert(fc.property(fc.string({ maxLength: 2000, unit: 'binary' }), (path) => !/[\r\n\0]/.test(showPath(path))))
    expect(showPath('x'.repeat(5000)).length).toBe(200)
  })

  it('can be shown to an agent when it is text', () => {
    expect(['a.md', 'con.md', 'می\u200cخواهم.md'].every(canBeShown)).toBe(true)
    expect(['a\nb', 'a\ufffd', 'x'.repeat(256)].some(canBeShown)).toBe(false)
  })

  it.each(['aux.md', 'a/CON', 'a.', 'a ', 'a?b', 'a\u200bb', 'a\nb', 'b\u202e.md', 'x'.repeat(256)])(
    '%j cannot be added',
    (path) => expect(newPathDanger(path)).not.toBeNull(),
  )
})
