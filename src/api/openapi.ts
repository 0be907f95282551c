import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { VERSION } from '../version.ts'
import { COMPONENTS } from './components.ts'
import type { InSeveralTypes } from './responses.ts'

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

export interface Operation {
  tags: string[]
  summary: string
  description: string
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: unknown }[]
  requestBody?: unknown
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

interface RouteSchema {
  tags?: string[]
  summary?: string
  description?: string
  params?: ObjectSchema
  querystring?: ObjectSchema
  headers?: ObjectSchema
  body?: TSchema
  response?: Record<string, TSchema | InSeveralTypes>
  /** Further types in which a success is answered when `Accept` asks for them. */
  produces?: string[]
}

interface ObjectSchema {
  properties: Record<string, { description?: string; default?: unknown }>
  required?: string[]
}

const TAGS = [
  { name: 'Agent jobs', description: 'An agent edits the repository of the project in the background and opens a pull request.' },
  { name: 'Page views', description: 'Views per page and in total, people and AI apart.' },
  { name: 'Projects and keys', description: 'What the dashboard manages. For sessions only: keys do not work here.' },
  { name: 'Dashboard', description: 'Signing in, and the people who may. For sessions only: keys do not work here.' },
  { name: 'Service', description: 'For operators and load balancers. No key is needed.' },
]

const ANSWERS: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Stored.',
  204: 'Taken.',
  302: 'Go on at `Location`.',
  304: 'Not changed since the given ETag.',
  400: 'The input is not valid; `details` says what.',
  401: 'No key or session, or one that is malformed, unknown, expired or revoked.',
  403: 'The key lacks the scope, or the user the role.',
  404: 'No such thing, or the caller may not see it.',
  409: 'Its state forbids it.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key was used with another body.',
  429: 'The limit is reached; `Retry-After` says when one more call passes.',
  500: 'Our mistake.',
  503: 'Overloaded or stopping; `Retry-After` says when to try again.',
  507: 'The disk is full; `Retry-After` says when to try again.',
}

/** Describes the routes by the very schemas that validate their input and write their answers. */
export function describeRoutes(routes: readonly RouteOptions[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const schema = (route.schema ?? {}) as RouteSchema
    if (!schema.summary || route.method === 'HEAD') continue
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: describeRoute(path, schema, route.config ?? {}) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docwright',
      version: VERSION,
      description:
        'Agent jobs and page views for documentation projects. Every route of a project needs an admin key: `Authorization: Bearer dw_…`.',
    },
    tags: TAGS,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, shorten(schema, schema)])),
      securitySchemes: {
        adminKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An admin key of the project, from its API keys page. Keep it on your servers.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-docwright',
          description: 'The session of somebody who signed in to the dashboard. What changes something must come from its pages.',
        },
      },
    },
  }
}

function describeRoute(path: string, schema: RouteSchema, config: FastifyContextConfig): Operation {
  const parameters = [
    ...toParameters('path', schema.params),
    ...toParameters('query', schema.querystring),
    ...toParameters('header', schema.headers),
  ]
  return {
    tags: schema.tags ?? [],
    summary: schema.summary!,
    description: schema.description ?? '',
    operationId: toOperationId(schema.summary!),
    security: describeSecurity(path, config),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schema.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: shorten(schema.body) } } } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(schema.response ?? {}).map(([status, answer]) => [
        status,
        describeAnswer(status, answer, status === '200' ? (schema.produces ?? []) : []),
      ]),
    ),
  }
}

/** Every way by itself is enough. */
function describeSecurity(path: string, { role, isKeyOnly }: FastifyContextConfig): Operation['security'] {
  if (role !== undefined) return role === 'anyone' ? [] : [{ session: [] }]
  if (!path.includes('{projectId}')) return []
  return isKeyOnly ? [{ adminKey: [] }] : [{ adminKey: [] }, { session: [] }]
}

function describeAnswer(status: string, answer: TSchema | InSeveralTypes, more: string[]): Operation['responses'][string] {
  const description = ANSWERS[status] ?? ''
  if (status === '204' || status === '302') return { description }
  if ('content' in answer) return { description, content: shorten(answer.content) as Record<string, { schema: unknown }> }
  const type = answer === COMPONENTS['Problem'] ? 'application/problem+json' : 'application/json'
  const others = more.map((other) => [other, { schema: { type: 'string' } }])
  return { description, content: { [type]: { schema: shorten(answer) }, ...Object.fromEntries(others) } }
}

function toParameters(place: string, schema: ObjectSchema | undefined): NonNullable<Operation['parameters']> {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...property }]) => ({
    name: place === 'header' ? toHeaderName(name) : name,
    in: place,
    // A parameter with a default may be left out, although the handler always gets it.
    required: (schema?.required?.includes(name) ?? false) && property.default === undefined,
    ...(description ? { description } : {}),
    schema: shorten(property),
  }))
}

function toHeaderName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function toOperationId(summary: string): string {
  const [first = '', ...rest] = summary
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .split(' ')
    .filter((word) => !['a', 'an', 'the', 'of', 'to'].includes(word))
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** A copy in which the named schemas are references. `root` is the one whose own description this is. */
function shorten(value: unknown, root?: unknown): unknown {
  const name = value === root ? undefined : Object.keys(COMPONENTS).find((key) => COMPONENTS[key] === value)
  if (name) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(value)) return value.map((item) => shorten(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
}
