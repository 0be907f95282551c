import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Addresses of one's own network: a proxy in front of the service has one of these. */
const OWN_NETWORK: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

/**
 * The address of the client. `X-Forwarded-For` is believed as far as it was written by proxies in one's own network: anybody
 * can send the header, but only its last part was added by the proxy that is connected to us.
 */
export function clientAddress(request: FastifyRequest): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  let address = request.socket.remoteAddress ?? ''
  while (isOwnNetwork(address)) {
    const before = forwarded.pop()
    if (before === undefined || !ipaddr.isValid(before)) break
    address = before
  }
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

function isOwnNetwork(address: string): boolean {
  return ipaddr.isValid(address) && OWN_NETWORK.has(ipaddr.process(address).range())
}
