import type { FactsStore } from './facts-store.ts'
import type { PageFacts } from './page-facts.ts'
import { dialectOf } from '../../markdown/page.ts'

/** Of facts as JSON: some 5,000 pages. Those of others come from the disk, a thousand of them in 60 ms. */
const BYTES_MAX = 32 * 1024 * 1024

/** No page that a person wrote has that many links. Such a page is scanned each time, and pushes out no others. */
const PAGE_BYTES_MAX = 1024 * 1024

/**
 * Remembers what pages say, by their content.
 *
 * Facts never get stale, because they depend on nothing but their key. Projects share them for the same reason: a key is a digest of
 * the content, so whoever can ask for facts has the page, and nobody can plant facts for a page that says something else.
 */
export interface FactsMemory {
  /** The facts that are known, by key. They are shared: they must not be changed. */
  find(keys: Iterable<string>): Map<string, PageFacts>
  /** Better many at once than one by one: each call is a transaction. */
  add(facts: ReadonlyMap<string, PageFacts>): void
}

/** @param id That git gives to the content of the page. The ending of the path says which dialect it is read as. */
export function factsKey(path: string, id: string): string {
  return `${id}:${dialectOf(path)}`
}

/** @param store What is behind it; without one everything is forgotten at the end of the process. */
export function createFactsMemory(store?: Pick<FactsStore, 'find' | 'add'>, bytesMax = BYTES_MAX): FactsMemory {
  /** The one used last is the last. */
  const known = new Map<string, { facts: PageFacts; bytes: number }>()
  let total = 0

  const forget = (key: string) => {
    total -= known.get(key)?.bytes ?? 0
    known.delete(key)
  }
  const keep = (key: string, facts: PageFacts, bytes: number) => {
    forget(key)
    known.set(key, { facts, bytes })
    total += bytes
    for (const oldest of known.keys()) {
      if (total <= bytesMax) return
      forget(oldest)
    }
  }

  return {
    find: (keys) => {
      const found = new Map<string, PageFacts>()
      const missing = new Set<string>()
      for (const key of keys) {
        const here = known.get(key)
        if (!here) missing.add(key)
        else {
          found.set(key, here.facts)
          keep(key, here.facts, here.bytes)
        }
      }
      for (const [key, json] of missing.size > 0 && store ? store.find(missing) : []) {
        const facts = JSON.parse(json) as PageFacts
        found.set(key, facts)
        keep(key, facts, json.length)
      }
      return found
    },
    add: (facts) => {
      const texts = new Map<string, string>()
      for (const [key, value] of facts) {
        const json = JSON.stringify(value)
        if (json.length > PAGE_BYTES_MAX) continue
        texts.set(key, json)
        // A copy: strings that were cut out of a page would keep all of it in memory.
        keep(key, JSON.parse(json) as PageFacts, json.length)
      }
      if (texts.size > 0) store?.add(texts)
    },
  }
}
