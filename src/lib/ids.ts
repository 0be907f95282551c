import { monotonicFactory } from 'ulid'

type IdPrefix = 'prj' | 'job' | 'key' | 'msg' | 'req' | 'pr' | 'audit'

/** Makes ids such as `job_01K…`: sortable by time, also within one millisecond of one process. */
export interface Ids {
  next(prefix: IdPrefix, now: number): string
}

export function createIds(): Ids {
  const ulid = monotonicFactory()
  return { next: (prefix, now) => `${prefix}_${ulid(now)}` }
}
