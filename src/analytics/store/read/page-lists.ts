import type { Tx } from '../engine.ts'

/** Pages in memory, of all projects together; about 200 bytes each. */
const PAGES_MAX = 500_000

/**
 * The pages of a project in the order of their paths, by code point. A page's place in this order is its slot.
 *
 * A question takes one list and keeps it: on PostgreSQL other questions run in between, and a list that one of them renewed has
 * other slots.
 */
export interface PageList {
  readonly paths: readonly string[]
  /** The slot of each page by its id. Ids count from 1 without gaps, so this has one place more than there are pages. */
  readonly slots: Int32Array
  readonly text: PathText
}

/** The paths one after the other in UTF-8, and where each ends: shared between threads, so that a ranking is sent without them. */
export interface PathText {
  bytes: SharedArrayBuffer
  ends: SharedArrayBuffer
}

export interface PageLists {
  get(tx: Tx, projectId: string): Promise<PageList>
}

interface Page {
  id: number
  path: string
}

/** Keeps the pages of the projects that were asked for, and reads only new ones: a page never changes. */
export function createPageLists(): PageLists {
  /** The one used last is the last. */
  const lists = new Map<string, { list: PageList; pages: Page[] }>()
  return {
    get: async (tx, projectId) => {
      const known = lists.get(projectId)
      const added = known
        ? await tx.all<Page>('select id, path from page where project_id = ? and id > ?', projectId, known.pages.length)
        : await tx.all<Page>('select id, path from page where project_id = ? order by path', projectId)
      if (known && added.length === 0) return known.list
      const pages = known ? [...known.pages, ...added].sort((one, two) => compareCodePoints(one.path, two.path)) : added
      const entry = { list: toList(pages), pages }
      lists.delete(projectId)
      lists.set(projectId, entry)
      let total = [...lists.values()].reduce((sum, { pages: kept }) => sum + kept.length, 0)
      for (const [oldest, { pages: kept }] of lists) {
        if (total <= PAGES_MAX || oldest === projectId) break
        lists.delete(oldest)
        total -= kept.length
      }
      return entry.list
    },
  }
}

function toList(pages: readonly Page[]): PageList {
  const slots = new Int32Array(pages.length + 1).fill(-1)
  for (const [slot, { id }] of pages.entries()) slots[id] = slot
  const paths = pages.map((page) => page.path)
  return { paths, slots, text: toPathText(paths) }
}

function toPathText(paths: readonly string[]): PathText {
  const parts = paths.map((path) => Buffer.from(path))
  const ends = new SharedArrayBuffer(4 * paths.length)
  const bytes = new SharedArrayBuffer(parts.reduce((sum, part) => sum + part.length, 0))
  const [endView, byteView] = [new Uint32Array(ends), new Uint8Array(bytes)]
  let at = 0
  for (const [slot, part] of parts.entries()) {
    byteView.set(part, at)
    at += part.length
    endView[slot] = at
  }
  return { bytes, ends }
}

export function pathAt({ bytes, ends }: PathText, slot: number): string {
  const view = new Uint32Array(ends)
  const start = slot === 0 ? 0 : view[slot - 1]!
  return Buffer.from(bytes, start, view[slot]! - start).toString()
}

/** JavaScript compares the halves of surrogate pairs, which puts U+1F600 before U+FF5E; in UTF-8 and here it comes after. */
export function compareCodePoints(one: string, two: string): number {
  const length = Math.min(one.length, two.length)
  for (let index = 0; index < length; index++) {
    const [a, b] = [one.charCodeAt(index), two.charCodeAt(index)]
    if (a === b) continue
    const [isPairA, isPairB] = [isSurrogate(a), isSurrogate(b)]
    return isPairA === isPairB ? a - b : isPairA ? 1 : -1
  }
  return one.length - two.length
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}
