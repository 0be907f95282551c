// `node chaos/views/import-process.ts PROJECT FILE`: what `docwright views import` does, with small transactions, so that a kill meets
// many more of the moments between two of them than there are in a real import.
import { openLogFile } from '../../src/analytics/collect/log-source.ts'
import { importViews } from '../../src/analytics/import-views.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'

const COMMIT_LINES = 500

const [projectId = '', file = ''] = process.argv.slice(2)
const context = await openContext(readConfig())
const { viewStore, classifier, databases } = context
const deps = { viewStore, classifier, ...(await context.rulesFor(projectId)), now: () => databases.views.now() }
console.log('begins')
const report = await importViews(deps, projectId, [await openLogFile(file)], { commitLines: COMMIT_LINES })
await context.close()
console.log(JSON.stringify(report))
