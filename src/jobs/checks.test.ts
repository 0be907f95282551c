import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFactsCache } from '../site/read/facts-cache.ts'
import { type KnownProblems, createVerifier } from './checks.ts'

describe('a verifier', () => {
  let directory: string
  let knownProblems: KnownProblems
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'docwright-checks-'))
    knownProblems = new Map()
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  const write = (...targets: string[]) =>
    writeFileSync(join(directory, 'a.md'), targets.map((target) => `[x](${target})\n\n`).join(''))
  const verifierOf = (tree: string) =>
    createVerifier(directory, tree, { factsCache: createFactsCache(), knownProblems }, AbortSignal.timeout(10_000))

  it('counts only what was not wrong before', async () => {
    write('gone.md', 'lost.md')
    const verifier = await verifierOf('one')
    write('gone.md', 'new.md')
    expect(await verifier.check()).toMatchObject({ problemCount: 2, addedCount: 1, fixedCount: 1 })
  })

  it('remembers what was wrong with a tree, and asks anew for another one', async () => {
    write('gone.md')
    await verifierOf('one')
    write('gone.md', 'lost.md')
    expect(await (await verifierOf('two')).check()).toMatchObject({ addedCount: 0, fixedCount: 0 })
    expect(await (await verifierOf('one')).check()).toMatchObject({ addedCount: 1, fixedCount: 0 })
  })

  it('remembers a few trees, the newest', async () => {
    write('gone.md')
    for (let tree = 0; tree < 30; tree++) await verifierOf(String(tree))
    expect([...knownProblems.keys()]).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 10)))
  })
})
