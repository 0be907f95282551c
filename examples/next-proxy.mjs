// Next.js: copy this as proxy.js (middleware.js before Next 16) beside your app folder. It runs before the page, so it does not know
// the status: pages that do not exist are counted too, unless the matcher leaves them out.
const { DOCWRIGHT_URL, DOCWRIGHT_PROJECT, DOCWRIGHT_KEY } = process.env

/**
 * Pages only: no API routes, no build files, no pictures, styles and fonts. What else is a file is left out by Docwright, which says
 * so. Nor what Next fetches for pages that the reader may go to: the header that marks it is taken away before this runs, so the
 * matcher looks at it.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!api/|_next/|.*\\.(?:css|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp4|webm|mp3|zip|wasm|webmanifest)$).*)',
      missing: [
        { type: 'header', key: 'next-router-prefetch' },
        { type: 'header', key: 'purpose', value: 'prefetch' },
      ],
    },
  ],
}

/** The headers that tell people from AI. Cookies and credentials are not among them. */
const HEADERS = (
  'accept sec-fetch-mode sec-fetch-dest sec-fetch-site sec-fetch-user sec-purpose purpose next-router-prefetch rsc ' +
  'signature-agent signature-input signature'
).split(' ')

export default function proxy(request, event) {
  event.waitUntil(sendView(request))
}

async function sendView(request) {
  const header = (name) => request.headers.get(name) ?? undefined
  const url = new URL(request.url)
  // Behind a proxy Next has its own host and port in the address.
  const host = (header('x-forwarded-host') ?? header('host'))?.split(',')[0]
  if (host) [url.port, url.host] = ['', host]
  // A view counts without its query, but not when it is too long to be taken.
  if (url.href.length > 2000) url.search = ''
  const view = {
    id: crypto.randomUUID(),
    url: url.href,
    method: request.method,
    referrer: header('referer'),
    userAgent: header('user-agent') ?? '',
    ip: header('x-real-ip') ?? header('x-forwarded-for')?.split(',')[0].trim(),
    headers: Object.fromEntries(HEADERS.map((name) => [name, header(name)]).filter(([, value]) => value)),
  }
  // A reader who goes to another page without leaving the site: the header that says so is taken away before this runs, too.
  if (view.headers['sec-fetch-dest'] === 'empty') view.headers.rsc = '1'
  await fetch(`${DOCWRIGHT_URL}/v1/analytics/${DOCWRIGHT_PROJECT}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DOCWRIGHT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(view),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined)
}
