import { isbot } from 'isbot'
import { AI_AGENTS } from './agents.ts'

/** What is known of a request when it is judged. Header names are in lower case. */
export interface Request {
  method: string
  status: number
  /** Path or URL as it was asked for. */
  address: string
  /** Null when the source does not know it; empty when the client sent none. */
  userAgent: string | null
  headers: Record<string, string>
}

/** Why a request is counted in neither column. */
export type Exclusion = 'method' | 'prefetch' | 'status' | 'error' | 'asset' | 'bot' | 'no-user-agent'

export type Verdict = { class: 'human' | 'ai' } | { class: 'excluded'; reason: Exclusion }

/** A name counts only as a whole word: `crush` is not in `crusher`, `Devin` not in `Devin123x`. */
const AI_NAME = new RegExp(
  `(?<![a-z0-9])(?:${AI_AGENTS.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![a-z0-9])`,
  'i',
)

const ASSET =
  /\.(?:css|js|mjs|cjs|map|json|xml|rss|atom|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp4|webm|mp3|ogg|wav|zip|gz|tgz|wasm|webmanifest)$|\/robots\.txt$/i

/** Tells people, AI and everything else apart. Pure: the same request always gets the same verdict. */
export function classify(request: Request): Verdict {
  const notAView = whyNotAView(request)
  if (notAView) return { class: 'excluded', reason: notAView }
  const { userAgent } = request
  if (userAgent !== null && AI_NAME.test(userAgent)) return { class: 'ai' }
  // Recognised crawlers stay crawlers whatever they accept; browsers never ask for Markdown.
  const isCrawler = userAgent !== null && isbot(userAgent)
  const wantsMarkdown = /\btext\/(?:x-)?markdown\b/i.test(request.headers['accept'] ?? '')
  if (wantsMarkdown && !isNamedCrawler(userAgent)) return { class: 'ai' }
  if (isCrawler) return { class: 'excluded', reason: 'bot' }
  if (userAgent === '' || userAgent === '-') return { class: 'excluded', reason: 'no-user-agent' }
  return { class: 'human' }
}

/** A crawler with a name of its own, unlike a plain HTTP library (`axios/1.8`), which may be any program's. */
function isNamedCrawler(userAgent: string | null): boolean {
  return userAgent !== null && /bot|crawl|spider|slurp/i.test(userAgent)
}

function whyNotAView(request: Request): Exclusion | null {
  const { status, headers } = request
  if (request.method.toUpperCase() !== 'GET') return 'method'
  if (/prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''} ${headers['x-moz'] ?? ''}`))
    return 'prefetch'
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) return 'status'
  if (status >= 400) return 'error'
  if (ASSET.test(request.address.replace(/[?#].*$/s, ''))) return 'asset'
  return null
}
