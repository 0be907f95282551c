import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { VERSION } from '../../version.ts'
import { ANSWER_HEADERS, type AnswerHeader, headersOf, headersOfProblem } from './answer-headers.ts'
import { COMPONENTS } from './components.ts'
import { NoContent } from './parts.ts'
import type { InSeveralTypes } from './responses.ts'

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, unknown>
    /** Problems, which are the same on all routes. */
    responses: Record<string, DescribedAnswer>
    headers: Record<string, { description: string; schema: { type: 'string' } }>
    securitySchemes: Record<string, unknown>
  }
}

export interface Operation {
  tags: string[]
  summary: string
  description: string
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: unknown }[]
  requestBody?: unknown
  responses: Record<string, DescribedAnswer | { $ref: string }>
}

export interface DescribedAnswer {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: unknown }>
}

interface RouteSchema {
  tags?: string[]
  summary?: string
  /** Public, so it stays when the summary gets better words. Left out, it is made from the summary. */
  operationId?: string
  description?: string
  params?: ObjectSchema
  querystring?: ObjectSchema
  headers?: ObjectSchema
  body?: TSchema
  response?: Record<string, TSchema | InSeveralTypes>
  /** Further types in which a success is answered when `Accept` asks for them. */
  produces?: string[]
  /** Further types in which the body is taken; with `body` left out, all of them. */
  consumes?: Record<string, TSchema>
  /** Headers of its own, by the status that they come with. */
  sends?: Record<number, AnswerHeader[]>
}

interface ObjectSchema {
  properties: Record<string, { description?: string; default?: unknown }>
  required?: string[]
}

/** In front of the status, in the names of shared answers. */
const PROBLEM = 'Problem'

const TAGS = [
  { name: 'Agent jobs', description: "An agent edits the project's repository in the background and opens a pull request." },
  { name: 'Page views', description: 'Views per page and in total, split into people and AI.' },
  { name: 'Projects and keys', description: "What the dashboard manages. For signed-in users: keys don't work here." },
  { name: 'Dashboard', description: "Sign-in and people. For signed-in users: keys don't work here." },
  { name: 'Service', description: 'For operators and load balancers. No key needed.' },
]

const ANSWERS: Record<string, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Stored.',
  204: 'Accepted.',
  302: 'Continue at `Location`.',
  304: 'Not changed since the given ETag.',
  400: "The input isn't valid; `details` says why.",
  401: 'The key or session is missing, malformed, unknown, expired or revoked.',
  403: "The key doesn't have the scope, or the user doesn't have the role.",
  404: "It doesn't exist, or the caller can't see it.",
  405: 'Use another method: `Allow` lists them.',
  409: 'Not possible in its current state.',
  413: 'The body is too large.',
  414: 'A part of the path is too long to be an id.',
  415: "The body isn't JSON in UTF-8, or has an encoding that this operation doesn't take.",
  422: 'The Idempotency-Key was used with another body.',
  429: 'Rate limit reached; `Retry-After` says how long to wait.',
  500: 'Internal error.',
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
    const method = String(route.method).toLowerCase()
    paths[path] = { ...paths[path], [method]: describeRoute(method, path, schema, route.config ?? {}) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docwright',
      version: VERSION,
      description:
        'Agent jobs and page views for documentation projects. Calls for a project need an admin key: `Authorization: Bearer dw_…`.',
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: TAGS,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, shorten(schema, schema)])),
      responses: describeProblems(paths),
      headers: Object.fromEntries(
        Object.entries(ANSWER_HEADERS).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
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
          description: "The session of a signed-in user. Changes must come from the dashboard's own pages.",
        },
      },
    },
  }
}

function describeRoute(method: string, path: string, schema: RouteSchema, config: FastifyContextConfig): Operation {
  const parameters = [
    ...toParameters('path', schema.params),
    ...toParameters('query', schema.querystring),
    ...toParameters('header', schema.headers),
  ]
  return {
    tags: schema.tags ?? [],
    summary: schema.summary!,
    description: schema.description ?? '',
    operationId: schema.operationId ?? toOperationId(schema.summary!),
    security: describeSecurity(path, config),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...describeBody(schema),
    responses: Object.fromEntries(
      Object.entries({ ...answersOfAll(method, path, config), ...schema.response }).map(([status, answer]) => [
        status,
        answer === COMPONENTS['Problem']
          ? { $ref: `#/components/responses/${PROBLEM}${status}` }
          : {
              ...describeAnswer(status, answer, status === '200' ? (schema.produces ?? []) : []),
              headers: describeHeaders([
                ...(Number(status) < 400 ? headersOf(status, config) : headersOfProblem(status)),
                ...(schema.sends?.[Number(status)] ?? []),
              ]),
            },
      ]),
    ),
  }
}

function describeProblems(paths: OpenApi['paths']): Record<string, DescribedAnswer> {
  const references = [...JSON.stringify(paths).matchAll(new RegExp(`responses/${PROBLEM}(\\d+)"`, 'g'))]
  const statuses = [...new Set(references.map(([, status]) => status!))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      PROBLEM + status,
      {
        ...describeAnswer(status, COMPONENTS['Problem']!, []),
        headers: describeHeaders(headersOfProblem(status)),
      },
    ]),
  )
}

function describeBody({ body, consumes }: RouteSchema): Pick<Operation, 'requestBody'> {
  const types = { ...(body ? { 'application/json': body } : {}), ...consumes }
  const content = Object.entries(types).map(([type, schema]) => [type, { schema: shorten(schema) }])
  return content.length === 0 ? {} : { requestBody: { required: true, content: Object.fromEntries(content) } }
}

/** Answers that no route has to name, because they come before its handler. */
function answersOfAll(method: string, path: string, { hasEntityTag }: FastifyContextConfig): Record<string, TSchema> {
  const problem = COMPONENTS['Problem']!
  const isRead = method === 'get'
  return {
    ...(isRead && hasEntityTag ? { 304: NoContent } : {}),
    400: problem,
    405: problem,
    ...(isRead ? {} : { 413: problem, 415: problem }),
    ...(path.includes('{') ? { 414: problem } : {}),
  }
}

function describeHeaders(names: readonly AnswerHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Every way by itself is enough. */
function describeSecurity(path: string, { role, isKeyOnly }: FastifyContextConfig): Operation['security'] {
  if (role !== undefined) return role === 'anyone' ? [] : [{ session: [] }]
  if (!path.includes('{projectId}')) return []
  return isKeyOnly ? [{ adminKey: [] }] : [{ adminKey: [] }, { session: [] }]
}

function describeAnswer(status: string, answer: TSchema | InSeveralTypes, more: string[]): DescribedAnswer {
  const description = ANSWERS[status] ?? ''
  if (['204', '302', '304'].includes(status)) return { description }
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
