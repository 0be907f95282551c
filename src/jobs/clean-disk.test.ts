import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GitLab, createGitLab, labSignal } from '../../test/support/git-lab.ts'
import { type TestStores, openTestStores } from '../../test/support/test-stores.ts'
import { type Mirror, createMirrors } from '../git/mirror.ts'
import { systemClock } from '../lib/clock.ts'
import { cleanDisk } from './clean-disk.ts'

describe('a damaged mirror', () => {
  let lab: GitLab
  let stores: TestStores
  let mirror: Mirror
  beforeEach(async () => {
    lab = await createGitLab()
    stores = await openTestStores('sqlite')
    await lab.commit({ 'a.md': 'A' })
    mirror = await lab.openMirror()
    await mirror.fetch(['main'], labSignal())
    writeFileSync(join(mirror.gitDir, 'HEAD'), '')
  })
  afterEach(async () => {
    await stores.close()
    lab.remove()
  })

  /** Cleans while another process has the mirror's turn and does this to it. */
  const cleanBeside = async (work: () => Promise<void>) => {
    const reached = Promise.withResolvers<void>()
    const mirrors: typeof lab.mirrors = {
      ...lab.mirrors,
      takeTurn: (...words) => {
        reached.resolve()
        return lab.mirrors.takeTurn(...words)
      },
    }
    let cleaning = Promise.resolve()
    await createMirrors(lab.git, lab.mirrors.folder).takeTurn(mirror.gitDir, async () => {
      cleaning = cleanDisk({ database: stores.databases.main, git: lab.git, mirrors, clock: systemClock }, 1e12)
      await Promise.race([reached.promise, cleaning])
      await work()
    })
    await cleaning
  }

  it('is removed by the clean-up, but not while another process has its turn', async () => {
    await cleanBeside(async () => expect(existsSync(mirror.gitDir)).toBe(true))
    expect(existsSync(mirror.gitDir)).toBe(false)
  })

  it('is not removed when whoever had the turn has mended it', async () => {
    await cleanBeside(async () => writeFileSync(join(mirror.gitDir, 'HEAD'), 'ref: refs/heads/main\n'))
    expect(existsSync(mirror.gitDir)).toBe(true)
  })
})
