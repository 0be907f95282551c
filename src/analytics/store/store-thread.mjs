// How a thread of the view store starts: with the compiled code that the process has. Plain JavaScript, because TypeScript would
// have to be read before that.
import { dirname } from 'node:path'
import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

// The name of the folder is Node's own, for its version, inside the one that it was given.
if (workerData.compileCache) enableCompileCache(dirname(workerData.compileCache))
await import('./store-thread.ts')
