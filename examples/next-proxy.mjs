// Next.js: proxy.ts (middleware.ts before Next 16) beside your app folder. It runs before the page, so it does not know the
// status: pages that do not exist are counted too, unless the matcher leaves them out.
const { DOCWRIGHT_URL, DOCWRIGHT_PROJECT, DOCWRIGHT_KEY } = process.env

/** Pages only: no API routes, no build files, nothing with a file ending but the Markdown of a page. */
export const config = { matcher: ['/((?!api|_next|.*\\.(?!mdx?$)[\\w]+$).*)'] }

const HEADERS = ['accept', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-site', 'sec-purpose', 'signature-agent']

export function proxy(request, event) {
  // Next asks for data of pages that the reader may go to; `next-router-prefetch` marks it, and `rsc` a change of page.
  if (!request.headers.get('next-router-prefetch')) event.waitUntil(sendView(request))
}

async function sendView(request) {
  const header = (name) => request.headers.get(name) ?? undefined
  const view = {
    id: crypto.randomUUID(),
    path: new URL(request.url).pathname,
    method: request.method,
    referrer: header('referer'),
    userAgent: header('user-agent') ?? '',
    ip: header('x-real-ip') ?? header('x-forwarded-for')?.split(',')[0].trim(),
    headers: Object.fromEntries(HEADERS.map((name) => [name, header(name)]).filter(([, value]) => value)),
  }
  await fetch(`${DOCWRIGHT_URL}/v1/analytics/${DOCWRIGHT_PROJECT}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DOCWRIGHT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(view),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined)
}
