import type { TextRange } from './page-facts.ts'

/** A folder whose pages are served below an address: `/docs/x` is `prefix` `docs` and then `x` in the folder. */
export interface Mount {
  /** Without slashes at its ends; empty for the root of the site. */
  prefix: string
  /** Below the root of the repository; empty for the root itself. */
  folder: string
  /** True when everything that an absolute link in this folder can mean is known, so that one that leads nowhere is broken. */
  isCertain: boolean
}

export interface NavigationEntry {
  /** As it is written: a path, a route or a document id. */
  target: string
  /** `path` is below the folder, `route` is an address, `document` a Docusaurus id. */
  kind: 'path' | 'route' | 'document'
  folder: string
  /** The file that has the entry, and where in it the target stands, without quotes. */
  path: string
  at: TextRange
}

export interface Redirect {
  from: string
  to: string
  /** The file that has the redirect. */
  path: string
  /** Where the old address stands, without quotes. For front matter this is the first line. */
  at: TextRange
  /** Where the new address stands; null when it is the page itself. */
  toAt: TextRange | null
  /** Old addresses that are relative, and paths as MkDocs has them, are below this folder. */
  folder: string
}

/** What the configuration files say about a site. */
export interface SiteSettings {
  mounts: Mount[]
  navigation: NavigationEntry[]
  redirects: Redirect[]
  /** Folders whose pages a generator makes. They cannot be known, so nothing in them is missing. */
  generated: string[]
  /** `loose` where the generator makes slugs in its own way. */
  slugStyle: 'github' | 'loose'
  /** Docusaurus: `01-intro.md` is served at `intro`. */
  stripsNumbers: boolean
}

export function noSettings(): SiteSettings {
  return { mounts: [], navigation: [], redirects: [], generated: [], slugStyle: 'github', stripsNumbers: false }
}

/** What a reader of configuration gets to see: the names of all files, and the text of those that may hold configuration. */
export interface SiteFiles {
  paths: ReadonlySet<string>
  folders: ReadonlySet<string>
  texts: ReadonlyMap<string, string>
}
