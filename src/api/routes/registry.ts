import type { ApiDeps, App } from '../api-deps.ts'
import { RegistryResult } from '../schemas/ai-readers.ts'
import { ProjectParams } from '../schemas/parts.ts'
import { responses } from '../schemas/responses.ts'

/** By what people and agents are told apart. */
export function registryRoute(app: App, { registry }: ApiDeps): void {
  app.get(
    '/v1/analytics/:projectId/registry',
    {
      config: { isShared: true },
      schema: {
        tags: ['Page views'],
        summary: 'Get the registry of agents',
        description:
          'Which registry of agents and addresses views are judged by: its version and date, and for one that was updated with `docwright update-registry`, where it came from and its hash.',
        params: ProjectParams,
        response: responses({ 200: RegistryResult }, [401, 403, 404, 429]),
      },
    },
    async () => {
      const { version, date, agents, addressesDate, update } = registry.current()
      return {
        version,
        date,
        agents,
        addressesDate,
        source: update?.from ?? null,
        sha256: update?.sha256 ?? null,
        updatedAt: update ? new Date(update.at).toISOString() : null,
      }
    },
  )
}
