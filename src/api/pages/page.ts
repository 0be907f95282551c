import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from './html.ts'
import { STYLE } from './style.ts'

/** Made in one piece: the policy allows exactly this text, so no space may come in between. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded from anywhere, nothing runs, nothing may frame the page; only our own style sheet counts. */
const policy = (formAction: string) =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`

/** A small mark, inline so that the page needs no second request. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2b5fd9"/><path d="M5 3.5h3a4.5 4.5 0 0 1 0 9H5z" fill="none" stroke="#fff" stroke-width="1.8"/></svg>')}`

export function sendPage(reply: FastifyReply, title: string, content: Html, { hasForms = false } = {}): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Docwright</title>
<link rel="icon" href="${ICON}">
${STYLE_ELEMENT}
</head>
<body>
${content}
</body>
</html>
`
  return reply
    .headers({
      'content-security-policy': policy(hasForms ? "'self'" : "'none'"),
      'x-content-type-options': 'nosniff',
      // Without a referrer at all, browsers also hide the origin of a form, by which it is known to be ours.
      'referrer-policy': hasForms ? 'same-origin' : 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page.text)
}
