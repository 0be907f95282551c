import type { PageFacts } from './page-facts.ts'
import { scanPage } from './scan-page.ts'
import { buildSite, isApiPath, isConfigPath, type Site } from './site.ts'
import { isPagePath } from './site-path.ts'

/** A site whose files are all in memory, for tests and for an agent that wants to check an edit before it writes it. */
export function siteFromTexts(texts: Readonly<Record<string, string>>): Site {
  const pages = new Map<string, PageFacts>()
  const configs = new Map<string, string>()
  const apis = new Map<string, string>()
  for (const [path, text] of Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isPagePath(path)) pages.set(path, scanPage(path, text))
    // All JSON counts as configuration here: a `$ref` may name any of it.
    else if (isApiPath(path)) apis.set(path, text)
    else if (isConfigPath(path) || path.endsWith('.json')) configs.set(path, text)
  }
  return buildSite({ paths: Object.keys(texts), pages, texts: configs, apiTexts: apis })
}
