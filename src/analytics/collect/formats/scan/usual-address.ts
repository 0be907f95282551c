import { COLON, COMMA, DASH, OPEN } from './bytes.ts'

/** False for none, for several addresses, and for one with a port: those are left to the parser. */
export function isUsualAddress(bytes: Buffer, from: number, to: number): boolean {
  if (to === from || (to - from === 1 && bytes[from] === DASH) || bytes[from] === OPEN) return false
  let colons = 0
  for (let at = from; at < to; at++) {
    if (bytes[at] === COMMA) return false
    if (bytes[at] === COLON) colons++
  }
  // One is in front of a port, two are in an address of IPv6.
  return colons !== 1
}
