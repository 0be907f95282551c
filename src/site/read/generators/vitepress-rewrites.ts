import type { Literal } from '../literal-tree.ts'

interface Rewrite {
  from: RegExp
  to: string
  names: string[]
}

/** Patterns are tried for each page; no one has more. */
const REWRITES_MAX = 50
const PATTERN_CHARACTERS_MAX = 300

/**
 * The address of a page after the `rewrites` of a VitePress site. Undefined where there are none, null where a program makes them,
 * so that addresses cannot be known.
 */
export function rewriteRoute(lists: readonly Literal[]): ((below: string) => string) | undefined | null {
  if (lists.length === 0) return undefined
  const rewrites: Rewrite[] = []
  for (const list of lists) {
    if (list.kind !== 'object') return null
    for (const { key, value } of list.entries) {
      const rewrite = value.kind === 'text' ? compile(key, value.value) : null
      if (!rewrite || rewrites.length >= REWRITES_MAX) return null
      rewrites.push(rewrite)
    }
  }
  return (below) => {
    for (const { from, to, names } of rewrites) {
      const found = from.exec(below)
      if (!found) continue
      const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
      return to.replace(/:(\w+)[*+?]?/g, (_, name: string) => values.get(name) ?? '')
    }
    return below
  }
}

/** `:name` is one segment, `:name*` and `(.*)` the rest. What else these patterns can do is left to the program. */
function compile(from: string, to: string): Rewrite | null {
  if (from.length > PATTERN_CHARACTERS_MAX) return null
  const names: string[] = []
  let rest = 0
  const source = from
    .replace(/\.md$/, '')
    .split(/(:\w+(?:\([^()]*\))?[*+?]?|\(\.\*\))/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(/^:(\w+)/.exec(part)?.[1] ?? String(names.length))
      const isRest = /[*+]$|\(\.\*\)$/.test(part)
      rest += Number(isRest)
      return isRest ? '(.*)' : '([^/]+)'
    })
    .join('')
  // Two that take everything could share it in every way there is.
  return rest > 1 ? null : { from: new RegExp(`^${source}$`), to: to.replace(/\.md$/, ''), names }
}
