import type { FastifyRequest } from 'fastify'
import { type Network, isWithin, readAddress } from '../../lib/networks.ts'

type Connected = Pick<FastifyRequest, 'headers' | 'socket'>

/** Some proxies add the port that they were called from: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/

/**
 * The address of the client. `X-Forwarded-For` is read from the right, for as long as each part was written by a trusted proxy: anyone
 * can send the header, and only its last part was added by whoever is connected to us. What is not an address ends it.
 *
 * This is the only place that reads a forwarding header. Where clients reach the service is set by `DOCWRIGHT_PUBLIC_URL`, not by
 * what a request claims.
 */
export function clientAddress(request: Connected, trusted: readonly Network[]): string {
  const connected = request.socket.remoteAddress ?? ''
  let address = readAddress(connected)
  const parts = forwardedFor(request)
  while (address !== null && isWithin(trusted, address)) {
    const before = readForwarded(parts.pop() ?? '')
    if (before === null) break
    address = before
  }
  return address?.toString() ?? connected
}

/** True for a request that says whom it was forwarded for, and isn't believed. */
export function isForwardingIgnored(request: Connected, trusted: readonly Network[]): boolean {
  if (forwardedFor(request).length === 0) return false
  const address = readAddress(request.socket.remoteAddress ?? '')
  return address !== null && !isWithin(trusted, address)
}

/** Node puts several headers of this name together, with a comma in between. */
function forwardedFor({ headers }: Connected): string[] {
  return String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readForwarded(part: string): ReturnType<typeof readAddress> {
  const [, six, four] = WITH_PORT.exec(part) ?? []
  return readAddress(six ?? four ?? part)
}
