import { expect, it } from 'vitest'
import type { Sighting } from '../../collect/normalise.ts'
import { mergeBatches } from './merge-batches.ts'
import type { Batch } from './packed-group.ts'

const sighting = (path: string, id: string | null = null): Sighting => ({ id, time: 0, path, verdict: { class: 'human' } })
const batch = (projectId: string, sightings: Sighting[], source: Batch['source'] = 'server'): Batch => ({
  projectId,
  sightings,
  sums: null,
  source,
  progress: null,
})

it('merges batches of one project and source that have no ids, and tells each sender its own outcome', () => {
  const given = [
    batch('p', [sighting('/a')]),
    batch('p', [sighting('/b', 'x'), sighting('/c')]),
    batch('q', [sighting('/d')]),
    batch('p', [sighting('/e'), sighting('/f')]),
    batch('p', [sighting('/g')], 'beacon'),
  ]
  const { batches, split } = mergeBatches(given)
  expect(batches.map(({ projectId, source, sightings }) => [projectId, source, sightings.map(({ path }) => path)])).toEqual([
    ['p', 'server', ['/a', '/e', '/f']],
    ['p', 'server', ['/b', '/c']],
    ['q', 'server', ['/d']],
    ['p', 'beacon', ['/g']],
  ])
  const outcomes = batches.map(({ sightings }) => ({ accepted: sightings.length - 1, duplicates: 1, isStale: false }))
  expect(split(outcomes)).toEqual([
    { accepted: 1, duplicates: 0, isStale: false },
    { accepted: 1, duplicates: 1, isStale: false },
    { accepted: 1, duplicates: 0, isStale: false },
    { accepted: 2, duplicates: 0, isStale: false },
    { accepted: 1, duplicates: 0, isStale: false },
  ])
  expect(given[0]!.sightings).toHaveLength(1)
})
