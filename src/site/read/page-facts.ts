/**
 * Goes up with every change of what `scanPage` returns, so that facts of an older reader are never taken for its own. A test
 * compares what it says about some pages with what it said when the number last went up.
 */
export const FACTS_VERSION = 7

/** A piece of one line. Lines count from 1 and end at `\n`; columns count UTF-16 units from 0, and `end` is not included. */
export interface TextRange {
  line: number
  start: number
  end: number
}

/** `html` is an attribute of a lower-case tag, `jsx` one of a component such as `<Card href="…">`. */
export type TargetKind = 'inline' | 'reference' | 'autolink' | 'html' | 'jsx'

export interface PageLink {
  kind: TargetKind
  /** What a browser would follow: escapes and entities are resolved. */
  target: string
  /** Where the link begins. */
  line: number
  /** Where the target stands, without quotes or angle brackets. For a reference this is in its definition. */
  at: TextRange
}

export interface PageImage extends PageLink {
  /** Null when there is no `alt` at all, which differs from an empty one. */
  alt: string | null
}

export interface PageHeading {
  level: number
  /** Without markup and without an explicit id. */
  text: string
  /** Unique on the page. An explicit id where there is one, else as GitHub makes it. */
  slug: string
  line: number
  /** True in a quotation or a list, where a heading is no part of the outline. */
  isNested: boolean
}

export interface PageAnchor {
  id: string
  line: number
  /** `component`: a documentation theme may make this id from a title, but need not. */
  source: 'heading' | 'explicit' | 'component'
}

export interface ReferenceDefinition {
  label: string
  target: string
  at: TextRange
}

export interface CodeFence {
  line: number
  /** Null when the page ends before the fence does. */
  endLine: number | null
}

export interface FrontMatter {
  status: 'none' | 'valid' | 'invalid'
  /** Why it is invalid. */
  error: string | null
  errorLine: number | null
  /** The line of the closing mark, 0 when there is no front matter. */
  endLine: number
  title: string | null
  /** A Docusaurus document id. */
  id: string | null
  /** `slug`, `permalink` or `url`: where the page is served instead of at its path. */
  routes: string[]
  /** `redirect_from`, `aliases` and `redirects`: old addresses of this page. */
  redirectsFrom: string[]
  /** True when a generator fills the page, as from an `openapi` field. */
  isGenerated: boolean
  /** The operation that fills it, as the `openapi` field names it. */
  operation: string | null
}

export interface PageNeed {
  /** `module`: what MDX imports. `include`: what a generator puts in. `snippet`: a part of Mintlify's. */
  kind: 'module' | 'include' | 'snippet'
  /** As the page names it, without lines or regions behind it. */
  target: string
  line: number
}

/** All that the checks need to know about a page. Plain data: it can be stored as JSON and depends on nothing but text and ending. */
export interface PageFacts {
  /** From the front matter, else from the first heading of level 1. */
  title: string | null
  frontMatter: FrontMatter
  headings: PageHeading[]
  anchors: PageAnchor[]
  links: PageLink[]
  images: PageImage[]
  definitions: ReferenceDefinition[]
  fences: CodeFence[]
  /** Files that a build needs for this page. */
  needs: PageNeed[]
  /** The entries of the `toctree`s of MyST, as they are written. */
  toctree: { target: string; at: TextRange }[]
  /** Words in comments, from which the hooks of a site may make ids. */
  marks: string[]
  /** The words of a page with components of the site, which can make ids from nothing else. */
  words: string[]
  /** Why parts of the page cannot be read here, so that an absent anchor means nothing; null when all of it can. */
  unknownAnchors: 'template' | 'component' | 'generated' | null
}

/** What a component can put on a page: these ids, or, where a program makes them, any. */
export interface ModuleIds {
  ids: string[]
  isComplete: boolean
  /** True when what it shows comes from data, and not from the page that uses it. */
  hasData: boolean
}
