import { SHIPPED } from '../../classify/classify.ts'
import type { Kind } from '../../classify/registry-entry.ts'
import { judgeTrace } from '../../classify/trace.ts'
import { toClientName } from '../client-name.ts'
import type { Tx } from '../engine.ts'
import type { Move } from './move-views.ts'

export interface Moves {
  moves: Move[]
  /** The hours that have such views. */
  hours: number[]
}

/** Judges every trace of a project again, by the registry of this version. */
export async function findMoves(tx: Tx, projectId: string, aiKinds: readonly Kind[]): Promise<Moves> {
  const pairs = await tx.all<{ trace_id: number; client_id: number; trace: string; client: string }>(
    `select pairs.trace_id, pairs.client_id, trace.name as trace, client.name as client
     from (select distinct trace_id, client_id from raw_hour where project_id = ?) as pairs
     join name as trace on trace.project_id = ? and trace.id = pairs.trace_id
     join name as client on client.project_id = ? and client.id = pairs.client_id`,
    projectId,
    projectId,
    projectId,
  )
  const moves = pairs.flatMap((pair) => {
    const to = toClientName(judgeTrace(pair.trace, SHIPPED, aiKinds), true)
    return to === pair.client ? [] : [{ traceId: pair.trace_id, fromClientId: pair.client_id, from: pair.client, to }]
  })
  if (moves.length === 0) return { moves, hours: [] }
  const hours = await tx.all<{ bucket: number }>('select distinct bucket from raw_hour where project_id = ?', projectId)
  return { moves, hours: hours.map((row) => row.bucket) }
}
