import { Type } from 'typebox'
import { PULL_REQUEST_STATES } from '../../pull-requests/pull-request.ts'
import { Enum } from './parts.ts'

export const PullRequestParams = Type.Object({
  token: Type.String({ description: 'The last part of the link of the pull request.' }),
})
export const MergeBody = Type.Object({
  head: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{10,64}$', description: 'The commit you have reviewed. Default: the newest one.' }),
  ),
})
export const PullRequestState = Type.Object({ state: Enum(PULL_REQUEST_STATES) })
