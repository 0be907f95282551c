import type { Sighting } from '../collect/normalise.ts'
import { dayOfHour, hourOf, monthOfDay } from '../time.ts'

export interface Sums {
  human: number
  ai: number
}

/** Sums by bucket (hour, day or month), and in it by path. */
export type SumsByBucket = Map<number, Map<string, Sums>>

/**
 * Sightings that are to be counted together, summed up as they come: a busy page costs one row and not one for each view,
 * and a sighting can be forgotten as soon as it is added.
 */
export interface ViewSums {
  readonly hours: SumsByBucket
  /** Exclusions by day and reason. */
  readonly exclusions: Map<number, Map<string, number>>
  /** Those with an id cannot be summed before the store has said which of the ids are new. */
  readonly identified: Sighting[]
  add(sighting: Sighting): void
}

/**
 * Maps within maps instead of one with joined keys. Logs are in the order of time, so nearly every sighting finds the maps of
 * its hour without looking for them.
 */
export function createViewSums(): ViewSums {
  const hours: SumsByBucket = new Map()
  const exclusions = new Map<number, Map<string, number>>()
  const identified: Sighting[] = []
  let hour = Number.NaN
  let pages = new Map<string, Sums>()
  let reasons = new Map<string, number>()

  function turnTo(next: number): void {
    hour = next
    pages = getOrAdd(hours, hour)
    reasons = getOrAdd(exclusions, dayOfHour(hour))
  }

  function add(sighting: Sighting): void {
    if (sighting.id !== null) return void identified.push(sighting)
    const next = hourOf(sighting.time)
    if (next !== hour) turnTo(next)
    const { verdict, path } = sighting
    if (verdict.class === 'excluded') {
      reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1)
      return
    }
    const sums = pages.get(path)
    if (sums) sums[verdict.class]++
    else pages.set(path, { human: verdict.class === 'human' ? 1 : 0, ai: verdict.class === 'ai' ? 1 : 0 })
  }

  return { hours, exclusions, identified, add }
}

/** The same sums by the hour, by the day and by the month. */
export function sumUp(hour: SumsByBucket): Record<'hour' | 'day' | 'month', SumsByBucket> {
  const day = sumCoarser(hour, dayOfHour)
  return { hour, day, month: sumCoarser(day, monthOfDay) }
}

function sumCoarser(finer: SumsByBucket, toCoarser: (bucket: number) => number): SumsByBucket {
  const coarser: SumsByBucket = new Map()
  for (const [bucket, pages] of finer) {
    const into = getOrAdd(coarser, toCoarser(bucket))
    for (const [path, { human, ai }] of pages) {
      const sums = into.get(path)
      if (sums) {
        sums.human += human
        sums.ai += ai
      } else into.set(path, { human, ai })
    }
  }
  return coarser
}

function getOrAdd<Inner>(outer: Map<number, Map<string, Inner>>, bucket: number): Map<string, Inner> {
  const found = outer.get(bucket)
  if (found) return found
  const made = new Map<string, Inner>()
  outer.set(bucket, made)
  return made
}
