import { Type } from 'typebox'
import { NO_NUL } from '../../lib/well-formed.ts'
import { Count, Enum, Nullable, OrNull } from './parts.ts'

export const countsOf = (what: string) => ({
  human: Count(`${what} by human traffic.`),
  ai: Count(`${what} by AI traffic.`),
  total: Count(`${what}, all together.`),
})

export const dateFields = (precision: string) => ({
  dateFrom: Type.Optional(
    Type.String({
      description: `Start: \`YYYY-MM-DD\` (midnight in the project's time zone, UTC by default) or an ISO 8601 date-time, exact to the ${precision}. Without \`Z\` or an offset, it is in that time zone.`,
    }),
  ),
  dateTo: Type.Optional(
    Type.String({ description: `End, not included, in the same formats. It must be in a later ${precision} than \`dateFrom\`.` }),
  ),
})
export const pageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'Maximum results per page.' }),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'Number of rows to skip.' }),
}
export const pathField = {
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      pattern: NO_NUL,
      description: 'Only this page. With `*` at the end, all pages that start like this: `/guides/*`.',
    }),
  ),
}
const classField = { class: Type.Optional(Enum(['human', 'ai'], { description: 'Count only people, or only AI.' })) }
const agentField = {
  agent: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: NO_NUL,
      description:
        'Only views by this AI agent, by its name in `/agents`. They are kept by day, so both dates are rounded down to midnight.',
    }),
  ),
}
/** In the answer to a question with `agent`. A CSV file has it in a header. */
const keptSinceField = {
  keptSince: Type.Optional(
    Nullable('string', {
      description:
        'Only with `agent`: Docwright keeps views by agent from this day on, and earlier views are missing here. Null if nothing is missing. In CSV, it is the header `X-Kept-Since`.',
    }),
  ),
}
export const sortField = <Value extends string>(values: readonly [Value, ...Value[]]) => ({
  sort: Type.Optional(Enum(values, { description: `The order of the rows. Default: ${values[0]}.` })),
})

export const ViewsQuery = Type.Object({
  ...dateFields('hour'),
  ...pageFields,
  ...pathField,
  ...classField,
  ...agentField,
  ...sortField(['total', 'human', 'ai', 'path']),
})

export const ViewsResult = Type.Object(
  {
    totals: Type.Object(countsOf('Views'), {
      description: 'Totals of the whole site for the requested dates.',
    }),
    views: Type.Array(
      Type.Object({ path: Type.String({ description: 'Path of the page.' }), ...countsOf('Views of the page') }),
      {
        description: 'Per-page view counts: `total` descending, then `path` ascending.',
      },
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
    ...keptSinceField,
  },
  { description: 'Page views.' },
)

export const TimeseriesQuery = Type.Object({
  ...dateFields('hour'),
  interval: Enum(['hour', 'day', 'month'], { default: 'day', description: "The length of a step, in the project's time zone." }),
  ...pathField,
  ...classField,
  ...agentField,
})
export const TimeseriesResult = Type.Object(
  {
    interval: Enum(['hour', 'day', 'month']),
    totals: Type.Object(countsOf('Views')),
    timeseries: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time', description: 'When the step starts.' }),
        ...countsOf('Views'),
      }),
      { description: 'Every step of the range, including those without views.' },
    ),
    ...keptSinceField,
  },
  { description: 'Views over time.' },
)

