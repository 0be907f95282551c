// A Cloudflare Worker on the route of the site. It passes requests on, and reports them after they are answered.
// Settings: DOCWRIGHT_URL and DOCWRIGHT_PROJECT as variables, DOCWRIGHT_KEY as a secret.
const HEADERS = (
  'accept sec-fetch-mode sec-fetch-dest sec-fetch-site sec-fetch-user sec-purpose purpose next-router-prefetch rsc ' +
  'signature-agent signature-input signature'
).split(' ')

/** Pages are answered with one of these types; pictures, styles and scripts are not sent at all. */
const PAGE = /^text\/(?:html|markdown|plain)/

export default {
  async fetch(request, env, context) {
    const response = await fetch(request)
    const isPage = PAGE.test(response.headers.get('content-type') ?? '') || response.status === 304
    if (request.method === 'GET' && isPage) context.waitUntil(sendView(request, response.status, env))
    return response
  },
}

async function sendView(request, status, env) {
  const header = (name) => request.headers.get(name) ?? undefined
  const view = {
    // The ray of a request is its own, so the Worker and Logpush together count it once.
    id: header('cf-ray') ? `cloudflare:${header('cf-ray').split('-')[0]}` : crypto.randomUUID(),
    // A view counts without its query, but not when it is too long to be taken.
    url: request.url.length > 2000 ? request.url.split('?')[0] : request.url,
    method: request.method,
    status,
    referrer: header('referer'),
    userAgent: header('user-agent') ?? '',
    ip: header('cf-connecting-ip'),
    headers: Object.fromEntries(HEADERS.map((name) => [name, header(name)]).filter(([, value]) => value)),
  }
  await fetch(`${env.DOCWRIGHT_URL}/v1/analytics/${env.DOCWRIGHT_PROJECT}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.DOCWRIGHT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(view),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined)
}
