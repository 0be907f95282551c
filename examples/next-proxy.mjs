// Next.js: proxy.ts (middleware.ts before Next 16) beside your app folder. It runs before the page, so it does not know the
// status: pages that do not exist are counted too, unless the matcher leaves them out.
const { DOCWRIGHT_URL, DOCWRIGHT_PROJECT, DOCWRIGHT_KEY } = process.env

/**
 * Pages only: no API routes, no build files, nothing with a file ending but the Markdown of a page. Nor what Next fetches for
 * pages that the reader may go to: the header that marks it is taken away before the proxy runs, so the matcher looks at it.
 */
export const config = {
  matcher: [
    {
      source: '/((?!api|_next|.*\\.(?!mdx?$)[\\w]+$).*)',
      missing: [
        { type: 'header', key: 'next-router-prefetch' },
        { type: 'header', key: 'purpose', value: 'prefetch' },
      ],
    },
  ],
}

const HEADERS = ['accept', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-site', 'sec-purpose', 'signature-agent']

export function proxy(request, event) {
  event.waitUntil(sendView(request))
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
