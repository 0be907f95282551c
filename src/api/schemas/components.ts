import type { TSchema } from 'typebox'
import { EventBody, EventsResult, ViewsResult } from './analytics.ts'
import { JobDiff, JobEventList, JobEventView } from './job-events.ts'
import { JobView, MessageView } from './jobs.ts'
import { ProblemBody } from './parts.ts'

/** Schemas that the description names instead of repeating. */
export const COMPONENTS: Record<string, TSchema> = {
  Job: JobView,
  Message: MessageView,
  JobEvent: JobEventView,
  JobEventList,
  JobDiff,
  ViewsResult,
  Event: EventBody,
  EventsResult,
  Problem: ProblemBody,
}
