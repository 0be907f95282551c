import ipaddr from 'ipaddr.js'

/** Addresses that begin alike: the first address, and how many bits count. */
export type Network = readonly [first: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** This machine itself. */
export const LOOPBACK: readonly Network[] = networks('127.0.0.0/8', '::1/128')

/** Networks that the internet does not reach: RFC 1918, 6598 (shared by carriers, clouds and VPNs), 3927 and 4193, link-local IPv6. */
export const PRIVATE: readonly Network[] = networks(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
)

/** Of the 128 bits of an IPv6 address, as bytes: a home or an office has all addresses that begin with these. */
const HOME_BYTES = 8

/** Reads an address or a prefix such as `172.64.0.0/13`; null for anything else, and for `/0`, which would be everybody. */
export function readNetwork(text: string): Network | null {
  const [address = '', length, ...rest] = text.split('/')
  const first = readAddress(address)
  if (first === null || rest.length > 0 || /::ffff:.+\//i.test(text)) return null
  const bitsMax = first.kind() === 'ipv4' ? 32 : 128
  if (length === undefined) return [first, bitsMax]
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : 0
  return bits >= 1 && bits <= bitsMax ? [first, bits] : null
}

/** An address in any of its spellings; null for what is none. One of IPv4 within IPv6 is taken as one of IPv4. */
export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null
  return ipaddr.process(text)
}

function networks(...prefixes: string[]): Network[] {
  return prefixes.map((prefix) => ipaddr.parseCIDR(prefix))
}

export function isWithin(networks: readonly Network[], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits))
}

/** What limits count by. Counted one by one, the addresses of one home would be no limit at all: it has a whole /64 of IPv6. */
export function homeOf(text: string): string {
  const address = readAddress(text)
  if (address === null) return text
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray().slice(0, HOME_BYTES)
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
