import { describe, expect, it } from 'vitest'
import type { Tx } from '../engine.ts'
import { createPageLists, pathAt } from './page-lists.ts'

/** A project whose pages arrive one after the other, each before those that are there. */
function createProject(length: number) {
  const pages = Array.from({ length }, (_, index) => ({ id: index + 1, path: `/${String(9_999 - index)}` }))
  const all = async (_statement: string, _projectId: string, after = 0) => {
    const found = pages.filter(({ id }) => id > after)
    return after === 0 ? found.toSorted((one, two) => (one.path < two.path ? -1 : 1)) : found
  }
  return { pages, tx: { all } as unknown as Tx }
}

describe('the list of the pages of a project', () => {
  it('has the slot of every page, also after pages were added', async () => {
    const lists = createPageLists()
    const { pages, tx } = createProject(20)
    const later = pages.splice(12)
    await lists.get(tx, 'p')
    pages.push(...later)
    const { paths, slots, text } = await lists.get(tx, 'p')
    expect(paths).toEqual(paths.toSorted())
    for (const { id, path } of pages) {
      expect(paths[slots[id]!]).toBe(path)
      expect(pathAt(text, slots[id]!)).toBe(path)
    }
  })

  it('takes one place for each page, and not for those of other projects', async () => {
    expect((await createPageLists().get(createProject(500).tx, 'p')).slots).toHaveLength(501)
  })
})
