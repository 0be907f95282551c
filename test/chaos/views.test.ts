import { expect, it } from 'vitest'
import { run } from '../../chaos/views.ts'

it('loses and doubles nothing when the service and an import are killed', { timeout: 180_000 }, async () => {
  const result = await run({ rounds: 3, seed: 7 })
  expect(result).toMatchObject({ broken: [], lost: 0, doubled: 0 })
  expect(result.killed_services + result.killed_imports).toBeGreaterThan(0)
  expect(result.acknowledged).toBeGreaterThan(0)
})
