// How every thread starts, see `start-thread.ts`. Plain JavaScript, because TypeScript would have to be read before that.
import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'

// The name of the folder is Node's own, for its version, inside the one that it was given.
if (workerData.compileCache) enableCompileCache(dirname(workerData.compileCache))
await import(workerData.entry)
