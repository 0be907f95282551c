import { domainToASCII, domainToUnicode } from 'node:url'

/** Two labels or more, without a dot at the end. */
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * A domain in the form in which domains are compared, ASCII in lower case; null for what is none. Of a domain with letters of its own
 * only the usual spelling counts: full-width letters, escapes and other dots lead to the same host, and no honest address has them.
 */
export function readDomain(text: string): string | null {
  const typed = text.normalize('NFC').toLowerCase()
  const ascii = domainToASCII(typed)
  if (!DOMAIN.test(ascii)) return null
  return typed === ascii || domainToUnicode(ascii) === typed ? ascii : null
}

/** @param email Read by `readEmail`, so it has one `@`. */
export function domainOf(email: string): string | null {
  return readDomain(email.slice(email.lastIndexOf('@') + 1))
}
