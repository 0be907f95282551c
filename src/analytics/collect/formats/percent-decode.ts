const ESCAPES = /(?:%[0-9a-f]{2})+/gi

/** Decoded run by run, so that one broken escape leaves only itself as it is. */
export function percentDecode(value: string): string {
  if (!value.includes('%')) return value
  return value.replace(ESCAPES, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

/** CloudFront has written `%2520` for a space, that is escaped twice, for years; a real user agent has no `%20` in it. */
export function decodeCloudfrontValue(value: string): string {
  const once = percentDecode(value)
  return once.includes('%20') ? percentDecode(once) : once
}
