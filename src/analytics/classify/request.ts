/** What Web Bot Auth found: whose signature a request carries, and whether it holds. */
export interface Signature {
  /** The host of the `Signature-Agent`, such as `chatgpt.com`. */
  agent: string
  isVerified: boolean
  /** Why it does not hold, as the end of a sentence. Left out when it was not looked at. */
  fault?: string
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
  /** The source knows that this is a page, whatever its address ends in. */
  isPage?: boolean
  /** Of the answer, if the source knows it. */
  contentType?: string | undefined
  /** The client's address, if the source knows it. Looked up, never stored. */
  ip?: string | null
  /** What a `SignatureVerifier` found. Left out, a `Signature-Agent` header is a claim that nobody looked at. */
  signature?: Signature | null
}

/** Why a request is no view, whoever made it. Stored with the exclusions. */
export type NotAView = 'method' | 'prefetch' | 'status' | 'error' | 'asset' | 'fetch'

/** The endings of files that belong to pages, or that people download from them. */
const ASSETS: ReadonlySet<string> = new Set(
  (
    'css js mjs cjs map json xml rss atom png apng jpg jpeg gif svg ico cur webp avif bmp tif tiff heic jxl woff woff2 ttf otf eot ' +
    'mp4 m4v mov avi webm mp3 m4a aac flac ogg wav vtt wasm webmanifest ' +
    // What Next.js, Pagefind and Sphinx load beside a page.
    'rsc pagefind pf_fragment pf_index pf_meta inv ' +
    'zip gz tgz tar bz2 tbz xz txz zst lz4 7z rar whl egg jar war gem crate nupkg vsix ' +
    'exe msi msix dmg pkg deb rpm apk ipa appimage snap flatpak iso img'
  ).split(' '),
)

/** Where hosts and generators serve pictures and parts of pages without an ending. */
const SERVED_APART =
  /^[^?#]*\/(?:_next\/(?:image|static|data)|_vercel\/(?:image|insights|speed-insights)|\.netlify\/images|cdn-cgi)(?:[/?#]|$)/

/** What is no page, by what the answer is. A PDF is one. */
const PART_TYPE =
  /^\s*(?:image|font|audio|video)\/|^\s*(?:text\/css|(?:text|application)\/(?:x-)?(?:javascript|ecmascript|zip|gzip|zstd|x-tar)|application\/wasm)\b/i

/** What a browser says it loads when it is a part of a page, and not a page. */
const PARTS: ReadonlySet<string> = new Set(
  (
    'audio audioworklet font image json manifest paintworklet report script serviceworker sharedworker style track video ' +
    'webidentity worker xslt'
  ).split(' '),
)

/** What follows the last dot of a path, in lower case; empty without one. By hand, because every request passes here. */
export function extensionOf(address: string): string {
  // Most addresses of pages have no dot at all.
  if (!address.includes('.')) return ''
  const query = address.indexOf('?')
  const hash = address.indexOf('#')
  const end = Math.min(query < 0 ? address.length : query, hash < 0 ? address.length : hash)
  const slash = address.lastIndexOf('/', end - 1)
  const dot = address.lastIndexOf('.', end - 1)
  // Behind `://` there is a host and no path yet: `https://docs.zip` is a page.
  const isInHost = slash >= 2 && address.startsWith('://', slash - 2)
  return end === 0 || dot <= slash || isInHost ? '' : address.slice(dot + 1, end).toLowerCase()
}

/** True when the client sent no user agent. Logs write `-` for it. */
export function isMissing(userAgent: string): boolean {
  const text = userAgent.trim()
  return text === '' || text === '-'
}

/** A program that uses the documentation by the Model Context Protocol, which sends every question to one address. */
export function isMcpCall({ method, address }: Pick<Request, 'method' | 'address'>): boolean {
  return (
    method !== 'GET' && method.toUpperCase() === 'POST' && address.includes('mcp') && /^[^?#]*\/_?mcp\/?(?:[?#]|$)/.test(address)
  )
}

/** The answer is a range of a file. */
export const PARTIAL_CONTENT = 206

/** What viewers go on to fetch in ranges, once they were answered with the whole of it. */
export function isFetchedInParts(address: string): boolean {
  const extension = extensionOf(address)
  return extension === 'pdf' || extension === 'epub' || extension === 'djvu'
}

export function whyNotAView(request: Request): NotAView | null {
  const { method, status, headers, address, isPage } = request
  const isCall = isMcpCall(request)
  if (method !== 'GET' && method.toUpperCase() !== 'GET' && !isCall) return 'method'
  if (isPrefetch(headers, address)) return 'prefetch'
  // MCP accepts (202) what is no question.
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) return 'status'
  if (isCall && status === 202) return 'status'
  if (status >= 400) return 'error'
  if (PARTS.has(headers['sec-fetch-dest']!)) return 'asset'
  if (isPage === true || isCall) return null
  if (request.contentType !== undefined && PART_TYPE.test(request.contentType)) return 'asset'
  if (isServedApart(address)) return 'asset'
  const extension = extensionOf(address)
  const isAsset = ASSETS.has(extension) || (extension === 'txt' && /^[^?#]*\/robots\.txt(?:[?#]|$)/i.test(address))
  return isAsset ? 'asset' : null
}

/** The short questions first: most addresses have neither. */
function isServedApart(address: string): boolean {
  return (address.includes('/_') || address.includes('/.') || address.includes('/cdn-cgi')) && SERVED_APART.test(address)
}

/**
 * True when a script of a page in a browser asks, and not the reader: for a search, or for what a form needs. An agent asks with
 * scripts, too, so this is no view of a person only. With this header of Next.js the reader goes to another page.
 */
export function isFetch({ headers }: Request): boolean {
  return headers['sec-fetch-dest'] === 'empty' && headers['rsc'] === undefined
}

function isPrefetch(headers: Record<string, string>, address: string): boolean {
  const isAhead = (purpose: string | undefined) => purpose !== undefined && /prefetch|prerender|preview/i.test(purpose)
  if (isAhead(headers['sec-purpose']) || isAhead(headers['purpose']) || isAhead(headers['x-purpose'])) return true
  if (isAhead(headers['x-moz']) || headers['next-router-prefetch'] !== undefined) return true
  // Next.js asks so for every link that comes into sight. By the address alone a page that is opened looks the same; it is rarer.
  return address.includes('_rsc=') && /[?&]_rsc=/.test(address) && headers['rsc'] === undefined
}
