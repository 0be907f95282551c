import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProgram } from './find-program.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-program-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(path: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), '#!/bin/sh\n', { mode: 0o755 })
  return join(folder, path)
}

describe('finding an agent program', () => {
  test('shows the tree of packages to a package', () => {
    const real = program('lib/node_modules/agent/bin/agent.js')
    mkdirSync(join(folder, 'bin'))
    symlinkSync(real, join(folder, 'bin/agent'))
    expect(findProgram(['agent', 'acp'], `/nonexistent:${folder}/bin`)).toEqual({
      command: [real, 'acp'],
      paths: [join(folder, 'lib/node_modules')],
    })
  })

  test('shows its own folder to a program that has one, and else the file alone', () => {
    const own = program('own/dist/agent')
    writeFileSync(join(folder, 'own/package.json'), '{}')
    expect(findProgram([own], '').paths).toEqual([join(folder, 'own')])
    const alone = program('home/agent')
    writeFileSync(join(folder, 'home/secret'), '')
    expect(findProgram([alone], '').paths).toEqual([alone])
  })

  test('shows what the command names by its full path', () => {
    const script = program('home/script.mjs')
    expect(findProgram(['sh', script, '/nonexistent/x'], process.env['PATH'] ?? '').paths).toEqual([script])
  })

  test('shows nothing beside the system for a program of the system', () => {
    expect(findProgram(['sh'], '/usr/bin').paths).toEqual([])
  })

  test.each([[['no-such-program']], [[]], [['/etc/passwd']], [['/tmp']]])('says what to do when there is none: %j', (command) => {
    expect(() => findProgram(command, '/usr/bin')).toThrow(/was not found/)
  })
})
