import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGithubHost } from '../../src/codehosts/github.ts'
import { readContract } from './openapi-contract.ts'
import {
  MERGED_AT,
  type ApiReply,
  type ApiRequest,
  type StandInKind,
  type StandInState,
  type StoredPullRequest,
  addPullRequest,
  pullRequestsByHead,
} from './stand-in.ts'

type Example = Record<string, unknown>

const { components } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/codehosts/github-openapi.json'), 'utf8'),
) as {
  components: { examples: Record<string, { value: unknown }> }
}
const example = (name: string) => structuredClone(components.examples[name]?.value)

/**
 * Not in the cut description: "Get a repository installation for the authenticated app" and "Get rules for a branch" in GitHub's
 * REST reference.
 */
const MORE_PATHS = {
  '/repos/{owner}/{repo}/rules/branches/{branch}': {
    get: {
      parameters: [{ name: 'per_page', in: 'query', schema: { type: 'integer', maximum: 100 } }],
      responses: {
        '200': {
          content: {
            'application/json': {
              schema: { type: 'array', items: { type: 'object', required: ['type'], properties: { type: { type: 'string' } } } },
            },
          },
        },
      },
    },
  },
  '/repos/{owner}/{repo}/installation': {
    get: {
      responses: {
        '200': {
          content: {
            'application/json': { schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
          },
        },
      },
    },
  },
}

export const githubKind: StandInKind = {
  name: 'GitHub',
  path: 'acme/docs',
  apiPath: '/api/v3',
  contract: readContract('github-openapi.json', { morePaths: MORE_PATHS }),
  isAuthorized: (authorization, { token }) => authorization === `Bearer ${token}`,
  isGitUser: (username) => username === 'x-access-token',
  answer,
  createHost: (deps, { url, token }) => createGithubHost(deps, { url, token }),
}

function answer(request: ApiRequest, state: StandInState): ApiReply {
  const { method, path, query } = request
  const repository = `/repos/${state.path}`
  if (!path.startsWith(repository)) return notFound()
  const rest = path.slice(repository.length)
  if (method === 'GET' && rest === '') return { status: 200, body: toRepository(state) }
  if (method === 'GET' && rest.startsWith('/git/ref/heads/')) return getRef(rest.slice('/git/ref/heads/'.length), state)
  if (method === 'GET' && rest.startsWith('/rules/branches/')) {
    const name = decodeURIComponent(rest.slice('/rules/branches/'.length))
    const isProtected = state.protects.some((rule) => (rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule))
    // A rule for everyone's branches beside those that protect one.
    return { status: 200, body: [{ type: 'required_signatures' }, ...(isProtected ? [{ type: 'pull_request' }] : [])] }
  }
  if (method === 'GET' && rest === '/pulls') {
    const [owner, head = ''] = query.get('head')?.split(':') ?? []
    const found = owner === state.path.split('/')[0] ? pullRequestsByHead(state, head) : []
    return { status: 200, body: found.map((one) => toPullRequest(one, state, 'simple')) }
  }
  if (method === 'POST' && rest === '/pulls') return create(request.body as Record<string, string>, state)
  const number = Number(/^\/pulls\/(\d+)$/.exec(rest)?.[1])
  const one = state.pullRequests.find((other) => other.number === number)
  if (!['GET', 'PATCH'].includes(method) || !one) return notFound()
  if (method === 'PATCH') Object.assign(one, request.body)
  return { status: 200, body: toPullRequest(one, state, 'full') }
}

function create(body: Record<string, unknown>, state: StandInState): ApiReply {
  if (state.isArchived)
    return {
      status: 403,
      body: { message: 'Repository was archived so is read-only.', documentation_url: 'https://docs.github.com' },
    }
  if (body['draft'] === true && !state.allowsDrafts)
    return invalid({ message: 'Draft pull requests are not supported in this repository.' })
  const { head, base, title, body: text } = body as { head: string; base: string; title: string; body: string }
  const added = addPullRequest(state, { head, base, title, body: text, isDraft: body['draft'] === true })
  if (added === 'exists') return invalid({ message: `A pull request already exists for acme:${head}.` })
  if (added === 'no-head') return invalid({ field: 'head', code: 'invalid' })
  if (added === 'no-base') return invalid({ field: 'base', code: 'invalid' })
  return { status: 201, body: toPullRequest(added, state, 'full') }
}

function getRef(name: string, state: StandInState): ApiReply {
  const sha = state.repositories.commitOf(state.path, decodeURIComponent(name))
  if (!sha) return notFound()
  const ref = example('git-ref') as { ref: string; object: { sha: string } }
  return { status: 200, body: { ...ref, ref: `refs/heads/${name}`, object: { ...ref.object, sha } } }
}

function toRepository(state: StandInState): Example {
  // The repositories that the example's one comes from lack a field of the schema; ours comes from none.
  const {
    parent: _,
    source: __,
    template_repository: ___,
    ...repository
  } = example('full-repository-default-response') as Example
  return {
    ...repository,
    full_name: state.path,
    language: null,
    archived: state.isArchived,
    permissions: { admin: false, pull: true, push: state.access === 'write' },
  }
}

function toPullRequest(one: StoredPullRequest, state: StandInState, form: 'simple' | 'full'): Example {
  const whole = (form === 'full' ? example('pull-request') : (example('pull-request-simple-items') as Example[])[0]) as Example
  const head = whole['head'] as Example
  return {
    ...whole,
    number: one.number,
    html_url: `${state.url}/${state.path}/pull/${one.number}`,
    state: one.state === 'open' ? 'open' : 'closed',
    title: one.title,
    body: one.body,
    draft: one.isDraft,
    merged_at: one.state === 'merged' ? MERGED_AT : null,
    requested_teams: [],
    head: { ...head, ref: one.head, sha: one.headCommit, repo: { ...(head['repo'] as Example), full_name: one.headRepository } },
  }
}

function invalid(error: Record<string, string>): ApiReply {
  const errors = [{ resource: 'PullRequest', code: 'custom', ...error }]
  return { status: 422, body: { message: 'Validation Failed', errors, documentation_url: 'https://docs.github.com/rest' } }
}

function notFound(): ApiReply {
  return { status: 404, body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' } }
}
