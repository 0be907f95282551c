/** The part of an event that says which page was asked for: an absolute URL where the log knows the host, else a path. */
export type Address = { url: string } | { path: string }

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Puts host and request target together.
 *
 * A log that names the host but not the scheme gives an `http:` URL: only host and path are used later. A target that
 * is absolute itself (a proxy request) is taken as it is.
 */
export function toAddress(host: string | undefined, target: string, scheme = 'http'): Address {
  if (target.charCodeAt(0) !== 47) return ABSOLUTE.test(target) ? { url: target } : { path: target }
  return host === undefined || host === '' || host === '-' ? { path: target } : { url: `${scheme}://${host}${target}` }
}

/** `1.2.3.4:5678`, `[2001:db8::1]:5678` and plain addresses, without the port; undefined for `-` and nothing. */
export function withoutPort(address: string | undefined): string | undefined {
  if (address === undefined || address === '' || address === '-') return undefined
  if (address.charCodeAt(0) === 91) {
    const end = address.indexOf(']')
    return end < 0 ? undefined : address.slice(1, end)
  }
  const colon = address.indexOf(':')
  // Two colons are an IPv6 address, which without brackets cannot have a port.
  return colon < 0 || address.includes(':', colon + 1) ? address : address.slice(0, colon)
}
