import { z } from 'zod'
import { repairLinks as repair } from '../edit/links/repair-links.ts'
import { checkSpelling as check } from '../edit/spelling/check-spelling.ts'
import { loadDictionary } from '../edit/spelling/spell-checker.ts'
import { operation } from './operation.ts'
import { SCOPE, scopeSuffix, withinScope } from './scope.ts'

const MAY_WRITE = z.boolean().default(true).describe('False lists what is wrong and changes nothing.')

export const repairLinks = operation({
  name: 'repair_links',
  help: 'Repairs internal links, images and anchors that lead nowhere when there is one thing they can mean, and lists the others.',
  schema: z.object({ mayWrite: MAY_WRITE, scope: SCOPE }),
  needsLinks: true,
  title: ({ mayWrite, scope }) => `${mayWrite ? 'Repair' : 'Check'} internal links and anchors${scopeSuffix(scope)}`,
  work: ({ site }, { mayWrite, scope }) => withinScope(site, scope, (isInScope) => repair(site, isInScope, mayWrite)),
})

export const checkSpelling = operation({
  name: 'check_spelling',
  help: 'Corrects English words that cannot mean anything else, and lists those that are not known.',
  schema: z.object({ mayWrite: MAY_WRITE, scope: SCOPE }),
  title: ({ mayWrite, scope }) => `${mayWrite ? 'Fix' : 'Check'} the spelling${scopeSuffix(scope)}`,
  work: (context, { mayWrite, scope }) =>
    withinScope(context.site, scope, async (isInScope) => {
      // Once for all the operations of a message.
      context.dictionary ??= loadDictionary()
      const { site, words, signal } = context
      return check(site, { isInScope, words, dictionary: await context.dictionary, mayWrite }, signal)
    }),
})
