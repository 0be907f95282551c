import { z } from 'zod'
import { replaceAddress as replaceEach } from '../edit/replace/replace-address.ts'
import { setCopyrightYear as setYear } from '../edit/replace/set-copyright-year.ts'
import { setVersion as setEach } from '../edit/replace/set-version.ts'
import { operation } from './operation.ts'
import { SCOPE, scopeSuffix, withinScope } from './scope.ts'

const VERSION = z.string().regex(/^v?\d[\w.+-]*(?: LTS)?$/iu)

export const setVersion = operation({
  name: 'set_version',
  help: 'Sets the version that stands beside a name, in text and in code; without a name, replaces one exact version.',
  schema: z
    .object({ name: z.string().min(1).optional(), from: VERSION.optional(), to: VERSION, scope: SCOPE })
    .refine(({ name, from }) => name !== undefined || from !== undefined, 'A name or the old version is needed.'),
  title: ({ name, from, to, scope }) =>
    `Update ${name ?? 'the version'}${from === undefined ? '' : ` from ${from}`} to ${to}${scopeSuffix(scope)}`,
  work: ({ site, signal }, { name, from, to, scope }) =>
    withinScope(site, scope, (isInScope) =>
      setEach(site, site.pages().filter(isInScope), { name: name ?? null, from: from ?? null, to }, signal),
    ),
})

export const setCopyrightYear = operation({
  name: 'set_copyright_year',
  help: 'Sets the year beside copyright signs, on pages and in the configuration of the site.',
  schema: z.object({ year: z.string().regex(/^(?:19|20)\d\d$/u), scope: SCOPE }),
  title: ({ year, scope }) => `Update the copyright year to ${year}${scopeSuffix(scope)}`,
  work: ({ site, signal, mayConfigure }, { year, scope }) =>
    withinScope(site, scope, (isInScope) => setYear(site, year, { isInScope, mayConfigure }, signal)),
})

export const replaceAddress = operation({
  name: 'replace_address',
  help: 'Replaces an address of another site, or a domain in all addresses, in links, text and attributes.',
  schema: z.object({
    from: z.string().min(3),
    to: z
      .string()
      .min(3)
      .regex(/^[^\s<>"'`()]+$/u),
    inCode: z.boolean().default(false).describe('Also in code blocks and inline code.'),
    scope: SCOPE,
  }),
  title: ({ from, to, scope }) => `Replace ${from} with ${to}${scopeSuffix(scope)}`,
  work: ({ site, signal, mayConfigure }, { from, to, inCode, scope }) =>
    withinScope(site, scope, (isInScope) => replaceEach(site, { from, to, inCode }, { isInScope, mayConfigure }, signal)),
})
