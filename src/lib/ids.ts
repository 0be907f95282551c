import { monotonicFactory } from 'ulid'

type IdPrefix = 'prj' | 'job' | 'key' | 'msg' | 'req' | 'pr' | 'audit' | 'usr' | 'inv' | 'try' | 'shr' | 'note'

/** Makes ids such as `job_01K…`: sortable by time, also within one millisecond of one process. */
export interface Ids {
  next(prefix: IdPrefix, now: number): string
}

/** What is not shaped like an id is not in any store, and must not reach one: PostgreSQL refuses some characters with an error. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1))
}

export function createIds(): Ids {
  const ulid = monotonicFactory()
  return { next: (prefix, now) => `${prefix}_${ulid(now)}` }
}
