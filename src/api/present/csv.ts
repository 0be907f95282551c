import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { toCsv, toCsvLines } from '../../analytics/csv.ts'
import type { RankedPages } from '../../analytics/store/view-store.ts'
import { isPreferred } from '../plugins/media-types.ts'

/** Rows that are written in one go: a millisecond of work. */
const ROWS_PER_PIECE = 1_000

/** True when the client names CSV as a type that it takes, and does not like JSON better. */
export function wantsCsv(request: FastifyRequest): boolean {
  return isPreferred(request.headers.accept, 'text/csv', 'application/json')
}

/** A CSV file is a whole table unless the request sets a limit; pages of JSON have one by default. */
export function isLimitGiven(request: FastifyRequest): boolean {
  return new URL(request.url, 'http://localhost').searchParams.has('limit')
}

export function sendCsv(reply: FastifyReply, name: string, content: string | Readable): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('vary', 'accept')
    .type('text/csv; charset=utf-8')
    .send(content)
}

/** A ranking as CSV, piece by piece, so that one of a million pages does not hold up other requests. */
export function streamViews(ranking: RankedPages, offset: number, limit: number): Readable {
  const end = Math.min(ranking.length, offset + limit)
  function* pieces(): Generator<string> {
    yield toCsv(['path', 'human', 'ai', 'total'], [])
    for (let from = offset; from < end; from += ROWS_PER_PIECE)
      yield toCsvLines(
        ranking.rows(from, Math.min(end, from + ROWS_PER_PIECE)).map((row) => [row.path, row.human, row.ai, row.total]),
      )
  }
  return Readable.from(pieces())
}
