import {
  client,
  type ClientConnection,
  methods,
  ndJsonStream,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  type SessionUpdate,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { Fault } from '../../lib/fault.ts'
import type { AgentTask } from '../agent.ts'
import { decidePermission } from './permission-policy.ts'

export interface SessionOptions {
  /** Where the workspace is, as the program sees it. */
  workspace: string
  /** The session of an earlier part of the run, to go on with. */
  sessionId: string | null
  messageBytesMax: number
  emit: NonNullable<AgentTask['emit']>
}

/** A conversation with a running agent program. */
export interface Session {
  id: string
  /** False when the program could not go on with the earlier session, so that it knows nothing of it. */
  isResumed: boolean
  /** Sends a message and waits for the end of the turn. Returns what the program said last. */
  prompt(text: string): Promise<string>
  close(): void
}

/** What a program says while it works, in the order in which it says it. */
class Transcript {
  readonly #emit: SessionOptions['emit']
  #text = ''
  /** Calls that were not reported yet: the kind of tool, and what the program calls it. */
  readonly #calls = new Map<string, { kind: string; title: string }>()
  readonly #seen = new Set<string>()
  /** An earlier session is played back while it is loaded; that has been reported before. */
  isMuted = false

  constructor(emit: SessionOptions['emit']) {
    this.#emit = emit
  }

  add(update: SessionUpdate, workspace: string): void {
    if (this.isMuted) return
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') this.#text += update.content.text
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return
    this.call(update, workspace)
  }

  /** A call of a tool, as far as it is known. Some programs tell of it only when they ask for permission. */
  call(update: ToolCallUpdate, workspace: string): void {
    if (!this.#seen.has(update.toolCallId)) {
      this.take()
      this.#seen.add(update.toolCallId)
      this.#calls.set(update.toolCallId, { kind: update.kind ?? 'other', title: update.title ?? '' })
    }
    // Many programs say first that they call a tool, and a moment later for which file.
    const paths = (update.locations ?? []).map(({ path }) => path.replace(`${workspace}/`, ''))
    const isOver = update.status === 'completed' || update.status === 'failed'
    const call = this.#calls.get(update.toolCallId)
    if (!call || (paths.length === 0 && !isOver)) return
    this.#calls.delete(update.toolCallId)
    const words = paths.length > 0 ? paths.join(', ') : update.title || call.title
    this.#emit({ kind: 'tool', data: { name: call.kind, arguments: words.slice(0, 300) } })
  }

  /** What was said since the last use of a tool. */
  take(): string {
    const text = this.#text.trim()
    this.#text = ''
    if (text !== '') this.#emit({ kind: 'text', data: { text } })
    return text
  }
}

/** Greets the program and opens a session: the earlier one if it can, else a new one. */
export async function openSession(program: ChildProcessWithoutNullStreams, options: SessionOptions): Promise<Session> {
  const { workspace, emit } = options
  const transcript = new Transcript(emit)
  const stream = ndJsonStream(
    Writable.toWeb(program.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(program.stdout) as ReadableStream<Uint8Array>,
    { maxMessageBytes: options.messageBytesMax },
  )
  const connection = client({ name: 'docwright' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      const { isAllowed, response } = decidePermission(params, workspace)
      const what = params.toolCall.title ?? params.toolCall.kind ?? 'a tool'
      if (isAllowed) transcript.call(params.toolCall, workspace)
      else
        emit({
          kind: 'warning',
          data: { code: 'permission_refused', message: `The agent was not allowed: ${what.slice(0, 300)}` },
        })
      return response
    })
    .onNotification(methods.client.session.update, ({ params }) => transcript.add(params.update, workspace))
    .connect(stream)
  const found = await startSession(connection, options, transcript)
  return {
    ...found,
    prompt: async (text) => {
      const { stopReason } = await connection.agent.request(methods.agent.session.prompt, {
        sessionId: found.id,
        prompt: [{ type: 'text', text }],
      })
      const answer = transcript.take()
      if (stopReason !== 'end_turn') throw stopped(stopReason)
      return answer
    },
    close: () => connection.close(),
  }
}

async function startSession(
  { agent }: ClientConnection,
  { workspace, sessionId }: SessionOptions,
  transcript: Transcript,
): Promise<{ id: string; isResumed: boolean }> {
  // No files and no terminals of ours: the program has its own, inside the sandbox.
  const { protocolVersion, agentCapabilities } = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  })
  if (protocolVersion !== PROTOCOL_VERSION)
    throw new Fault({
      code: 'acp_protocol_version',
      message: `The agent program speaks version ${protocolVersion} of the Agent Client Protocol, and Docwright speaks version ${PROTOCOL_VERSION}.`,
      hint: 'Install a version of the program that fits.',
    })
  const place = { cwd: workspace, mcpServers: [] }
  if (sessionId !== null) {
    const method = agentCapabilities?.sessionCapabilities?.resume
      ? methods.agent.session.resume
      : agentCapabilities?.loadSession
        ? methods.agent.session.load
        : null
    transcript.isMuted = true
    // A program that lost the session starts anew; only if that fails too, the run does.
    const isResumed =
      method !== null &&
      (await agent.request(method, { ...place, sessionId }).then(
        () => true,
        () => false,
      ))
    transcript.isMuted = false
    if (isResumed) return { id: sessionId, isResumed: true }
  }
  const opened: NewSessionResponse = await agent.request(methods.agent.session.new, place)
  return { id: opened.sessionId, isResumed: false }
}

function stopped(reason: string): Fault {
  const sentences: Record<string, string> = {
    refusal: 'The agent refused the instruction.',
    max_tokens: 'The agent used the tokens that its model may write at once.',
    max_turn_requests: 'The agent used the calls of the model that it gives itself for one instruction.',
    cancelled: 'The agent stopped early.',
  }
  const code = reason === 'refusal' ? 'model_refused' : 'acp_stopped'
  return new Fault({
    code,
    message: Object.hasOwn(sentences, reason) ? sentences[reason]! : `The agent stopped: ${reason}.`,
    hint: 'Say the instruction in other words, or ask for less at once.',
  })
}
