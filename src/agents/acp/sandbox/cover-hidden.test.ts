import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coverHidden } from './cover-hidden.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-cover-')))
  for (const path of ['usr/app/data/deep', 'usr/app-data', 'elsewhere/data']) mkdirSync(join(folder, path), { recursive: true })
  symlinkSync('usr/app', join(folder, 'app'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (path: string) => join(folder, path)
const covered = (binds: [string, string][], ...hidden: string[]) =>
  coverHidden(
    binds.map(([source, target]) => ({ source: at(source), target })),
    hidden.map(at),
  ).filter((_, place, words) => words[place - 1] === '--tmpfs')

describe('covering hidden folders', () => {
  test('covers a folder below every bind that shows it, where the bind shows it', () => {
    const binds: [string, string][] = [
      ['usr', '/usr'],
      ['usr/app', '/program'],
      ['elsewhere', '/elsewhere'],
    ]
    expect(covered(binds, 'usr/app/data')).toEqual(['/usr/app/data', '/program/data'])
  })

  test('goes by where things really are, whichever side is a link', () => {
    expect(covered([['usr', '/usr']], 'app/data')).toEqual(['/usr/app/data'])
    expect(covered([['app', '/program']], 'usr/app/data')).toEqual(['/program/data'])
  })

  test('leaves alone what only begins alike, what is not there and what nothing shows', () => {
    expect(covered([['usr/app', '/program']], 'usr/app-data', 'usr/app/none', 'elsewhere/data')).toEqual([])
  })

  test('covers so that nothing can be written there', () => {
    expect(coverHidden([{ source: at('usr'), target: '/usr' }], [at('usr/app/data')])).toEqual([
      '--size',
      '4096',
      '--tmpfs',
      '/usr/app/data',
      '--remount-ro',
      '/usr/app/data',
    ])
  })

  test.each(['usr/app/data', 'usr/app/data/deep', 'app/data'])('refuses to show what is hidden itself: %s', (source) => {
    expect(() => covered([[source, '/program']], 'usr/app/data')).toThrow(/inside the data folder/)
  })
})
