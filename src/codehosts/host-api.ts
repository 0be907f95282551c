import type { Clock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { Turns } from '../lib/turns.ts'
import { toHostFault } from './host-fault.ts'
import type { HostReply } from './host-reply.ts'

/** Longer than any answer seen from a host that works; a job must not hang on one that does not. */
const TIMEOUT_MS = 30_000

/** A page of 30 pull requests is about 1 MB on GitHub. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** What went wrong with the certificate, in the words of Node's TLS. None of it passes by waiting. */
const CERTIFICATE_ERRORS = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What all hosted code hosts need from outside. */
export interface HostedDeps {
  fetch: Fetch
  clock: Clock
  /** Calls for one branch in this process wait for each other; without it, those of one `CodeHost` do. */
  turns?: Turns
  /** For tests: lets the host be on this machine, without encryption. */
  isLoopbackHttpAllowed?: boolean
  /** For tests: how long a request may take. */
  timeoutMs?: number
}

export interface HostRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** With every part already encoded. */
  path: string
  query?: Record<string, string | string[]>
  body?: unknown
  authorization: string
  signal?: AbortSignal | undefined
}

/** A compiled TypeBox schema. */
export interface Shape<Content> {
  Check(value: unknown): value is Content
}

/** One code host's HTTP API. */
export interface HostApi {
  /** Answers with any status. Throws a `Fault` when there is no answer that can be used. */
  send(request: HostRequest): Promise<HostReply>
  /** The answer's content if the request went well and the answer has the parts that we rely on; throws a `Fault` otherwise. */
  accept<Content>(reply: HostReply, shape: Shape<Content>): Content
  /** What a refusal means. */
  fault(reply: HostReply): Fault
}

/** @param headers Sent with every request. */
export function createHostApi(deps: HostedDeps, name: string, url: string, headers: Record<string, string> = {}): HostApi {
  const fault = (reply: HostReply) => toHostFault(name, reply, deps.clock.now())
  return {
    send: (request) => send(deps, name, url, headers, request),
    accept: (reply, shape) => {
      if (reply.status < 200 || reply.status > 299) throw fault(reply)
      if (!shape.Check(reply.body)) throw unusable(name)
      return reply.body
    },
    fault,
  }
}

async function send(
  deps: HostedDeps,
  name: string,
  url: string,
  headers: Record<string, string>,
  request: HostRequest,
): Promise<HostReply> {
  const timeout = AbortSignal.timeout(deps.timeoutMs ?? TIMEOUT_MS)
  try {
    // A redirect is never followed: it could lead to a machine that must not get the token, or that is none of our business.
    const response = await deps.fetch(`${url}${request.path}${toQuery(request.query)}`, {
      method: request.method,
      headers: {
        accept: 'application/json',
        'user-agent': 'docwright',
        ...headers,
        authorization: request.authorization,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
    })
    return { status: response.status, headers: response.headers, body: await readJson(response, name) }
  } catch (error) {
    if (error instanceof Fault) throw error
    request.signal?.throwIfAborted()
    throw timeout.aborted ? tooSlow(name) : unreachable(name, error)
  }
}

function toQuery(query: HostRequest['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query)) for (const value of [values].flat()) search.append(name, value)
  return search.size > 0 ? `?${search}` : ''
}

async function readJson(response: Response, name: string): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Counted while it arrives: a length in the header is a claim, and may be missing.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw unusable(name)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    return null
  }
}

function unusable(name: string): Fault {
  return new Fault({
    code: 'code_host_answer_invalid',
    message: `${name} sent an answer that Docwright cannot use.`,
    hint: `Check that the address leads to ${name}, not to a sign-in page or a proxy.`,
  })
}

function tooSlow(name: string): Fault {
  return new Fault({ code: 'code_host_timeout', message: `${name} took too long to answer.`, isPassing: true })
}

/** Only the code of the error is kept: its text may repeat what was sent. */
function unreachable(name: string, error: unknown): Fault {
  const code = errorCode(error)
  const fault = CERTIFICATE_ERRORS.test(code)
    ? new Fault({
        code: 'code_host_certificate',
        message: `The server doesn't trust the certificate of ${name}.`,
        hint: 'Install the certificate authority on the server, and name it in NODE_EXTRA_CA_CERTS.',
      })
    : new Fault({
        code: 'code_host_unreachable',
        message: `${name} can't be reached.`,
        hint: 'Check the network and the address of the code host.',
        isPassing: true,
      })
  fault.cause = code
  return fault
}

function errorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : 'unknown'
}
