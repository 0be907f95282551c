import type { Sighting } from '../../collect/normalise.ts'
import type { Batch } from './packed-group.ts'
import type { Outcome } from './outcome.ts'

interface Merged {
  batches: Batch[]
  /** The outcomes of the batches as they were handed over, from those of the merged ones. */
  split(outcomes: readonly Outcome[]): Outcome[]
}

/**
 * Puts batches together that can be counted as one: those without ids, of the same project and source. A busy site sends hundreds
 * of them with a single view each, and for the writing thread a batch is as much work as its views.
 */
export function mergeBatches(given: readonly Batch[]): Merged {
  const batches: Batch[] = []
  const open = new Map<string, Sighting[]>()
  const places = given.map((batch) => {
    if (!isPlain(batch)) return batches.push(batch) - 1
    const name = `${batch.projectId} ${batch.source}`
    const sightings = open.get(name)
    if (sightings) sightings.push(...batch.sightings)
    else {
      const copy = [...batch.sightings]
      open.set(name, copy)
      batches.push({ ...batch, sightings: copy })
    }
    return null
  })
  return {
    batches,
    // Without an id a sighting cannot have been counted before, so all of them were accepted.
    split: (outcomes) =>
      given.map(({ sightings }, index) =>
        places[index] === null ? { accepted: sightings.length, duplicates: 0, isStale: false } : outcomes[places[index]!]!,
      ),
  }
}

function isPlain({ sightings, sums, progress }: Batch): boolean {
  return sums === null && progress === null && sightings.every(({ id }) => id === null)
}
