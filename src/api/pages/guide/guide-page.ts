import { posix } from 'node:path'
import { type Html, html } from '../html.ts'
import { renderOwnMarkdown } from '../markdown/markdown.ts'
import { renderShell } from '../shell.ts'
import type { Guide, GuidePage } from './read-guide.ts'

export function renderGuidePage(guide: Guide, page: GuidePage): Html {
  const address = guide.addressOf(page.file)
  const content = renderOwnMarkdown(page.text, {
    link: (target) => resolveLink(guide, page, target),
    image: (target) => resolveLink(guide, page, target),
  })
  return renderShell({
    area: 'guide',
    sidebar: guide.sidebar,
    current: address,
    content: html`<article class="prose">${content}</article>${renderNeighbours(guide, address)}`,
  })
}

/** Links lead from file to file, as they do in the repository; here they lead from page to page. */
export function resolveLink(guide: Guide, page: GuidePage, target: string): string {
  if (/^(?:[a-z]+:|\/|#)/i.test(target)) return target
  const [path = '', anchor] = target.split('#')
  const address = guide.addressOf(posix.join(posix.dirname(page.file), path))
  return address === null ? target : `${address}${anchor ? `#${anchor}` : ''}`
}

function renderNeighbours(guide: Guide, address: string | null): Html {
  const links = guide.sidebar.flatMap((group) => group.links)
  const at = links.findIndex(({ href }) => href === address)
  if (at < 0) return html``
  const [before, after] = [links[at - 1], links[at + 1]]
  return html`<nav class="next" aria-label="Next pages"><span>${before && html`<a href="${before.href}" rel="prev">← ${before.text}</a>`}</span><span>${after && html`<a href="${after.href}" rel="next">${after.text} →</a>`}</span></nav>`
}
