/**
 * The request headers that tell people, AI and other programs apart, and the language. Nothing else is taken from a log that has
 * all headers: cookies and credentials must never travel on.
 */
export const KEPT_HEADERS = [
  'accept',
  'accept-language',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-site',
  'sec-fetch-user',
  'sec-purpose',
  'purpose',
  'x-moz',
  'next-router-prefetch',
  'rsc',
  'signature-agent',
  'signature-input',
  'signature',
] as const

const IS_KEPT: ReadonlySet<string> = new Set(KEPT_HEADERS)

/** Notes that a browser's header was looked for and not sent: `classify/identify.ts` takes that for a sign. */
export function noteAbsence(headers: Record<string, string> | undefined): Record<string, string> {
  return headers?.['sec-fetch-mode'] === undefined ? { ...headers, 'sec-fetch-mode': '' } : headers
}

/** The kept ones of all headers, by lower-case name; undefined when there is none. Of a repeated header the first counts. */
export function keepHeaders(headers: Iterable<readonly [name: string, value: unknown]>): Record<string, string> | undefined {
  let kept: Record<string, string> | undefined
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const text = Array.isArray(value) ? value[0] : value
    if (!IS_KEPT.has(key) || typeof text !== 'string' || text === '' || text === '-') continue
    kept ??= {}
    kept[key] ??= text
  }
  return kept
}
