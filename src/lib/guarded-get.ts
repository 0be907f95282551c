import { lookup as resolveName } from 'node:dns'
import { type IncomingMessage, get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import { type LookupFunction, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface GuardedGetOptions {
  /** The media types that are understood. Anything else is refused. */
  types: readonly string[]
  millisecondsMax: number
  bytesMax: number
  /** For an address that the operator wrote down: it may be on this machine or in its network, and without TLS. */
  isTrusted?: boolean
  /** The resolver of names; that of the system when left out. */
  lookup?: typeof resolveName
}

/**
 * Reads a small document from a host that a stranger may have named: over https, from an address on the internet, without redirects,
 * cookies or credentials, and within limits. Rejects when any of that does not hold.
 */
export async function guardedGet(url: URL, options: GuardedGetOptions): Promise<string> {
  const { types, millisecondsMax, bytesMax, isTrusted = false, lookup = resolveName } = options
  if (!isTrusted && (url.protocol !== 'https:' || url.port !== '')) throw new Error('only https on its usual port is asked')
  // A literal address is connected to without a look-up, so the guard below would not see it.
  if (!isTrusted && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Error('only names are asked, not addresses')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain
    get(
      url,
      {
        agent: false,
        // The time is for all of it, the name and the body included.
        signal: AbortSignal.timeout(millisecondsMax),
        headers: { accept: types.join(', '), 'accept-encoding': 'identity', 'user-agent': 'Docwright' },
        ...(isTrusted ? {} : { lookup: publicLookup(lookup) }),
      },
      resolve,
    ).on('error', reject)
  })
  try {
    return await readResponse(response, types, bytesMax)
  } finally {
    response.destroy()
  }
}

async function readResponse(response: IncomingMessage, types: readonly string[], bytesMax: number): Promise<string> {
  if (response.statusCode !== 200) throw new Error(`the answer is ${response.statusCode}, not 200`)
  const type = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (!types.includes(type)) throw new Error(`the answer is of type ${type === '' ? 'unknown' : type}`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Resolves a name for the one connection that is then made to the addresses it returns. Nothing asks again in between, so a name
 * that changes its mind (DNS rebinding) gains nothing. One address inside is enough to refuse them all.
 */
function publicLookup(lookup: typeof resolveName): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const inside = addresses.find(({ address }) => !isPublic(address))
      if (inside || addresses.length === 0) return done(new Error(`${hostname} is not on the internet`), [])
      if (options.all) return done(null, addresses)
      return done(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

/** Neither this machine nor its network, nor any of the ranges that are set apart. IPv4 inside IPv6 is judged as IPv4. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
