/** How many requests of each day count as what. The days of a log follow each other: all but the first request of a day are one step. */
export class DayCounts {
  /** By day, the numbers by verdict. */
  readonly #days = new Map<number, number[]>()
  #day = Number.NaN
  #counts: number[] = []

  add(day: number, verdict: number): void {
    if (day !== this.#day) this.#turnTo(day)
    this.#counts[verdict] = (this.#counts[verdict] ?? 0) + 1
  }

  *entries(): Generator<[day: number, verdict: number, count: number]> {
    for (const [day, counts] of this.#days)
      for (const [verdict, count] of counts.entries()) if (count !== undefined) yield [day, verdict, count]
  }

  clear(): void {
    this.#days.clear()
    this.#day = Number.NaN
  }

  #turnTo(day: number): void {
    this.#day = day
    this.#counts = this.#days.get(day) ?? []
    this.#days.set(day, this.#counts)
  }
}
