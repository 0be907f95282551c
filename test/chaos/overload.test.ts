import { expect, it } from 'vitest'
import { run } from '../../chaos/overload.ts'

it(
  'answers 202 or 503 to three times what it can store, within its memory, and is calm at once',
  { timeout: 180_000 },
  async () => {
    const { figures, violations } = await run({ rounds: 1, seed: 3 })
    expect(violations).toEqual([])
    expect(figures.accepted).toBeGreaterThan(0)
    expect(figures.refused).toBeGreaterThan(0)
  },
)
