const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** What a redirect's source has when it stands for more than one address. */
const PATTERN = /[*(]|:[a-z_]/i

/** Browsers drop these from an address before they read it. */
// oxlint-disable-next-line no-control-regex
const DROPPED = /[\u0000-\u0020\u007f]+/g

/** What is wrong with a new redirect, in words that follow "a redirect that"; null when it is one of the usual kind. */
export function redirectDanger(from: string, to: string): string | null {
  const target = to.replace(DROPPED, '')
  if (target !== to.trim()) return 'has spaces or hidden characters in its target'
  if (/^(?:\/|\\){2}|^\/?\\/.test(target)) return 'hides the name of another host'
  const isElsewhere = SCHEME.test(target)
  if (isElsewhere && !/^https?:\/\/[^\s\\]/i.test(target)) return 'leads to something that is not a web page'
  if (isElsewhere && PATTERN.test(from)) return 'sends many pages of the site to another host'
  return null
}

/** True for an address that a browser would run instead of opening. */
export function isRunnableAddress(text: string): boolean {
  const address = text.replace(DROPPED, '').toLowerCase()
  if (/^(?:javascript|vbscript|livescript|file|blob|filesystem):/.test(address)) return true
  return address.startsWith('data:') && !/^data:(?:image|font|audio|video)\//.test(address)
}
