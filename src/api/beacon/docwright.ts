// The script that counts views in readers' browsers: <script defer src="https://…/docwright.js" data-site="dws_…"></script>
//
// It keeps nothing in the browser, and sends the address of the page without query and hash, but for `utm_source` and for a hash that is
// the address itself (`#/guide`); the site that the reader came from; and whether the page is an error page.
// `npm run beacon` writes the short form that is served; it must stay below 1 kB with gzip.

interface Reader extends Navigator {
  globalPrivacyControl?: boolean
}

interface Page extends Document {
  prerendering?: boolean
}

/** `navigation` is not in all browsers. */
type View = Omit<Window, 'navigation'> & { navigation?: EventTarget } & Record<string, unknown>

const page = document as Page
const script = page.currentScript as HTMLScriptElement | null
const site = script?.dataset['site']
const reader = navigator as Reader
const view = window as unknown as View

/** Longer paths are no pages. The service says so of one that is cut, and could not take it whole. */
const URL_CHARACTERS_MAX = 4000

/** One name for the spellings of a page, as the service has it. */
function fold(path: string): string {
  try {
    path = decodeURIComponent(path)
  } catch {
    // A broken escape stays as it is.
  }
  return path
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/([^/])\.(mdx?|html?)$/i, '$1')
    .replace(/\/index$/, '')
}

// Programs that drive a browser say so, and some readers ask not to be tracked.
const isWelcome =
  !reader.webdriver && !/headless/i.test(reader.userAgent) && reader.doNotTrack !== '1' && !reader.globalPrivacyControl

// A page may have the same tag twice, and some sites run their scripts again for each page.
const mark = `docwright ${site}`

// A page in a frame may have no address of its own (`about:srcdoc`).
if (script && site && isWelcome && !view[mark] && location.protocol.startsWith('http')) {
  view[mark] = true
  const target = new URL(`v1/collect/${site}`, script.src).href
  // Scheme and host: more is not needed.
  let referrer = page.referrer.split('/', 3).join('/')
  let counted: string | undefined
  // Of the page that was loaded; those that a single-page site turns to later have none.
  let status = (performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined)?.responseStatus
  let unsent: string[] = []

  const send = (): void => {
    // Without a network they wait for it, as long as the page is there.
    if (!reader.onLine) return
    for (const body of unsent)
      // A string is sent as text/plain, for which browsers do not ask the other side first.
      if (!reader.sendBeacon?.(target, body))
        fetch(target, { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' }).catch(() => undefined)
    unsent = []
  }

  const count = (): void => {
    const { origin, pathname, search, hash } = location
    // Some sites have one file, and their pages behind a hash.
    const route = /^#!?(\/[^?]*)/.exec(hash)?.[1] ?? ''
    const address = route ? pathname.replace(/\/$/, '') + route : pathname
    const path = fold(address)
    // A page that is rendered in advance, or in a tab that nobody looks at, is counted once somebody does.
    if (page.prerendering || page.visibilityState === 'hidden' || path === counted) return
    counted = path
    const campaign = /[?&]utm_source=[\w.-]+/.exec(search)?.[0].slice(1)
    const url = (origin + address).slice(0, URL_CHARACTERS_MAX) + (campaign ? `?${campaign}` : '')
    unsent.push(JSON.stringify({ url, referrer, ...(status! > 399 && { status }) }))
    status = 0
    referrer = origin
    send()
  }

  // Pages that change their address without loading anew do it with these.
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    history[name] = (...words) => {
      original.apply(history, words)
      count()
    }
  }
  addEventListener('popstate', count)
  addEventListener('hashchange', count)
  addEventListener('online', send)
  // Or with this. Where it is, it speaks of the others, too, and what is counted is not counted again.
  view.navigation?.addEventListener('currententrychange', count)
  addEventListener('pageshow', ({ persisted }) => {
    // The page was kept as it was and is shown again: for the reader that is another visit.
    if (persisted) {
      counted = undefined
      count()
    }
  })
  page.addEventListener('visibilitychange', count)
  page.addEventListener('prerenderingchange', count)
  count()
}
