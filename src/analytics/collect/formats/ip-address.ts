const SHAPE = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]{0,4}:[0-9a-f:.]*(?:%\w+)?\]?)$/i

/** True for what is written like an address. Servers write only real ones, so the numbers are not looked at. */
export function isIpAddress(word: string): boolean {
  return SHAPE.test(word)
}

/**
 * True when the second word of a line is an address: then the first is the host that was asked for.
 *
 * In its place the common formats have the identity, which is `-` on every server of today. Behind a comma it is the second address of
 * a list: servers that log `X-Forwarded-For` in place of the address write one.
 */
export function hasHostInFront(line: string): boolean {
  const second = line.indexOf(' ') + 1
  if (second === 0 || line.charCodeAt(second) === 45 || line.charCodeAt(second - 2) === 44) return false
  const end = line.indexOf(' ', second)
  return end > second && isIpAddress(line.slice(second, end))
}
