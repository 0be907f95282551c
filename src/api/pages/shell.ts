import { type Html, html } from './html.ts'

export interface SideLink {
  href: string
  text: string
  /** In front of the text, such as `GET`. */
  method?: string
}

export interface SideGroup {
  title: string
  links: SideLink[]
}

export interface ShellParts {
  area: 'guide' | 'reference'
  sidebar: readonly SideGroup[]
  /** The address of the page that is shown; null when the sidebar has none for it. */
  current: string | null
  query?: string
  content: Html
}

/** The frame of the guide and the API reference. It works without a script: the menu of a narrow window is a checkbox. */
export function renderShell({ area, sidebar, current, query = '', content }: ShellParts): Html {
  return html`<a class="hidden" href="#content">Skip to content</a>
<header class="bar">
<input type="checkbox" id="menu" class="menu hidden" aria-label="Show contents">
<label for="menu" class="menu-label" aria-hidden="true">Contents</label>
<a class="brand" href="/">Docwright</a>
${navigation('/guide', 'Guide', area === 'guide')}
${navigation('/docs', 'API', area === 'reference')}
<form action="/guide/search" role="search"><input type="search" name="q" value="${query}" maxlength="100" placeholder="Search" aria-label="Search the guide and the API reference"></form>
</header>
<div class="reading">
<nav class="side" aria-label="Contents">
${sidebar.map(({ title, links }) => html`<h2>${title}</h2><ul>${links.map((link) => renderLink(link, current))}</ul>`)}
</nav>
<main id="content">
${content}
</main>
</div>`
}

function navigation(href: string, text: string, isCurrent: boolean): Html {
  return isCurrent ? html`<a href="${href}" aria-current="true">${text}</a>` : html`<a href="${href}">${text}</a>`
}

function renderLink({ href, text, method }: SideLink, current: string | null): Html {
  const label = html`${method && html`<span class="method">${method}</span>`}<span>${text}</span>`
  return href === current
    ? html`<li><a href="${href}" aria-current="page">${label}</a></li>`
    : html`<li><a href="${href}">${label}</a></li>`
}
