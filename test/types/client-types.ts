// Fails the type check when the published client's types and the schemas that the service validates with drift apart.
import type { Static } from 'typebox'
import type * as client from '../../client/index.ts'
import type * as aiReaders from '../../src/api/schemas/ai-readers.ts'
import type * as analytics from '../../src/api/schemas/analytics.ts'
import type * as eventSchemas from '../../src/api/schemas/job-events.ts'
import type * as schemas from '../../src/api/schemas/jobs.ts'
import type { ProblemBody } from '../../src/api/schemas/parts.ts'
import type * as people from '../../src/api/schemas/people.ts'
import type * as projects from '../../src/api/schemas/projects.ts'
import type * as notes from '../../src/api/schemas/notes.ts'
import type * as shares from '../../src/api/schemas/shares.ts'
import type { EventData } from '../../src/jobs/events.ts'

/** True only when both types are the same, with the same keys, optional or not, in both directions. */
type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false

/** Intersections and aliases written out, all the way down, so that only the shape is compared. */
type Flat<T> = T extends (infer Item)[] ? Flat<Item>[] : T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T

const same = <A, B>(..._proof: Same<A, B> extends true ? [] : ['the client and the schema differ']) => undefined

same<client.Job, Static<typeof schemas.JobView>>()
same<client.Message, Static<typeof schemas.MessageView>>()
same<client.NewJob, Static<typeof schemas.NewJobBody>>()
same<client.JobList, Static<typeof schemas.JobList>>()
same<client.JobEvent, Static<typeof eventSchemas.JobEventView>>()
same<client.JobEventData, EventData>()
same<client.JobEventList, Static<typeof eventSchemas.JobEventList>>()
same<client.JobDiff, Static<typeof eventSchemas.JobDiff>>()
same<client.JobPreview, Static<typeof eventSchemas.JobPreview>>()
same<client.Note, Static<typeof notes.NoteView>>()
same<client.CreatedShare, Static<typeof shares.CreatedShare>>()
same<client.OpenedShare, Static<typeof shares.OpenedShare>>()
same<client.Views, Static<typeof analytics.ViewsResult>>()
same<client.Timeseries, Static<typeof analytics.TimeseriesResult>>()
same<client.Agents, Static<typeof analytics.AgentsResult>>()
same<client.Referrers, Static<typeof analytics.ReferrersResult>>()
same<client.Misses, Static<typeof analytics.MissesResult>>()
same<client.Unread, Static<typeof analytics.UnreadResult>>()
same<client.Visitors, Static<typeof analytics.VisitorsResult>>()
same<client.Breakdown, Static<typeof analytics.BreakdownResult>>()
same<client.AiAgents, Static<typeof aiReaders.AiAgentsResult>>()
same<client.Operators, Static<typeof aiReaders.OperatorsResult>>()
same<client.AgentRegistry, Static<typeof aiReaders.RegistryResult>>()
same<client.Realtime, Static<typeof analytics.RealtimeResult>>()
same<client.Exclusions, Static<typeof analytics.ExclusionsResult>>()
same<client.ViewEvent, Static<typeof analytics.EventBody>>()
same<client.EventsResult, Static<typeof analytics.EventsResult>>()
same<client.Problem, Static<typeof ProblemBody>>()
same<client.Include, schemas.Include>()
same<client.JobStatus, client.Job['status']>()

same<client.Session, Static<typeof people.SessionAnswer>>()
same<client.User, Static<typeof people.UserView>>()
same<client.Person, Static<typeof people.ListedUser>>()
same<{ invites: client.Invite[]; defaultRole: client.Role }, Static<typeof people.InviteList>>()
same<{ notices: client.Notice[] }, Static<typeof people.NoticeList>>()
same<client.NewInvite, Static<typeof people.NewInvite>>()
same<client.Project, Static<typeof projects.ProjectView>>()
same<client.ChangedProject, Static<typeof projects.ChangedProject>>()
same<client.NewProject, Static<typeof projects.NewProjectBody>>()
same<client.Connection, Static<typeof projects.ConnectionBody>>()
same<client.ConnectionTest, Static<typeof projects.ConnectionResult>>()
same<client.ProjectChange, Static<typeof projects.ProjectChanges>>()
same<client.Checklist, Static<typeof projects.Checklist>>()
same<client.Key, Static<typeof projects.KeyView>>()
same<client.CreatedKey, Static<typeof projects.MadeKeyView>>()
same<client.NewKey, Static<typeof projects.NewKeyBody>>()
same<client.Secret, Static<typeof projects.SecretView>>()
same<{ entries: client.AuditEntry[] }, Static<typeof projects.AuditList>>()
