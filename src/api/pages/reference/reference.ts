import type { OpenApi, Operation } from '../../schemas/openapi.ts'
import type { Findable } from '../guide/search.ts'
import type { SideGroup } from '../shell.ts'

/** One operation with its place in the description. */
export interface Route {
  path: string
  method: string
  operation: Operation
  group: string
  href: string
}

/** The first pattern that fits says which group of the sidebar an operation is in. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\/v2\/agent\//, 'Agent jobs'],
  [/^\/v1\/(?:analytics\/\{projectId\}\/(?:events|drains)|collect)/, 'Send views'],
  [/^\/v1\/analytics\//, 'Page views'],
  [/^\/v1\/pull-requests\//, 'Pull requests'],
  [/^\/v1\/(?:projects\/\{projectId\}\/)?shares/, 'Share links'],
  [/^\/v1\/projects\/\{projectId\}\/keys/, 'API keys'],
  [/^\/v1\/projects\/\{projectId\}\/secrets/, 'Secrets'],
  [/^\/v1\/projects/, 'Projects'],
  [/^\/v1\/(?:users|invites|notices)/, 'People'],
  [/^\/v1\//, 'Sign-in'],
  [/^/, 'Service'],
]

export function routesOf(api: OpenApi): Route[] {
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      group: GROUPS.find(([pattern]) => pattern.test(path))![1],
      href: `/docs/${operation.operationId}`,
    })),
  )
  const order = GROUPS.map(([, group]) => group)
  return routes.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}

export function referenceSidebar(routes: readonly Route[]): SideGroup[] {
  const groups = new Map<string, SideGroup>()
  for (const { group, href, method, operation } of routes) {
    const found = groups.get(group) ?? { title: group, links: [] }
    found.links.push({ href, method, text: operation.summary })
    groups.set(group, found)
  }
  const start = {
    title: 'Start',
    links: [
      { href: '/docs', text: 'Overview' },
      { href: '/docs/objects', text: 'Objects' },
      { href: '/guide/errors', text: 'Errors' },
    ],
  }
  return [start, ...groups.values()]
}

export function findableOperations(routes: readonly Route[]): Findable[] {
  return routes.map(({ href, method, path, operation }) => ({
    href,
    page: 'API',
    title: operation.summary,
    text: `${method} ${path} ${operation.description} ${(operation.parameters ?? []).map(({ name }) => name).join(' ')}`,
  }))
}
