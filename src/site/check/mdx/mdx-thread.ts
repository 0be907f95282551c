// A thread that compiles pages of MDX, one after the other, and says of each what is wrong with it.
import { parentPort } from 'node:worker_threads'
import { createProcessor } from '@mdx-js/mdx'
import { mdxSource } from './mdx-source.ts'

export interface MdxPage {
  path: string
  text: string
}

export interface MdxFault {
  line: number
  message: string
}

export interface MdxAnswer {
  path: string
  fault: MdxFault | null
}

const port = parentPort!
/** Some messages quote the page. */
const MESSAGE_CHARACTERS_MAX = 300

/** Only its parser: every mistake of a page shows there, and the rest takes as long again. */
const processor = createProcessor({ format: 'mdx' })

function findFault(source: string): MdxFault | null {
  try {
    processor.parse(mdxSource(source))
    return null
  } catch (error) {
    const { line, reason, message } = error as { line?: number; reason?: string; message: string }
    const text = (reason ?? message).split('\n')[0]!
    // Of a tag that is never closed, only the text says where it is.
    const place = /\((\d+):\d+-\d+:\d+\)/.exec(text)?.[1]
    return { line: Number(place ?? line ?? 1), message: text.slice(0, MESSAGE_CHARACTERS_MAX) }
  }
}

port.on('message', (pages: MdxPage[]) => {
  for (const { path, text } of pages) port.postMessage({ path, fault: findFault(text) } satisfies MdxAnswer)
})
