/** One request for a page, as a source reports it. Every field but the address may be unknown. */
export interface ViewEvent {
  id?: string
  /** ISO 8601, or seconds or milliseconds since 1970. */
  time?: string | number
  path?: string
  url?: string
  method?: string
  status?: number
  referrer?: string
  /** True where the source doesn't record referrers: elsewhere, a view without one is a visit from nowhere else. */
  isReferrerUnknown?: boolean
  userAgent?: string
  ip?: string
  headers?: Record<string, string>
  /** Of the answer. */
  contentType?: string
}
