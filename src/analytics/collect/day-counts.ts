/** More than there are verdicts. */
const VERDICTS_MAX = 64

/** How many requests of each day count as what. The days of a log follow each other: all but the first request of a day are one step. */
export class DayCounts {
  readonly #days = new Map<number, Int32Array>()
  #day = Number.NaN
  #counts: Int32Array = new Int32Array(VERDICTS_MAX)

  add(day: number, verdict: number): void {
    if (day !== this.#day) this.#turnTo(day)
    this.#counts[verdict]!++
  }

  *entries(): Generator<[day: number, verdict: number, count: number]> {
    for (const [day, counts] of this.#days)
      for (const [verdict, count] of counts.entries()) if (count > 0) yield [day, verdict, count]
  }

  clear(): void {
    this.#days.clear()
    this.#day = Number.NaN
  }

  #turnTo(day: number): void {
    this.#day = day
    this.#counts = this.#days.get(day) ?? new Int32Array(VERDICTS_MAX)
    this.#days.set(day, this.#counts)
  }
}
