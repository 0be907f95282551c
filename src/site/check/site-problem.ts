const PROBLEM_CODES = [
  'broken-link',
  'broken-anchor',
  'missing-image',
  'nav-missing-page',
  'front-matter-invalid',
  'heading-jump',
  'duplicate-h1',
  'unclosed-fence',
  'redirect-loop',
  'redirect-to-missing',
  'config-invalid',
  'mdx-invalid',
  'missing-include',
  'missing-file',
  'missing-operation',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

export interface SiteProblem {
  code: ProblemCode
  path: string
  line: number
  /** A sentence for people. */
  message: string
  /** What tells this problem from others of its kind on the page: a target, or the text of a heading. */
  target?: string
}

/** By path, line and code. */
export function compareProblem(a: SiteProblem, b: SiteProblem): number {
  return compareText(a.path, b.path) || a.line - b.line || compareText(a.code, b.code)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
