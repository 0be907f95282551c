import { dialectOf } from '../../../markdown/page.ts'
import { readPageRegions } from '../../read/regions/page-regions.ts'
import type { RegionKind } from '../../read/regions/region.ts'
import { isConfigPath } from '../../read/site.ts'
import type { EditableSite } from '../editable-site.ts'
import { nextTurn } from '../next-turn.ts'
import { type Outcome, plural } from '../outcome.ts'
import type { NavigationScope } from './replace-in-navigation.ts'
import { escapePattern } from './term-pattern.ts'

export interface AddressChange {
  from: string
  to: string
  /** True also changes addresses in code, which readers copy. */
  inCode: boolean
}

const CODE: ReadonlySet<RegionKind> = new Set(['code-block', 'inline-code'])

/** Replaces an address of another site, or the domain of many, wherever it is a whole one: in links, in text and in attributes. */
export async function replaceAddress(
  site: EditableSite,
  { from, to, inCode }: AddressChange,
  { isInScope, mayConfigure }: NavigationScope,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { changes: [], left: [], notes: [] }
  const pattern = addressPattern(from)
  const fresh = from.endsWith('/') ? to : to.replace(/\/+$/u, '')
  let inCodeCount = 0
  for (const path of site.paths().filter((one) => isInScope(one))) {
    await nextTurn(signal)
    const before = site.text(path)
    let count = 0
    const regions = isConfigPath(path) || !pattern.test(before) ? [] : readPageRegions(before, dialectOf(path))
    pattern.lastIndex = 0
    let next = 0
    const after = before.replaceAll(pattern, (whole, at: number) => {
      while (next < regions.length && regions[next]!.end <= at) next += 1
      if (!inCode && regions[next] && CODE.has(regions[next]!.kind)) {
        inCodeCount += 1
        return whole
      }
      count += 1
      return fresh
    })
    if (count === 0) continue
    if (isConfigPath(path) && !mayConfigure(path, before, after)) {
      outcome.left.push({ path, what: `${plural(count, 'place')} in settings that are not for agents to change` })
      continue
    }
    site.write(path, after)
    outcome.changes.push({ path, what: plural(count, 'place') })
  }
  if (inCodeCount > 0)
    outcome.left.push({ what: `${plural(inCodeCount, 'place')} in code; say "also in code blocks" to change them` })
  if (outcome.changes.length === 0) outcome.notes.push(`\`${from}\` is in no text that may be changed.`)
  return outcome
}

/** A domain is not a part of a longer one, and an address goes on only behind a slash, a question mark or a number sign. */
export function addressPattern(from: string): RegExp {
  const body = escapePattern(from.replace(/\/+$/u, from.endsWith('/') ? '/' : ''))
  const start = /^https?:/iu.test(from) ? String.raw`(?<![\p{L}\p{N}])` : String.raw`(?<![\p{L}\p{N}_@.-])`
  return new RegExp(`${start}${body}${from.endsWith('/') ? '' : String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`}`, 'gu')
}
