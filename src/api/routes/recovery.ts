import { peekRecovery, recover } from '../../people/recovery.ts'
import type { ApiDeps, App } from '../api-deps.ts'
import { useJsonBodies } from '../plugins/json-bodies.ts'
import { readSessionToken } from '../plugins/session-cookie.ts'
import { useSessions } from '../plugins/sessions.ts'
import { RecoveryBody, RecoveryPeek, TokenBody, UserAnswer } from '../schemas/people.ts'
import { responses } from '../schemas/responses.ts'
import { welcome } from './session.ts'

const TAG = 'Dashboard'

/** Behind the links of `docwright user link`. */
export function recoveryRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)
  useJsonBodies(app)
  const people = { database: deps.databases.main, ids: deps.ids }

  app.post(
    '/v1/recovery/peek',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Look at a recovery link',
        description: 'For the page behind the link. The token is in the body, because addresses end up in logs.',
        body: TokenBody,
        response: responses({ 200: RecoveryPeek }, [400, 403, 404, 413, 415]),
      },
    },
    async (request) => ({ email: (await peekRecovery(people, request.body.token)).email }),
  )

  app.post(
    '/v1/recovery',
    {
      config: { role: 'anyone' },
      schema: {
        tags: [TAG],
        summary: 'Set a new password',
        operationId: 'chooseNewPasswordWithRecoveryLink',
        description: 'Ends all sessions of the user and signs in. Works once, even while sign-ins are locked.',
        body: RecoveryBody,
        response: responses({ 200: UserAnswer }, [400, 403, 404, 413, 415]),
      },
    },
    async (request, reply) => {
      const before = readSessionToken(deps, request)
      return welcome(deps, request, reply, await recover(people, { ...request.body, before }))
    },
  )
}
