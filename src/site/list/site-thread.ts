// A thread that is told the files of a site, asks for those that it has to read, and answers with the pages of the site.
import { parentPort } from 'node:worker_threads'
import { createFactsMemory } from '../read/facts-memory.ts'
import { type FactsPlace, openFactsStore } from '../read/facts-store.ts'
import { listPages } from './list-pages.ts'
import { loadSite, siteOfFiles } from '../read/load-site.ts'

export interface SiteFile {
  path: string
  content: Uint8Array
}

/** First the ids of all files by path; then, for each time that the thread asks, some of the files at a time, and a null. */
export type ToThread = { ids: ReadonlyMap<string, string>; facts: FactsPlace } | { files: SiteFile[] | null }

export type FromThread = { wanted: readonly string[] } | { pages: ListedPages }

export interface ListedPages {
  count: number
  /** An array of `SitePage` as JSON in UTF-8. Shared, so that it costs nothing to hand it to the thread that asks about views. */
  json: SharedArrayBuffer
}

const port = parentPort!
const send = (message: FromThread) => port.postMessage(message)

function read(paths: readonly string[], take: (path: string, content: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const receive = (message: ToThread) => {
      if (!('files' in message)) return
      try {
        for (const { path, content } of message.files ?? [])
          take(path, Buffer.from(content.buffer, content.byteOffset, content.byteLength))
      } catch (error) {
        reject(error)
      }
      if (message.files) return
      port.off('message', receive)
      resolve()
    }
    port.on('message', receive)
    send({ wanted: paths })
  })
}

async function list(ids: ReadonlyMap<string, string>, facts: FactsPlace): Promise<ListedPages> {
  const store = openFactsStore(facts)
  try {
    const listed = listPages(await loadSite(siteOfFiles({ ids, read }), { memory: createFactsMemory(store) }))
    const bytes = Buffer.from(JSON.stringify(listed))
    const json = new SharedArrayBuffer(bytes.length)
    new Uint8Array(json).set(bytes)
    return { count: listed.length, json }
  } finally {
    store.close()
  }
}

port.once('message', (message: ToThread) => {
  // What it throws ends the thread, and the other side gets to know it.
  if ('ids' in message) void list(message.ids, message.facts).then((pages) => send({ pages }))
})
