// The script that counts views in readers' browsers: <script defer src="https://…/docwright.js" data-site="dws_…"></script>
//
// It keeps nothing in the browser, and sends the address of the page without query and hash, and where the reader came from.
// `npm run beacon` writes the short form that is served; it must stay below 1 kB with gzip.

interface Reader extends Navigator {
  globalPrivacyControl?: boolean
}

interface Page extends Document {
  prerendering?: boolean
}

const page = document as Page
const script = page.currentScript as HTMLScriptElement | null
const site = script?.dataset['site']
const reader = navigator as Reader

// Programs that drive a browser say so, and some readers ask not to be tracked.
const isWelcome =
  !reader.webdriver && !/headless/i.test(reader.userAgent) && reader.doNotTrack !== '1' && !reader.globalPrivacyControl

if (script && site && isWelcome) {
  const target = new URL(`v1/collect/${site}`, script.src).href
  let { referrer } = page
  let counted = ''

  const count = (): void => {
    const { origin, pathname } = location
    // A page that is rendered in advance, or in a tab that nobody looks at, is counted once somebody does.
    if (page.prerendering || page.visibilityState === 'hidden' || pathname === counted) return
    counted = pathname
    const url = origin + pathname
    const body = JSON.stringify({ url, referrer })
    referrer = url
    // A string is sent as text/plain, for which browsers do not ask the other side first.
    if (!reader.sendBeacon?.(target, body))
      fetch(target, { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' }).catch(() => undefined)
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
  addEventListener('pageshow', ({ persisted }) => {
    // The page was kept as it was and is shown again: for the reader that is another visit.
    if (persisted) {
      counted = ''
      count()
    }
  })
  page.addEventListener('visibilitychange', count)
  page.addEventListener('prerenderingchange', count)
  count()
}
