import type { Problem } from './types.ts'

/** An answer other than a success, with the problem that the service sent. */
export class DocwrightError extends Error {
  readonly problem: Problem
  /** When one more call passes, where the service said so. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(problem.detail)
    this.name = 'DocwrightError'
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface HttpOptions {
  baseUrl: string
  key?: string
  fetch?: typeof fetch
}

export type Query = Record<string, string | number | string[] | undefined>

/** Sends requests and reads answers, for all the clients. */
export class Http {
  readonly #options: HttpOptions

  constructor(options: HttpOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
  }

  async send<Result>(method: string, path: string, query: Query, body?: unknown, idempotencyKey?: string): Promise<Result> {
    const headers = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await this.fetch(path, query, headers, { method, ...content })
    if (answer.status === 204) return undefined as Result
    if (answer.ok) return (await answer.json()) as Result
    throw new DocwrightError(await readProblem(answer), readRetryAfter(answer))
  }

  fetch(path: string, query: Query, headers: Record<string, string>, init: RequestInit): Promise<Response> {
    const { baseUrl, key, fetch: send = fetch } = this.#options
    const url = new URL(baseUrl + path)
    for (const [name, values] of Object.entries(query))
      for (const value of [values].flat()) if (value !== undefined) url.searchParams.append(name, String(value))
    return send(url, { ...init, headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) } })
  }
}

export function readRetryAfter(answer: Response): number | null {
  return Number(answer.headers.get('retry-after')) || null
}

/** A proxy in between may answer with something else than a problem. */
export async function readProblem(answer: Response): Promise<Problem> {
  const text = await answer.text()
  try {
    const body = JSON.parse(text) as Problem
    if (typeof body.detail === 'string') return body
  } catch {
    // Answered below.
  }
  const detail = `The service answered ${answer.status}.`
  return {
    type: 'about:blank',
    title: answer.statusText,
    status: answer.status,
    detail,
    instance: answer.headers.get('x-request-id') ?? '',
    code: 'unknown',
    error: detail,
  }
}
