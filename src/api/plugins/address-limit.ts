import type { Clock } from '../../lib/clock.ts'
import { homeOf } from '../../lib/networks.ts'

const WINDOW_MS = 60_000

/** More than a service of this kind sees in a minute. Beyond it the counts start anew instead of filling the memory. */
const ADDRESSES_MAX = 100_000

/** Lets so many requests a minute through from one address. In memory, and forgotten with the minute: addresses are not kept. */
export interface AddressLimit {
  /** Null when the request may pass; else the seconds after which it may be sent again. */
  take(address: string): number | null
}

export function createAddressLimit(clock: Clock, perMinute: number): AddressLimit {
  let windowEnd = 0
  let counts = new Map<string, number>()
  return {
    take: (address) => {
      const now = clock.now()
      if (now >= windowEnd || windowEnd - now > WINDOW_MS || counts.size >= ADDRESSES_MAX) {
        windowEnd = now + WINDOW_MS
        counts = new Map()
      }
      const home = homeOf(address)
      const count = (counts.get(home) ?? 0) + 1
      counts.set(home, count)
      return count <= perMinute ? null : Math.ceil((windowEnd - now) / 1000)
    },
  }
}
