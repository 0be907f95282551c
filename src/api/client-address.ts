import type { FastifyRequest } from 'fastify'
import { type Network, isWithin, readAddress } from '../lib/networks.ts'

/** Addresses of one's own network: a proxy in front of the service has one of these. */
const OWN_NETWORK: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/**
 * The address of the client. `X-Forwarded-For` is believed as far as it was written by proxies in one's own network or by trusted ones:
 * anybody can send the header, but only its last part was added by the proxy that is connected to us.
 *
 * @param trusted Proxies with public addresses, such as those of a CDN.
 */
export function clientAddress(request: FastifyRequest, trusted: readonly Network[]): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const connected = request.socket.remoteAddress ?? ''
  let address = readAddress(connected)
  while (address !== null && (OWN_NETWORK.has(address.range()) || isWithin(trusted, address))) {
    const before = readAddress(forwarded.pop() ?? '')
    if (before === null) break
    address = before
  }
  return address?.toString() ?? connected
}
