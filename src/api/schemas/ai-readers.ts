import { Type } from 'typebox'
import { dateFields, pageFields, pathField, sortField } from './analytics.ts'
import { Count, Nullable, OrNull } from './parts.ts'

const readsFields = {
  views: Count('Pages that it read.'),
  html: Count('Those it read as HTML.'),
  markdown: Count('Those it read as Markdown.'),
  llmsTxt: Count('Reads of `llms.txt`.'),
  mcp: Count('Calls by the Model Context Protocol.'),
  misses: Count('Requests that were answered with 404 or 410.'),
}
const seenFields = {
  firstSeen: Nullable('string', { description: 'The first day on which it read anything, of all that are kept.' }),
  lastSeen: Nullable('string', { description: 'The last such day.' }),
}
export const AiAgentsQuery = Type.Object({
  ...dateFields('day'),
  ...pageFields,
  ...pathField,
  ...sortField(['views', 'html', 'markdown', 'llmsTxt', 'mcp', 'misses', 'agent']),
})
export const AiAgentsResult = Type.Object(
  {
    agents: Type.Array(
      Type.Object({
        agent: Type.String({ description: 'Its name.' }),
        operator: Nullable('string', { description: 'Who runs it.' }),
        kind: Nullable('string', { description: 'What it is for, such as `coding-agent` or `training`.' }),
        ...readsFields,
        ...seenFields,
        isNew: Type.Boolean({
          description: 'True if it was first seen in the last 7 days with agents, on a site that had agents before.',
        }),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: 'AI agents, and how they read.' },
)
export const OperatorsQuery = Type.Object({
  ...dateFields('day'),
  ...pageFields,
  ...pathField,
  ...sortField(['views', 'referrals', 'misses', 'markdown', 'operator']),
})
export const OperatorsResult = Type.Object(
  {
    operators: Type.Array(
      Type.Object({
        operator: Type.String({ description: 'Who runs the agents and assistants.' }),
        ...readsFields,
        referrals: Count('Views by people whom its assistants sent, by the referrer or `utm_source`.'),
        readsPerReferral: OrNull(
          Type.Number({
            description: 'How many pages its agents read for each view that its assistants sent; null if they sent none.',
          }),
        ),
        ...seenFields,
        agents: Type.Array(Type.String(), { description: 'Its agents that read anything in the range.' }),
      }),
    ),
    hasMore: Type.Boolean({ description: 'True when more results exist beyond this page.' }),
  },
  { description: 'What AI operators read, and whom they send.' },
)

export const RegistryResult = Type.Object(
  {
    version: Type.String({ description: 'The version of the registry.' }),
    date: Type.String({ format: 'date', description: 'The day on which it was built.' }),
    agents: Count('Agents, crawlers and programs that it knows.'),
    addressesDate: Type.String({ description: 'The day of the published addresses of operators.' }),
    source: Nullable('string', { description: 'The file or URL that it was updated from; null for the one of this version.' }),
    sha256: Nullable('string', { description: 'The hash of that file.' }),
    updatedAt: Nullable('string', { description: 'When it was updated.' }),
  },
  { description: 'The registry of agents.' },
)
