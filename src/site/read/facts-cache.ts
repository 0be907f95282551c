import type { FactsCache } from './load-site.ts'
import type { PageFacts } from './page-facts.ts'

/** A few large sites: facts of a page take some kilobytes. */
const PAGES_MAX = 20_000

/** Remembers facts of the pages that were looked at last. A page is known by its content, so nothing in it ever gets stale. */
export function createFactsCache(): FactsCache {
  const facts = new Map<string, PageFacts>()
  return {
    get: (key) => facts.get(key),
    set: (key, value) => {
      if (facts.size >= PAGES_MAX) facts.delete(facts.keys().next().value!)
      facts.set(key, value)
    },
  }
}
