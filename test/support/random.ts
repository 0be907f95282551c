/** Random numbers that a seed decides. Each part of a run has its own, so that the parts do not disturb each other's. */
export interface Random {
  /** From 0 up to, and not including, 1. */
  next(): number
  /** A whole number from 0 up to, and not including, `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** An item, each as likely as its weight among all weights. */
  weighted<Item extends string>(weights: Readonly<Record<Item, number>>): Item
}

/** The generator is "mulberry32": 32 bits of state, and more than even enough for delays. */
export function createRandom(seed: number, part = ''): Random {
  let state = seed >>> 0
  for (const character of part) state = (Math.imul(state, 31) + character.codePointAt(0)!) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
    weighted: <Item extends string>(weights: Readonly<Record<Item, number>>): Item => {
      const entries = Object.entries(weights) as [Item, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of entries) if ((left -= weight) < 0) return item
      return entries.at(-1)![0]
    },
  }
}
