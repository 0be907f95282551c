import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Counts, type Entries, addBlock, mergeBlock, visitBlock } from './block.ts'

const count = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: 0, max: 2 ** 45 }))
const counts = fc.tuple(count, fc.constant(0), count, fc.oneof(fc.constant(0), count)) as fc.Arbitrary<Counts>
const entries = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 ** 40 }), counts)).map((list) => new Map(list))

function read(block: Uint8Array): Map<number, Counts> {
  const found = new Map<number, Counts>()
  visitBlock(block, (key, ...sums) => found.set(key, sums))
  return found
}

function toEntries(map: ReadonlyMap<number, Counts>): Entries {
  const list = [...map].sort(([one], [two]) => one - two)
  const column = (index: number) => Float64Array.from(list, ([, sums]) => sums[index]!)
  return { keys: Float64Array.from(list, ([key]) => key), counts: [column(0), column(1), column(2), column(3)] }
}

const merge = (block: Uint8Array | null, map: ReadonlyMap<number, Counts>) => mergeBlock(block, toEntries(map))
const isSomething = ([, sums]: [number, Counts]) => sums.some((sum) => sum !== 0)
const sorted = (map: Map<number, Counts>) => [...map].filter(isSomething).sort(([one], [two]) => one - two)

describe('a block', () => {
  it('gives back what was put in, by key, without entries of which nothing is left', () => {
    fc.assert(
      fc.property(entries, (map) => {
        expect([...read(merge(null, map))]).toEqual(sorted(map))
      }),
    )
  })

  it('adds up with what is added later', () => {
    fc.assert(
      fc.property(entries, entries, (one, two) => {
        const sums = new Map(one)
        for (const [key, more] of two) {
          const sum = sums.get(key) ?? [0, 0, 0, 0]
          sums.set(key, sum.map((value, index) => value + more[index]!) as Counts)
        }
        expect([...read(merge(merge(null, one), two))]).toEqual(sorted(sums))
      }),
    )
  })

  it('is empty again when everything was taken out', () => {
    const taken = new Map<number, Counts>([[7, [-1, 0, -2, 0]]])
    expect([...read(merge(merge(null, new Map([[7, [1, 0, 2, 0]]])), taken))]).toEqual([])
  })

  it('is added to the sums of pages by factors', () => {
    const block = merge(
      null,
      new Map<number, Counts>([
        [1, [5, 3, 7, 2]],
        [3, [1, 0, 0, 0]],
      ]),
    )
    const sums = { slots: Int32Array.of(-1, 1, -1, 0), human: new Float64Array(2), ai: new Float64Array(2) }
    addBlock(block, sums, [1, 1, 1, 1])
    addBlock(block, sums, [-1, 0, 0, -1])
    expect([...sums.human]).toEqual([0, 3])
    expect([...sums.ai]).toEqual([0, 7])
  })
})
