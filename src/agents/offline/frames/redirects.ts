import { redirectAddress } from '../../../site/operations/redirects.ts'
import { understood } from '../frame.ts'
import { unquoted } from '../message/masked-text.ts'
import { type FrameReader, WORD_SLOT, groundPage } from './pattern.ts'

const REDIRECT = new RegExp(
  String.raw`^(?:add |create |set up )?(?:a )?redirect (?:(?:readers|visitors|requests) )?(?:from |of |for )?(?<from>${WORD_SLOT}) to (?:the page )?(?<to>${WORD_SLOT})$`,
  'iu',
)

/** An address that no page has, such as one that readers ask for, leads to a page. */
export const redirects: FrameReader = {
  examples: ['Redirect /old-address to guides/new.md'],
  read: (clause, ground) => {
    for (const text of [clause.text, clause.raw]) {
      const found = REDIRECT.exec(text)?.groups
      const from = unquoted(found?.['from'] ?? '', clause.quotes)
      // Anything else that is redirected, such as links, is another wish.
      if (!found || !from.startsWith('/')) continue
      const to = groundPage(found['to'] ?? '', clause, ground)
      if ('kind' in to) return to
      return understood({ operation: redirectAddress, given: { from, to: to.path } })
    }
    return null
  },
}