const AGENT_CLASSES = ['ai', 'crawler', 'bot'] as const
export const AgentsQuery = Type.Object({
  ...dateFields('day'),
  ...pageFields,
  ...pathField,
  class: Type.Optional(Enum(AGENT_CLASSES, { description: 'Only agents of this class.' })),
  ...sortField(['views', 'agent']),
})
export const AgentsResult = Type.Object(
  {
    agents: Type.Array(
      Type.Object({
        agent: Nullable('string', { description: "The agent's name. Null if it gives none." }),
        operator: Nullable('string', { description: 'The company that runs it.' }),
        class: Enum(AGENT_CLASSES, { description: 'Only `ai` counts as views. The others are excluded traffic.' }),
        kind: Nullable('string', { description: 'Its purpose, such as `coding-agent`, `training` or `search`.' }),
        evidence: Nullable('string', {
          description: 'How Docwright knows: `verified-signature`, `verified-ip`, `declared`, `inferred` or `spoofed`.',
        }),
        surface: Nullable('string', { description: 'The format it reads: `html`, `markdown`, `llms.txt` or `mcp`.' }),
        reason: Nullable('string', { description: "Why its requests don't count as views." }),
        views: Count('Pages that it requested.'),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: 'Readers other than people.' },
)

export const ReferrersQuery = Type.Object({
  ...dateFields('day'),
  ...pageFields,
  ...pathField,
  ...classField,
  ...sortField(['total', 'human', 'ai', 'host']),
})
export const ReferrersResult = Type.Object(
  {
    referrers: Type.Array(
      Type.Object({
        host: Type.String({ description: 'The host that sent readers.' }),
        assistant: Nullable('string', { description: 'The AI assistant behind the host, such as `ChatGPT`.' }),
        ...countsOf('Views'),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: 'Where readers come from.' },
)

export const MissesQuery = Type.Object({
  ...dateFields('day'),
  ...pageFields,
  ...pathField,
  class: Type.Optional(Enum(['human', 'ai'], { description: 'Only requests by people, or by AI.' })),
  ...sortField(['total', 'human', 'ai', 'lastSeen', 'path']),
})
export const MissesResult = Type.Object(
  {
    misses: Type.Array(
      Type.Object({
        path: Type.String({ description: "A path that was requested and doesn't exist." }),
        human: Count('Requests by people.'),
        ai: Count('Requests by AI.'),
        other: Count('Requests by crawlers and bots.'),
        total: Count('All requests.'),
        status: Type.Integer({ description: 'The status of the last answer: 404 or 410.' }),
        firstSeen: Type.String({ format: 'date-time', description: 'The first request in the range.' }),
        lastSeen: Type.String({ format: 'date-time', description: 'The last request in the range.' }),
        agents: Type.Array(Type.String(), { description: 'The agents that asked most often, up to five.' }),
        referrers: Type.Array(Type.String(), { description: 'The hosts that sent most readers, up to five.' }),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: "Pages that readers requested and that don't exist." },
)

export const UnreadQuery = Type.Object({
  ...dateFields('hour'),
  ...pageFields,
  ...pathField,
  class: Type.Optional(
    Enum(['human', 'ai'], {
      description: 'Pages without views by people, or by AI. Default: without views by anyone.',
    }),
  ),
  ...sortField(['total', 'path', 'lastViewedAt', 'linkedFrom']),
})
export const UnreadResult = Type.Object(
  {
    site: Type.Object(
      {
        ref: Type.String({ description: 'The branch of the project.' }),
        commit: Type.String({ description: 'The commit whose pages are listed.' }),
        pages: Count('Pages of the documentation that match the filters.'),
        unread: Count('How many of these pages are unread.'),
        everRead: Count(
          "How many of these pages were ever read. If it is 0 although there are views, the project's path rules don't fit its addresses.",
        ),
      },
      { description: 'What the views are compared with.' },
    ),
    unread: Type.Array(
      Type.Object({
        path: Type.String({ description: "Path of the page, by the project's path rules." }),
        file: Type.String({ description: 'Its file in the repository.' }),
        title: Nullable('string', { description: 'Its title.' }),
        ...countsOf('Views of the page in the range'),
        lastViewedAt: Nullable('string', {
          description: 'The last day with a view, even outside the range; with `class`, by that class. Null if there is none.',
        }),
        linkedFrom: Count('Other pages that link to it.'),
        isInNavigation: OrNull(Type.Boolean({ description: "Whether the navigation has it. Null if that can't be known." })),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: 'Pages without views.' },
)

const DIMENSIONS = [
  'country',
  'device',
  'browser',
  'language',
  'utm-source',
  'utm-medium',
  'utm-campaign',
  'referrer-page',
  'entry-page',
] as const
export const BreakdownQuery = Type.Object({
  by: Enum(DIMENSIONS, { description: 'What views by people are broken down by.' }),
  ...dateFields('day'),
  ...pageFields,
  ...pathField,
  ...sortField(['human', 'value']),
})
export const BreakdownResult = Type.Object(
  {
    by: Enum(DIMENSIONS),
    breakdown: Type.Array(
      Type.Object({
        value: Nullable('string', {
          description:
            'A country (ISO 3166-1), a device (`desktop`, `phone`, `tablet`, `other`), the name of a browser, a language (ISO 639), a UTM tag, the host and path of the page that sent the reader, or the path of the page that they saw first. Null, in the last row: views for which it is not known.',
        }),
        human: Count('Views by human traffic.'),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: 'Views by people, broken down.' },
)

export const RealtimeQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 250, default: 10, description: 'Maximum number of pages.' }),
})
export const RealtimeResult = Type.Object(
  {
    totals: Type.Object(countsOf('Views')),
    minutes: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time', description: 'The beginning of the minute.' }),
        ...countsOf('Views'),
      }),
      { description: 'The last 30 minutes, also those without views. The last one is under way.' },
    ),
    pages: Type.Array(
      Type.Object({ path: Type.String({ description: 'Path of the page.' }), ...countsOf('Views of the page') }),
      { description: 'The pages that were read most in these minutes.' },
    ),
  },
  { description: 'What is read right now.' },
)

const VISITOR_INTERVALS = ['day', 'week', 'month'] as const
export const DaysQuery = Type.Object(dateFields('day'))
export const VisitorsQuery = Type.Object({
  ...dateFields('day'),
  interval: Enum(VISITOR_INTERVALS, { default: 'day', description: 'The length of a step, in UTC. Weeks begin on Monday.' }),
})
export const VisitorsResult = Type.Object(
  {
    interval: Enum(VISITOR_INTERVALS),
    isSumOfDays: Type.Boolean({
      description:
        'True for weeks and months: the visitors of their days are added up, so a person who comes on three days counts three times. No one is recognised on another day.',
    }),
    visitors: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'The first day of the step.' }),
        visitors: Count('Unique visitors on that day, or the sum of the days.'),
      }),
      { description: 'Steps with visitors.' },
    ),
  },
  { description: 'Unique visitors per day, week or month.' },
)
export const ExclusionsResult = Type.Object(
  {
    total: Count('Requests not counted as views.'),
    exclusions: Type.Array(Type.Object({ reason: Type.String(), count: Count('Events.') }), {
      description: 'Most frequent first.',
    }),
  },
  { description: 'Excluded traffic, by reason.' },
)

const Text = (max: number, description: string) => Type.Optional(Type.String({ maxLength: max, pattern: NO_NUL, description }))

export const EventBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: NO_NUL,
        description: 'Your id for the event. If you send it again within 72 hours, it counts once.',
      }),
    ),
    time: Type.Optional(
      Type.Union([Type.String({ maxLength: 50 }), Type.Number()], {
        description: 'ISO 8601 date-time with `Z` or an offset, or seconds or milliseconds since 1970. Default: now.',
      }),
    ),
    path: Text(8192, 'The path of the page. Send `path` or `url`.'),
    url: Text(8192, 'The full address of the page.'),
    method: Text(20, 'Default: GET.'),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Default: 200.' })),
    referrer: Text(8192, 'The referrer. You can send it in `headers` as `referer` instead.'),
    userAgent: Text(8192, "The User-Agent header. You can send it in `headers` instead. Leave it out if you don't know it."),
    ip: Text(100, "The client's IP address. It is never stored."),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 8192 }), {
        description:
          'Request headers that tell people from AI: accept, sec-fetch-mode, sec-fetch-dest, sec-purpose. Also signature-agent, signature-input and signature, which are verified if `url` or the header host names the host.',
      }),
    ),
  },
  { description: 'One request for a page.' },
)

export const EventsBody = Type.Union([EventBody, Type.Array(EventBody, { maxItems: 1000 })], {
  description: 'One event, an array of events, or one event per line (NDJSON).',
})

export const EventLines = Type.String({ description: 'One event per line, each a JSON object.' })

export const EventsResult = Type.Object({
  accepted: Count('Events that count as views or as excluded traffic.'),
  duplicates: Count('Events whose id was seen before.'),
  rejected: Type.Array(Type.Object({ index: Count('Position in the request, from 0.'), message: Type.String() }), {
    description: "Events that couldn't be read. The others were stored.",
  }),
})
