/**
 * What a part of a page is. Only `prose` and `front-matter-text` are for readers; the rest has a meaning to programs, and changing
 * it by accident breaks links, samples or the build.
 */
export type RegionKind =
  | 'prose'
  | 'front-matter'
  | 'front-matter-text'
  | 'code-block'
  | 'inline-code'
  | 'link-target'
  | 'url'
  | 'markup'
  | 'comment'
  | 'import'
  | 'expression'

export interface Region {
  kind: RegionKind
  start: number
  /** Exclusive. */
  end: number
}
