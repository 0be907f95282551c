// `node chaos/views/import-process.ts PROJECT FILE`: what `docwright views import` does, with small transactions, so that a kill meets
// many more of the moments between two of them than there are in a real import.
import { openLogFile } from '../../src/analytics/collect/log-source.ts'
import { importViews } from '../../src/analytics/import-views.ts'
import type { ViewStore } from '../../src/analytics/store/view-store.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/wiring/context.ts'

const COMMIT_LINES = 500

const [projectId = '', file = ''] = process.argv.slice(2)
const context = await openContext(readConfig())
const { classifier, databases } = context
let hasCounted = false
/** Says once that something is counted, so that a kill meets an import with something behind it and something before it. */
const viewStore: ViewStore = {
  ...context.viewStore,
  record: async (...words) => {
    const outcome = await context.viewStore.record(...words)
    if (!hasCounted) console.log('counts')
    hasCounted = true
    return outcome
  },
}
const deps = { viewStore, classifier, ...(await context.rulesFor(projectId)), now: () => databases.views.now() }
const report = await importViews(deps, projectId, [await openLogFile(file)], { commitLines: COMMIT_LINES })
await context.close()
console.log(JSON.stringify(report))
