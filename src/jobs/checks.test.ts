import { beforeEach, describe, expect, it } from 'vitest'
import { blobId } from '../lib/blob-id.ts'
import { createFactsMemory } from '../site/read/facts-memory.ts'
import type { ListedFiles } from '../site/read/load-site.ts'
import { type KnownProblems, createVerifier } from './checks.ts'

describe('a verifier', () => {
  let knownProblems: KnownProblems
  beforeEach(() => {
    knownProblems = new Map()
  })

  /** A site of one page with links. */
  const pageTo = (...targets: string[]): ListedFiles => {
    const content = Buffer.from(targets.map((target) => `[x](${target})\n\n`).join(''))
    return {
      ids: new Map([['a.md', blobId(content)]]),
      read: async (paths, take) => paths.forEach((path) => take(path, content)),
    }
  }
  const verifierOf = (tree: string, files: ListedFiles) =>
    createVerifier(files, tree, { facts: createFactsMemory(), knownProblems }, AbortSignal.timeout(10_000))

  it('counts only what was not wrong before', async () => {
    const verifier = await verifierOf('one', pageTo('gone.md', 'lost.md'))
    expect(await verifier.check(pageTo('gone.md', 'new.md'))).toMatchObject({ problemCount: 2, addedCount: 1, fixedCount: 1 })
  })

  it('remembers what was wrong with a tree, and asks anew for another one', async () => {
    await verifierOf('one', pageTo('gone.md'))
    const more = pageTo('gone.md', 'lost.md')
    expect(await (await verifierOf('two', more)).check(more)).toMatchObject({ addedCount: 0, fixedCount: 0 })
    expect(await (await verifierOf('one', more)).check(more)).toMatchObject({ addedCount: 1, fixedCount: 0 })
  })

  it('remembers a few trees, the newest', async () => {
    for (let tree = 0; tree < 30; tree++) await verifierOf(String(tree), pageTo('gone.md'))
    expect([...knownProblems.keys()]).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 10)))
  })
})
