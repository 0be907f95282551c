// A worker as the service has it, but on a code host of this machine over plain HTTP, which the service itself does not allow.
import { createHostedCodeHost } from '../../src/codehosts/create-hosted-code-host.ts'
import { readConfig } from '../../src/config.ts'
import { lockDataFolder } from '../../src/database/data-folder.ts'
import { startWorker } from '../../src/jobs/worker.ts'
import { openContext } from '../../src/wiring/context.ts'
import { workerDeps } from '../../src/wiring/worker-deps.ts'

const [name, url] = process.argv.slice(2) as ['github' | 'gitea', string]
const context = await openContext(readConfig())
const lock = lockDataFolder(context.folder)
if (!lock) throw new Error('another worker has this folder')
const codeHost = createHostedCodeHost({ fetch, clock: context.clock, isLoopbackHttpAllowed: true }, name, {
  url,
  token: process.env['FORGE_TOKEN'] ?? null,
})
const worker = await startWorker({ ...workerDeps(context), codeHostFor: async () => codeHost })
process.once('SIGTERM', () => {
  void (async () => {
    await worker.stop()
    await context.close()
    lock.release()
  })()
})
console.log('ready')
