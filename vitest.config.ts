import { defineConfig } from 'vitest/config'
import LongestFirst from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    // Two cores are the smallest machine that the tests must be quick on. They wait for processes and disks a third of the time.
    maxWorkers: 3,
    globalSetup: ['test/support/postgres-server.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    sequence: { sequencer: LongestFirst },
    // One look at a page takes longer than Vitest's second for all of them when the machine is busy.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'client/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/architecture.test.ts'],
          pool: 'threads',
          // Generous: a busy machine is no fault of the code.
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/architecture.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
