// A thread that is sent the files of a site and answers with its pages.
import { parentPort } from 'node:worker_threads'
import type { PageFacts } from '../read/page-facts.ts'
import { scanPage } from '../read/scan-page.ts'
import { buildSite } from '../read/site.ts'
import { isPagePath } from '../read/site-path.ts'
import { listPages } from './list-pages.ts'

export interface SiteFile {
  path: string
  content: Uint8Array
}

/** Some of the files at a time, and at the end the names of all. */
export type ToThread = { files: SiteFile[] } | { paths: string[]; unscanned: string[] }

export interface ListedPages {
  count: number
  /** An array of `SitePage` as JSON in UTF-8. Shared, so that it costs nothing to hand it to the thread that asks about views. */
  json: SharedArrayBuffer
}

const pages = new Map<string, PageFacts>()
const texts = new Map<string, string>()

parentPort!.on('message', (message: ToThread) => {
  if ('files' in message) {
    for (const { path, content } of message.files) {
      const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
      if (isPagePath(path)) pages.set(path, scanPage(path, text))
      else texts.set(path, text)
    }
    return
  }
  const listed = listPages(buildSite({ ...message, pages, texts }))
  const bytes = Buffer.from(JSON.stringify(listed))
  const json = new SharedArrayBuffer(bytes.length)
  new Uint8Array(json).set(bytes)
  parentPort!.postMessage({ count: listed.length, json } satisfies ListedPages)
})
