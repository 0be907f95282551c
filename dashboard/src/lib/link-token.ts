import { useState } from 'preact/hooks'

/** The one-time token of a link, from behind its `#`, which browsers send to nobody. It leaves the address bar at once. */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const found = location.hash.slice(1)
    if (found) history.replaceState(null, '', location.pathname)
    return found
  })
  return token
}
