import { z } from 'zod'
import { nothing } from '../edit/outcome.ts'
import { replaceOnSite } from '../edit/replace/replace-on-site.ts'
import type { RegionKind } from '../read/regions/region.ts'
import { operation } from './operation.ts'
import { SCOPE, scopeSuffix, withinScope } from './scope.ts'

export const replaceText = operation({
  name: 'replace_text',
  help: 'Replaces a text on all pages and in the labels of the navigation, but not in code, link targets or attributes that no one reads; with an empty new text, removes it.',
  schema: z.object({
    from: z.string().min(1).max(2000),
    to: z.string().max(2000),
    followsCase: z
      .boolean()
      .default(false)
      .describe('"workspace" also finds "Workspace", and the new text takes over the capitals.'),
    ignoresCase: z.boolean().default(false).describe('Finds every spelling of the capitals and writes the new text as given.'),
    followsPlural: z.boolean().default(false).describe('"workspace" also finds "workspaces".'),
    inCode: z.boolean().default(false).describe('Also in code blocks and inline code.'),
    inMarkup: z.boolean().default(false).describe('Also in tags and attributes.'),
    scope: SCOPE,
  }),
  title: ({ from, to, scope }) => `${to === '' ? `Remove "${from}"` : `Replace "${from}" with "${to}"`}${scopeSuffix(scope)}`,
  work: ({ site, signal, mayConfigure }, { inCode, inMarkup, scope, ...term }) => {
    if (term.from.trim() === '' || /\n\s*\n/u.test(term.from))
      return nothing('The text to look for is empty or longer than a paragraph.')
    const also = new Set<RegionKind>([
      ...(inCode ? (['code-block', 'inline-code'] as const) : []),
      ...(inMarkup ? (['markup'] as const) : []),
    ])
    return withinScope(site, scope, (isInScope) => replaceOnSite(site, { ...term, also, isInScope, mayConfigure }, signal))
  },
})
