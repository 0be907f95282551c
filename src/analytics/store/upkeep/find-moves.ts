import { judgeTrace } from '../../classify/trace.ts'
import { matchPaths } from '../../collect/ignored.ts'
import { ignoredJudgement } from '../../collect/normalise.ts'
import { toClientName } from '../client-name.ts'
import { readCurrentRegistry } from './current-registry.ts'
import type { Tx } from '../engine.ts'
import { type JudgingRules, type Move, type Moves, targetsOf } from './moves.ts'

/** Judges every trace of a project again, by the registry that counts now. */
export async function findMoves(tx: Tx, projectId: string, { aiKinds, ignoredPaths }: JudgingRules): Promise<Moves> {
  const pairs = await tx.all<{ trace_id: number; client_id: number; trace: string; client: string }>(
    `select pairs.trace_id, pairs.client_id, trace.name as trace, client.name as client
     from (select distinct trace_id, client_id from raw_hour where project_id = ?) as pairs
     join name as trace on trace.project_id = ? and trace.id = pairs.trace_id
     join name as client on client.project_id = ? and client.id = pairs.client_id`,
    projectId,
    projectId,
    projectId,
  )
  const { knowledge } = await readCurrentRegistry(tx)
  const ignoredPages = await findIgnoredPages(tx, projectId, ignoredPaths)
  const moves = pairs.flatMap(({ trace_id: traceId, client_id: fromClientId, trace, client: from }): Move[] => {
    const judgement = judgeTrace(trace, knowledge, aiKinds)
    const [to, toIgnored] = [toClientName(judgement, true), toClientName(ignoredJudgement(judgement), true)]
    return to === from && ignoredPages.size === 0 ? [] : [{ traceId, fromClientId, from, to, toIgnored }]
  })
  return { moves, ignoredPages, hours: moves.length === 0 ? [] : await findHours(tx, projectId, moves, ignoredPages) }
}

async function findIgnoredPages(tx: Tx, projectId: string, patterns: readonly string[]): Promise<ReadonlySet<number>> {
  if (patterns.length === 0) return new Set()
  const isIgnored = matchPaths(patterns)
  const pages = await tx.all<{ id: number; path: string }>('select id, path from page where project_id = ?', projectId)
  return new Set(pages.filter(({ path }) => isIgnored(path)).map(({ id }) => id))
}

/** Of weeks of views, mostly few hours have one that moves. */
async function findHours(
  tx: Tx,
  projectId: string,
  moves: readonly Move[],
  ignoredPages: ReadonlySet<number>,
): Promise<number[]> {
  const findTarget = targetsOf(moves, ignoredPages)
  const rows = (await tx.rows(
    'select distinct bucket, page_id, trace_id, client_id from raw_hour where project_id = ? and count > 0',
    projectId,
  )) as [bucket: number, pageId: number, traceId: number, clientId: number][]
  const moved = rows.filter(([, pageId, traceId, clientId]) => findTarget(pageId, traceId, clientId) !== null)
  return [...new Set(moved.map(([bucket]) => bucket))]
}
