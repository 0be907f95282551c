import { expect, it } from 'vitest'
import { run } from '../../chaos/views.ts'

it('loses and doubles nothing when the service and an import are killed', { timeout: 180_000 }, async () => {
  const { figures, violations } = await run({ rounds: 3, seed: 7 })
  expect(violations).toEqual([])
  expect(figures).toMatchObject({ lost: 0, doubled: 0 })
  expect(figures.killed_services + figures.killed_imports).toBeGreaterThan(0)
  expect(figures.acknowledged).toBeGreaterThan(0)
})
