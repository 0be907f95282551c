import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { clientAddress, isForwardingIgnored } from './client-address.ts'

const CLIENT = '198.51.100.7'

/** Who is connected to the service, by what they are. */
const PEERS = {
  loopback: ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'],
  private: [
    '10.1.2.3',
    '172.17.0.1',
    '192.168.0.9',
    '100.64.0.1',
    '169.254.169.254',
    'fd00::1',
    'fe80::1%eth0',
    '::ffff:10.1.2.3',
  ],
  public: ['203.0.113.4', '2a00:1450::5', '::ffff:203.0.113.4', '172.32.0.1', '11.0.0.1', '128.0.0.1', '100.128.0.1', 'fe00::1'],
  listed: ['192.0.2.1', '192.0.2.255', '2001:db8:ffff::7', '::ffff:192.0.2.1'],
} as const
type Peer = keyof typeof PEERS

const LISTED = '192.0.2.0/24,2001:db8:ffff::/48'
const SETTINGS: [setting: string, believed: Peer[]][] = [
  ['', ['loopback']],
  ['none', []],
  ['loopback', ['loopback']],
  ['private', ['private']],
  ['loopback,private', ['loopback', 'private']],
  [LISTED, ['listed']],
  [`loopback,${LISTED}`, ['loopback', 'listed']],
  [` private , ${LISTED} ,, loopback`, ['loopback', 'private', 'listed']],
]

const trustedBy = (setting: string) => readConfig({ DOCWRIGHT_TRUSTED_PROXIES: setting }).trustedProxies
const requestFrom = (remoteAddress: string | undefined, headers: IncomingHttpHeaders) =>
  ({ socket: { remoteAddress }, headers }) as unknown as Parameters<typeof clientAddress>[0]
const addressOf = (peer: string | undefined, forwarded: string, setting = 'loopback,192.0.2.0/24') =>
  clientAddress(requestFrom(peer, { 'x-forwarded-for': forwarded }), trustedBy(setting))
/** As addresses are written in answers. */
const plain = (address: string) => clientAddress(requestFrom(address, {}), [])

describe('the address of a client', () => {
  it.each(SETTINGS)('with DOCWRIGHT_TRUSTED_PROXIES=%s is taken from the header of %j only', (setting, believed) => {
    for (const [kind, addresses] of Object.entries(PEERS))
      for (const peer of addresses) {
        const isBelieved = believed.includes(kind as Peer)
        expect([peer, addressOf(peer, CLIENT, setting)]).toEqual([peer, isBelieved ? CLIENT : plain(peer)])
        const request = requestFrom(peer, { 'x-forwarded-for': CLIENT })
        expect([peer, isForwardingIgnored(request, trustedBy(setting))]).toEqual([peer, !isBelieved])
      }
  })

  it.each([
    ['nothing', '', '127.0.0.1'],
    ['only commas', ' , ,', '127.0.0.1'],
    ['the client', CLIENT, CLIENT],
    ['what the client made up before it', `1.1.1.1, ${CLIENT}`, CLIENT],
    ['trusted proxies after it', `1.1.1.1, ${CLIENT}, 192.0.2.9, 127.0.0.1`, CLIENT],
    ['a proxy after it that is not trusted', `${CLIENT}, 203.0.113.9, 192.0.2.9`, '203.0.113.9'],
    ['a private address that is not trusted', `${CLIENT}, 10.0.0.1`, '10.0.0.1'],
    ['nothing but trusted proxies', '192.0.2.8, 192.0.2.9', '192.0.2.8'],
    ['several headers, as Node joins them', `1.1.1.1, ${CLIENT}, 192.0.2.9`, CLIENT],
    ['a port', `${CLIENT}:4711`, CLIENT],
    ['IPv6', '2001:db8::1', '2001:db8::1'],
    ['IPv6 in brackets', '[2001:db8::1]', '2001:db8::1'],
    ['IPv6 with a port', '[2001:DB8:0:0::1]:4711', '2001:db8::1'],
    ['IPv4 within IPv6', `::ffff:${CLIENT}`, CLIENT],
    ['a trusted proxy within IPv6', `${CLIENT}, ::ffff:192.0.2.9`, CLIENT],
    ['junk from the proxy, before which nothing counts', `${CLIENT}, unknown`, '127.0.0.1'],
    ['junk between', `${CLIENT}, unknown, 192.0.2.9`, '192.0.2.9'],
    ['a number that inet_aton would take', `${CLIENT}, 2130706433`, '127.0.0.1'],
    ['an address in octal', `${CLIENT}, 0300.0250.0.1`, '127.0.0.1'],
    ['a word in brackets', `${CLIENT}, [unknown]`, '127.0.0.1'],
    ['a name', `${CLIENT}, localhost`, '127.0.0.1'],
    ['a prefix', `${CLIENT}, 192.0.2.0/24`, '127.0.0.1'],
    ['quotes and tags', `${CLIENT}, "<script>"`, '127.0.0.1'],
  ])('is found behind a trusted proxy that sends %s', (_, forwarded, expected) => {
    expect(addressOf('127.0.0.1', forwarded)).toBe(expected)
  })

  it('is taken from no other header', () => {
    const headers = {
      forwarded: `for=${CLIENT};proto=https;host=evil.example`,
      'x-real-ip': CLIENT,
      'cf-connecting-ip': CLIENT,
      'true-client-ip': CLIENT,
      'x-client-ip': CLIENT,
    }
    expect(clientAddress(requestFrom('127.0.0.1', headers), trustedBy('loopback'))).toBe('127.0.0.1')
  })

  it('is empty for a socket that is gone, and no header makes one up', () => {
    expect(addressOf(undefined, CLIENT)).toBe('')
    expect(isForwardingIgnored(requestFrom(undefined, { 'x-forwarded-for': CLIENT }), [])).toBe(false)
  })
})
