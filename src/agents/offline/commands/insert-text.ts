import { insertAround } from '../../../site/edit/pages/insert-text.ts'
import { ANY_QUOTE, unquoted } from '../grammar/masked-text.ts'
import { withinScope } from '../../../site/operations/scope.ts'
import { type Command, unclear } from '../reading.ts'

const VERB = String.raw`(?:insert|add|append|put|write|paste|prepend)`
const WHAT = String.raw`(?:(?:the|this|a|following|text|paragraph|sentence|note|line|section)\s+)*`
const PLACE = String.raw`(?<place>under|below|after|beneath|to the end of|at the end of|to)\s+(?:the\s+)?(?:(?:heading|section|header)\s+)?(?<heading>${ANY_QUOTE})(?:\s+(?:heading|section|header))?`
const PATTERNS = [
  new RegExp(String.raw`^${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})\s+${PLACE}$`, 'iu'),
  new RegExp(String.raw`^${VERB}\s+${WHAT}${PLACE}\s+(?<text>${ANY_QUOTE})$`, 'iu'),
  new RegExp(String.raw`^${PLACE},?\s+${VERB}\s+${WHAT}(?<text>${ANY_QUOTE})$`, 'iu'),
]

export const insertText: Command = {
  examples: ['Insert "Restart the server." under the heading "Install" in guides/setup.md'],
  read: (clause) => {
    for (const pattern of PATTERNS) {
      const found = pattern.exec(clause.text)?.groups
      if (!found) continue
      const heading = unquoted(found['heading'] ?? '', clause.quotes).trim()
      const text = unquoted(found['text'] ?? '', clause.quotes).trim()
      if (heading === '' || text === '')
        return unclear('Give a text and a heading: Insert "text" under the heading "Install" in guides/setup.md.')
      const isAtEnd = /end/iu.test(found['place'] ?? '')
      return {
        kind: 'understood',
        needsLinks: true,
        title: `Insert a text under "${heading}"`,
        run: ({ site }) =>
          withinScope(site, clause.scope, (isInScope) =>
            insertAround(
              site,
              site.pages().filter(isInScope),
              { heading, at: isAtEnd ? 'section_end' : 'section_start' },
              () => text,
            ),
          ),
      }
    }
    return null
  },
}
