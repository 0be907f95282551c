import type { Kind } from './classify/registry-entry.ts'
import type { NotAView } from './classify/request.ts'
import type { DrainRefusal } from './collect/drains/drain.ts'
import type { Unreadable } from './collect/formats/log-format.ts'
import type { Ignored } from './collect/ignored.ts'
import type { PathRefusal } from './collect/page-paths.ts'

/**
 * Why what a script in a browser reported is not counted: its key or its site, the reader asked not to be tracked, or too much came from
 * one address. Stored.
 */
export type BeaconRefusal = 'key-revoked' | 'key-expired' | 'origin' | 'opt-out' | 'rate-limited'

/** Why an event that could be read is not counted, whoever made the request: its address can be no page, or its time cannot be right. */
export type Refusal = PathRefusal | 'bad-time' | 'future-time'

/**
 * Why a request is counted in neither column: no view, or by the kind of the client; and where no answer or report says it, because it
 * could not be read. Stored with the exclusions.
 */
export type Exclusion =
  | NotAView
  | Kind
  | 'bot'
  | 'spoofed'
  | 'no-user-agent'
  | Ignored
  | BeaconRefusal
  | DrainRefusal
  | Refusal
  | Unreadable
