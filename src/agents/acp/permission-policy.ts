import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { posix } from 'node:path'

/** What a program may do with files when it asks. Everything else, such as running commands, is refused. */
const ABOUT_FILES: ReadonlySet<string> = new Set(['read', 'edit', 'delete', 'move', 'search'])

/** Fields in which programs name the files of a call. */
const PATH_FIELDS = ['path', 'filePath', 'file_path', 'filepath', 'abs_path', 'from', 'to', 'source', 'destination']

export interface Decision {
  isAllowed: boolean
  response: RequestPermissionResponse
}

/**
 * Answers a request for permission: yes to files inside the workspace, no to anything else. The sandbox holds either way; this keeps
 * programs from spending their budget on what cannot work, and from doing what nobody asked a writer to do.
 */
export function decidePermission({ toolCall, options }: RequestPermissionRequest, workspace: string): Decision {
  const paths = pathsOf(toolCall)
  const isAboutFiles = ABOUT_FILES.has(toolCall.kind ?? 'other')
  // Reading and searching without a path means the folder where the program is.
  const isNamed = paths.length > 0 || toolCall.kind === 'read' || toolCall.kind === 'search'
  const isAllowed = isAboutFiles && isNamed && paths.every((path) => isInside(path, workspace))
  // Never for good: the next call is judged by itself.
  const wanted = isAllowed ? ['allow_once'] : ['reject_once', 'reject_always']
  const option = options.find(({ kind }) => wanted.includes(kind))
  if (!option) return { isAllowed: false, response: { outcome: { outcome: 'cancelled' } } }
  return { isAllowed, response: { outcome: { outcome: 'selected', optionId: option.optionId } } }
}

function pathsOf({ locations, content, rawInput }: RequestPermissionRequest['toolCall']): string[] {
  const input = typeof rawInput === 'object' && rawInput !== null ? (rawInput as Record<string, unknown>) : {}
  return [
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
    ...PATH_FIELDS.map((field) => input[field]).filter((value) => typeof value === 'string'),
  ]
}

/** Symbolic links lead nowhere else: inside the sandbox there is no other place that can be written. */
function isInside(path: string, workspace: string): boolean {
  const full = posix.resolve(workspace, path)
  return full === workspace || full.startsWith(`${workspace}/`)
}
