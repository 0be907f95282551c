import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../test/support/manual-clock.ts'
import { createLimitedBeacons } from './limited-beacons.ts'

function start() {
  const clock = createManualClock()
  const written: [projectId: string, count: number][] = []
  const limited = createLimitedBeacons({
    clock,
    viewStore: {
      now: async () => clock.now(),
      record: async (projectId, _sightings, { sums } = {}) => {
        sums!.packTo({ addExcluded: (_day: number, _reason: string, count: number) => written.push([projectId, count]) } as never)
        return { accepted: 0, duplicates: 0, isStale: false }
      },
    },
    projectOf: async (siteKey) => (siteKey.startsWith('real') ? `project of ${siteKey}` : null),
    onError: (error) => {
      throw error
    },
  })
  return { limited, written }
}

describe('beacons above the limit', () => {
  it('are written as one number for each key, at the latest when the service stops', async () => {
    const { limited, written } = start()
    for (let count = 0; count < 10_000; count++) limited.add('real')
    limited.add('real too')
    expect(written).toEqual([])
    await limited.close()
    expect(written).toEqual([
      ['project of real', 10_000],
      ['project of real too', 1],
    ])
  })

  it('with keys that nobody made are not counted, and do not fill the memory', async () => {
    const { limited, written } = start()
    for (let key = 0; key < 100_000; key++) limited.add(`invented ${key}`)
    await limited.close()
    expect(written).toEqual([])
  })
})
