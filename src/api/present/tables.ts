import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TableRequest, getTableCsv } from '../../analytics/get-table.ts'
import type { Reading } from '../../analytics/reading.ts'
import type { TableName } from '../../analytics/store/view-store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { isLimitGiven, sendCsv } from './csv.ts'

/** The question of a request, with what the project says about how it is answered. */
export async function askTable<Query>(
  { rulesFor }: Pick<ApiDeps, 'rulesFor'>,
  { params: { projectId }, query }: { params: { projectId: string }; query: Query },
): Promise<Query & Reading & { projectId: string }> {
  return { ...query, ...(await rulesFor(projectId)).reading, projectId }
}

/** A table as a file: whole, unless the request itself gives a limit. */
export async function sendTableCsv(
  { viewStore }: Pick<ApiDeps, 'viewStore'>,
  request: FastifyRequest,
  reply: FastifyReply,
  name: TableName,
  asked: TableRequest,
): Promise<FastifyReply> {
  const { limit: _, ...whole } = asked
  return sendCsv(reply, name, await getTableCsv(viewStore, name, isLimitGiven(request) ? asked : whole))
}
