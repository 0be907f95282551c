import type { ApiDeps, App } from '../api-deps.ts'
import { findIgnoredForwarding } from '../plugins/ignored-forwarding.ts'
import { useSessions } from '../plugins/sessions.ts'
import { NoticeList } from '../schemas/people.ts'
import { responses } from '../schemas/responses.ts'

/** What admins should know about the set-up of the service. */
export function noticeRoutes(app: App, deps: ApiDeps): void {
  useSessions(app, deps)

  app.get(
    '/v1/notices',
    {
      config: { role: 'admin' },
      schema: {
        tags: ['Dashboard'],
        summary: 'List notices',
        description: 'Problems with the set-up of the server, and what to do about them. Usually empty.',
        response: responses({ 200: NoticeList }, [401, 403]),
      },
    },
    async () => ({ notices: await findIgnoredForwarding(deps.databases.main) }),
  )
}
