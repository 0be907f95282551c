import type { PageFacts, TextRange } from './page-facts.ts'

/** The generators whose configuration is read. */
export type GeneratorName =
  | 'mintlify'
  | 'docusaurus'
  | 'vitepress'
  | 'mkdocs'
  | 'starlight'
  | 'nextra'
  | 'mdbook'
  | 'sphinx'
  | 'hugo'
  | 'jekyll'

/** A site that a generator builds. A repository may have several, such as examples beside the documentation. */
export interface SiteRoot {
  generator: GeneratorName
  /** Where its configuration is. Addresses from the root mean nothing outside of this site. */
  folder: string
  /** MkDocs: where the files are that pages take in, besides the folder of the site. */
  includeFolders?: string[]
  /** True where pages that end in `.md` are compiled as MDX, too. */
  compilesMarkdown?: boolean
  /** True where programs of the site change pages while they are built. */
  hasHooks?: boolean
}

/** A folder whose pages are served below an address: `/docs/x` is `prefix` `docs` and then `x` in the folder. */
export interface Mount {
  /** Without slashes at its ends; empty for the root of the site. */
  prefix: string
  /** Below the root of the repository; empty for the root itself. */
  folder: string
  /** True when everything that an absolute link in this folder can mean is known, so that one that leads nowhere is broken. */
  isCertain: boolean
  /** Who serves it; absent where nothing says so and the mount is a guess. */
  root?: SiteRoot
  /** The language that its pages are a translation to, as the site names it; absent for the language that is written first. */
  locale?: string
  /** The version that its pages describe, as the site names it; absent for the one that is being written. */
  version?: string
  /** The folder that stands in for pages that are not translated yet. */
  fallback?: string
  /** The address below the prefix, of a path below the folder without its ending. By default they are the same. */
  route?: (below: string) => string
  /** True where a `slug` with a leading slash is below the prefix, and not below the root. */
  hasOwnSlugs?: boolean
  /** The endings of programs that are pages, too. */
  scripts?: readonly string[]
  /** True where the generator lists the pages at the prefix itself, as a blog does. */
  hasList?: boolean
  /** True where documents have ids, by which the navigation names them. */
  hasDocumentIds?: boolean
}

export interface NavigationEntry {
  /** As it is written: a path, a route or a document id. */
  target: string
  /** `path` is below the folder, `route` is an address, `document` a Docusaurus id. */
  kind: 'path' | 'route' | 'document'
  /** What a generator puts before the target: VitePress has side bars whose links are written below a base. */
  base?: string
  /** The mark around such a target, for whoever has to write another base beside it. */
  quote?: string
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

/** A file of configuration that its generator cannot read. */
export interface ConfigFault {
  path: string
  line: number
  message: string
}

/** A file that the configuration names: an icon, a logo, a style sheet. */
export interface ConfigFile {
  target: string
  /** It is looked up in each of these. */
  folders: readonly string[]
  path: string
  at: TextRange
}

/** A page of an API reference that the navigation asks for by its operation. */
export interface NamedOperation {
  /** `GET /users`, perhaps with the file of the API before it. */
  name: string
  path: string
  at: TextRange
}

/** What the configuration files say about a site. */
export interface SiteSettings {
  roots: SiteRoot[]
  mounts: Mount[]
  navigation: NavigationEntry[]
  redirects: Redirect[]
  /** Folders whose pages a generator makes. They cannot be known, so nothing in them is missing. */
  generated: string[]
  faults: ConfigFault[]
  assets: ConfigFile[]
  operations: NamedOperation[]
  /** `loose` where the generator makes slugs in its own way. */
  slugStyle: 'github' | 'loose'
  /** Docusaurus: `01-intro.md` is served at `intro`. */
  stripsNumbers: boolean
}

export function noSettings(): SiteSettings {
  return {
    roots: [],
    mounts: [],
    navigation: [],
    redirects: [],
    generated: [],
    faults: [],
    assets: [],
    operations: [],
    slugStyle: 'github',
    stripsNumbers: false,
  }
}

/** What a reader of configuration gets to see: the names of all files, what pages say, and the text of what may hold configuration. */
export interface SiteFiles {
  paths: ReadonlySet<string>
  folders: ReadonlySet<string>
  texts: ReadonlyMap<string, string>
  pages: ReadonlyMap<string, PageFacts>
}
