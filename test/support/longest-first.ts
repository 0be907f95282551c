import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In the order of how long their slowest file takes. */
const LONG = ['test/stalls/', 'test/chaos/', 'test/browser/', 'test/e2e/', 'test/git/', 'test/api/', 'test/stores/']

/**
 * Starts with the files that take longest, so that no core waits at the end for the other one. Vitest knows that from earlier runs, and
 * goes by the size of files on a machine that has had none.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = LONG.findIndex((folder) => moduleId.includes(`/${folder}`))
  return index === -1 ? LONG.length : index
}
