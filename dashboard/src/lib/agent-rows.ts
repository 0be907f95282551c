import type { Agents } from '../../../client/index.ts'

type Counted = Agents['agents'][number]

/** All that one agent read, in whatever form and however sure it is that it was this one. */
export interface AgentRow {
  agent: string | null
  operator: string | null
  class: Counted['class']
  /** What it reads for. */
  purposes: string[]
  evidence: string[]
  /** Why it isn't counted; null for AI. */
  reason: string | null
  views: number
  /** Views by form: the page itself, its Markdown, `llms.txt`. The most read form comes first. */
  surfaces: [surface: string, views: number][]
}

/** One row for each agent, most views first. */
export function toAgentRows(agents: Agents['agents']): AgentRow[] {
  const groups = new Map<string, Counted[]>()
  for (const one of agents) {
    const key = JSON.stringify([one.agent, one.class, one.reason])
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()].map(toRow).sort((one, other) => other.views - one.views)
}

function toRow(group: Counted[]): AgentRow {
  const { agent, operator, class: kindOfClient, reason } = group[0]!
  const surfaces = new Map<string, number>()
  for (const { surface, views } of group) surfaces.set(surface ?? 'unknown', (surfaces.get(surface ?? 'unknown') ?? 0) + views)
  return {
    agent,
    operator,
    class: kindOfClient,
    purposes: [...new Set(group.flatMap(({ kind }) => kind ?? []))],
    evidence: [...new Set(group.flatMap(({ evidence }) => evidence ?? []))],
    reason,
    views: group.reduce((sum, { views }) => sum + views, 0),
    surfaces: [...surfaces].sort(([, one], [, other]) => other - one),
  }
}
