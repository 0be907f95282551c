import type { Judgement, Verdict } from '../classify/classify.ts'
import type { Client, Evidence } from '../classify/identify.ts'
import type { Kind } from '../classify/registry-entry.ts'
import type { Surface } from '../classify/surface.ts'
import type { Exclusion } from '../exclusion.ts'

/** Who asked, in which form, and where it counts: what tells one row of the agents from another. */
export interface NamedClient {
  /** The column in which its views count; null when they count in neither. */
  column: 'human' | 'ai' | null
  client: Client['client']
  kind: Kind | null
  agent: string | null
  operator: string | null
  evidence: Evidence | null
  surface: Surface | null
  /** Why its views count in neither column. */
  reason: Exclusion | null
}

/** Stored once per project; the order of the parts must not change. */
type Parts = [
  column: NamedClient['column'],
  client: NamedClient['client'],
  kind: NamedClient['kind'],
  agent: string | null,
  operator: string | null,
  evidence: NamedClient['evidence'],
  surface: NamedClient['surface'],
  reason: NamedClient['reason'],
]

/** @param isView False for requests that are no views whoever makes them: then only who asked matters. */
export function toClientName(verdict: Verdict | Judgement, isView: boolean): string {
  const column = verdict.class === 'excluded' ? null : verdict.class
  const reason = verdict.class === 'excluded' && isView ? verdict.reason : null
  const parts: Parts =
    'client' in verdict
      ? [
          column,
          verdict.client,
          verdict.kind,
          verdict.agent?.toWellFormed() ?? null,
          verdict.operator,
          verdict.evidence,
          verdict.surface,
          reason,
        ]
      : [column, column ?? 'bot', null, null, null, null, null, reason]
  return JSON.stringify(parts)
}

export function readClientName(name: string): NamedClient {
  const [column, client, kind, agent, operator, evidence, surface, reason] = JSON.parse(name) as Parts
  return { column, client, kind, agent, operator, evidence, surface, reason }
}
