import type { LinkSpan, Span } from './page.ts'

/** Addresses as people write them into prose. An e-mail address begins behind what may not stand in one. */
const ADDRESS =
  /(?<![\w.+-])(?:(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'`|\]{}\\]+|[\w.+-]{1,100}@[a-z0-9-]{1,100}(?:\.[a-z0-9-]{1,100}){1,10})/gi

/** What ends a sentence, not an address. */
const AFTER = '.,;:!?*_~'

/** Addresses without any marks around them, as GitHub makes links of them, except in code, tags and links. */
export function findAddresses(text: string, spans: readonly Span[]): LinkSpan[] {
  if (!text.includes('://') && !text.includes('@') && !/www\./i.test(text)) return []
  const found: LinkSpan[] = []
  const pattern = new RegExp(ADDRESS, 'gi')
  let index = 0
  let covered = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index
    for (; index < spans.length && spans[index]!.start <= start; index += 1) {
      const { kind, end } = spans[index]!
      if (kind !== 'emphasis' && kind !== 'strong' && kind !== 'strike') covered = Math.max(covered, end)
    }
    if (start < covered) {
      pattern.lastIndex = covered
      continue
    }
    const end = start + addressLength(match[0])
    const inner = { start, end }
    found.push({ kind: 'link', form: 'bare', ...inner, inner, target: inner, definition: null })
    pattern.lastIndex = end
  }
  return found
}

function addressLength(address: string): number {
  // What looks like a character reference at the end is one.
  let end = address.length - (/&[A-Za-z0-9]{1,31};$/.exec(address)?.[0].length ?? 0)
  let depth = 0
  for (const character of address) depth += character === '(' ? 1 : character === ')' ? -1 : 0
  for (; end > 0; end -= 1) {
    const last = address[end - 1]!
    // A parenthesis that is closed more often than opened belongs to the sentence.
    if (last === ')' && depth < 0) depth += 1
    else if (!AFTER.includes(last)) break
  }
  return end
}
