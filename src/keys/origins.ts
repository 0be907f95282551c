import { invalid } from '../lib/problem.ts'

/** The origin that a person typed, such as `https://docs.example.com`; a path behind it is a mistake. */
export function readOrigin(text: string, field = 'origin'): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.origin
  throw invalid(field, 'must be an origin, such as https://docs.example.com')
}
