import { expect, it } from 'vitest'
import { run } from '../../chaos/views.ts'

it(
  'loses and doubles nothing when services and an import are killed, on SQLite and with two nodes on PostgreSQL',
  { timeout: 240_000 },
  async () => {
    const { figures, violations } = await run({ rounds: 4, seed: 7, database: null, nodes: 2 })
    expect(violations).toEqual([])
    expect(figures.worlds).toMatchObject({
      sqlite: { nodes: 1, rounds: 2, lost: 0, doubled: 0 },
      postgres: { nodes: 2, rounds: 2, lost: 0, doubled: 0 },
    })
    for (const world of Object.values(figures.worlds)) {
      expect(world.killed_services + world.killed_imports + world.frozen_services).toBeGreaterThan(0)
      expect(world.acknowledged).toBeGreaterThan(0)
    }
  },
)
