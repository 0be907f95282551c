/** What Web Bot Auth found: whose signature a request carries, and whether it holds. */
export interface Signature {
  /** The host of the `Signature-Agent`, such as `chatgpt.com`. */
  agent: string
  isVerified: boolean
}

/** What is known of a request when it is judged. Header names are in lower case. */
export interface Request {
  method: string
  status: number
  /** Path or URL as it was asked for. */
  address: string
  /** Null when the source does not know it; empty when the client sent none. */
  userAgent: string | null
  headers: Record<string, string>
  /** The client's address, if the source knows it. Looked up, never stored. */
  ip?: string | null
  /** The outcome of `verifySignature`. Left out, a `Signature-Agent` header counts as declared. */
  signature?: Signature | null
}

/** Why a request is no view, whoever made it. Stored with the exclusions. */
export type NotAView = 'method' | 'prefetch' | 'status' | 'error' | 'asset'

const ASSET =
  /\.(?:css|js|mjs|cjs|map|json|xml|rss|atom|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp4|webm|mp3|ogg|wav|zip|gz|tgz|wasm|webmanifest)$|\/robots\.txt$/i

/** True when the client sent no user agent. Logs write `-` for it. */
export function isMissing(userAgent: string): boolean {
  const text = userAgent.trim()
  return text === '' || text === '-'
}

export function whyNotAView({ method, status, headers, address }: Request): NotAView | null {
  if (method !== 'GET' && method.toUpperCase() !== 'GET') return 'method'
  if (isPrefetch(headers['sec-purpose']) || isPrefetch(headers['purpose']) || isPrefetch(headers['x-moz'])) return 'prefetch'
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) return 'status'
  if (status >= 400) return 'error'
  const end = address.search(/[?#]/)
  return ASSET.test(end < 0 ? address : address.slice(0, end)) ? 'asset' : null
}

function isPrefetch(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender/i.test(purpose)
}
