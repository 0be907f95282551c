import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { takesGzip } from '../plugins/media-types.ts'
import { Html, html } from './html.ts'
import { READING_STYLE } from './reading-style.ts'
import { STYLE } from './style.ts'

/** A style sheet as it stands in a page. Made in one piece: the policy allows exactly this text, so no space may come in between. */
interface StyleSheet {
  element: Html
  hash: string
}

function toStyleSheet(style: string): StyleSheet {
  return { element: new Html(`<style>${style}</style>`), hash: createHash('sha256').update(style).digest('base64') }
}

const PLAIN = toStyleSheet(STYLE)
const READING = toStyleSheet(STYLE + READING_STYLE)

/** What a page may do besides being shown. */
interface PageOptions {
  /** Send forms to this service. */
  hasForms?: boolean
  /** Be one of the guide or the API reference: with their style sheet, pictures of ours, and the one script that goes with them. */
  isForReading?: boolean
}

/** Nothing is loaded from elsewhere, nothing in the page itself runs, nothing may frame it; only our own style sheet counts. */
function policyOf({ hasForms = false, isForReading = false }: PageOptions): string {
  const own = isForReading ? "img-src 'self' data:; script-src 'self'; connect-src 'self'" : 'img-src data:'
  const { hash } = isForReading ? READING : PLAIN
  return `default-src 'none'; style-src 'sha256-${hash}'; ${own}; base-uri 'none'; form-action ${hasForms ? "'self'" : "'none'"}; frame-ancestors 'none'`
}

/** A small mark, inline so that the page needs no second request. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2b5fd9"/><path d="M5 3.5h3a4.5 4.5 0 0 1 0 9H5z" fill="none" stroke="#fff" stroke-width="1.8"/></svg>')}`

export function sendPage(reply: FastifyReply, title: string, content: Html, options: PageOptions = {}): FastifyReply {
  const { hasForms = false, isForReading = false } = options
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Docwright</title>
<link rel="icon" href="${ICON}">
${(isForReading ? READING : PLAIN).element}
${
  isForReading &&
  html`<script src="/reading.js" defer></script>
`
}</head>
<body>
${content}
</body>
</html>
`
  return reply
    .headers({
      'content-security-policy': policyOf(options),
      'x-content-type-options': 'nosniff',
      // Without a referrer at all, browsers also hide the origin of a form, by which it is known to be ours.
      'referrer-policy': hasForms ? 'same-origin' : 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': isForReading ? 'no-cache' : 'private, no-store',
    })
    .type('text/html; charset=utf-8')
    .send(isForReading ? compress(reply, page.text) : page.text)
}

/** Only for pages that are the same for everyone: what is compressed together with a secret can give its length away. */
function compress(reply: FastifyReply, text: string): string | Buffer {
  reply.header('vary', 'accept-encoding')
  if (!takesGzip(reply.request.headers['accept-encoding'])) return text
  reply.header('content-encoding', 'gzip')
  return gzipSync(text)
}
