import { z } from 'zod'
import type { EditableSite } from '../edit/editable-site.ts'
import { addAltTexts } from '../edit/hygiene/alt-texts.ts'
import { collapseBlankLines } from '../edit/hygiene/blank-lines.ts'
import { addFenceLanguages } from '../edit/hygiene/fence-languages.ts'
import { unifyListMarkers } from '../edit/hygiene/list-markers.ts'
import { secureLinks } from '../edit/hygiene/secure-links.ts'
import { straightenQuotes } from '../edit/hygiene/straight-quotes.ts'
import { alignTables } from '../edit/hygiene/table-columns.ts'
import { trimTrailingSpaces } from '../edit/hygiene/trailing-spaces.ts'
import type { PageRule } from '../edit/page-rules.ts'
import { ruleOperation } from './page-rules.ts'
import { SCOPE } from './scope.ts'

/** Applied in this order, whatever the order in which they are asked for. */
const RULES = {
  trailing_spaces: { title: 'remove trailing spaces', rule: () => trimTrailingSpaces },
  blank_lines: { title: 'collapse blank lines', rule: () => collapseBlankLines },
  list_markers: { title: 'unify list markers', rule: () => unifyListMarkers },
  code_languages: { title: 'name the language of code blocks', rule: () => addFenceLanguages },
  alt_texts: { title: 'add missing alternative texts', rule: () => addAltTexts },
  https: { title: 'use https where the site already does', rule: secureLinks },
  straight_quotes: { title: 'use straight quotes', rule: () => straightenQuotes },
  tables: { title: 'align tables', rule: () => alignTables },
} satisfies Record<string, { title: string; rule: (site: EditableSite) => PageRule }>

type TidyRule = keyof typeof RULES

const NAMES = Object.keys(RULES) as [TidyRule, ...TidyRule[]]

export const tidy = ruleOperation({
  name: 'tidy',
  help: 'Applies formatting rules to pages, each only where there is no doubt about the result.',
  schema: z.object({ rules: z.array(z.enum(NAMES)).min(1), scope: SCOPE }),
  title: ({ rules }) =>
    capitalised(
      inOrder(rules)
        .map((name) => RULES[name].title)
        .join(', '),
    ),
  rules: (site, { rules }) => inOrder(rules).map((name) => RULES[name].rule(site)),
})

function inOrder(asked: readonly TidyRule[]): TidyRule[] {
  return NAMES.filter((name) => asked.includes(name))
}

function capitalised(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}
