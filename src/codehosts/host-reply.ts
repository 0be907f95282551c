/** What a code host answered. */
export interface HostReply {
  status: number
  headers: Headers
  /** Null when it is not JSON. */
  body: unknown
}
