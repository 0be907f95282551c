import { signal } from '@preact/signals'
import type { Project } from '../../../client/index.ts'
import { toWall, zoneOf } from './zone.ts'

/** The moment that relative times are told from. It moves on twice a minute. */
export const now = signal(Date.now())

/** The same in wall time of a project. */
export function wallNow(project: Pick<Project, 'settings'>): number {
  return toWall(now.value, zoneOf(project))
}

setInterval(() => (now.value = Date.now()), 30_000)
