import type { Asked, Reply } from './scripted-reply.ts'

type Json = Record<string, any>

/** How one provider's interface looks on the wire. */
export interface WireFormat {
  provider: string
  keyVariable: string
  /** What the configured address ends with, and how the path of a question begins. */
  base: string
  path: string
  /** Google says in the path whether an answer is to be streamed. */
  isStreamed?(path: string): boolean
  read(body: Json): Omit<Asked, 'key' | 'characters'>
  whole(reply: Reply, index: number): Json
  stream(reply: Reply, index: number): string[]
  error(message: string): Json
}

const event = (data: Json | string, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const callId = (index: number, call: number) => `call_${index}_${call}`
const argumentsOf = ({ input, raw }: { input?: unknown; raw?: string }) => raw ?? JSON.stringify(input ?? {})
const usageOf = ({ usage }: Reply) => usage ?? { input: 100, output: 10 }

/** Content is a text, or a list of parts that have one. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: Json) => String(part['text'] ?? '')).join('')
}

const openaiError = (message: string) => ({ error: { message, type: 'scripted', code: null, param: null } })

const chat: WireFormat = {
  provider: 'compatible',
  keyVariable: 'DOCWRIGHT_MODEL_KEY',
  base: '/chat/v1',
  path: '/chat/v1/chat/completions',
  read: ({ messages, tools, model }) => ({
    model: String(model),
    system: messages
      .filter((one: Json) => one['role'] === 'system')
      .map((one: Json) => textOf(one['content']))
      .join('\n'),
    messages: messages
      .filter((one: Json) => one['role'] === 'user' || one['role'] === 'assistant')
      .map((one: Json) => ({ role: one['role'], text: textOf(one['content']) })),
    results: messages
      .filter((one: Json) => one['role'] === 'tool')
      .map((one: Json) => ({ id: String(one['tool_call_id']), text: textOf(one['content']) })),
    toolNames: (tools ?? []).map((one: Json) => String(one['function'].name)),
  }),
  whole: (reply, index) => ({
    id: `chat-${index}`,
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: chatEnd(reply),
        message: {
          role: 'assistant',
          content: reply.text ?? null,
          ...(reply.calls
            ? {
                tool_calls: reply.calls.map((call, position) => ({
                  id: callId(index, position),
                  type: 'function',
                  function: { name: call.name, arguments: argumentsOf(call) },
                })),
              }
            : {}),
        },
      },
    ],
    usage: chatUsage(reply),
  }),
  stream: (reply, index) => {
    const chunk = (delta: Json, more: Json = {}) =>
      event({
        id: `chat-${index}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason: null, ...more }],
      })
    return [
      chunk({ role: 'assistant', content: '' }),
      ...halves(reply.text ?? '').map((content) => chunk({ content })),
      ...(reply.calls ?? []).flatMap((call, position) => {
        const [first = '', second = ''] = halves(argumentsOf(call))
        return [
          chunk({
            tool_calls: [
              { index: position, id: callId(index, position), type: 'function', function: { name: call.name, arguments: first } },
            ],
          }),
          chunk({ tool_calls: [{ index: position, function: { arguments: second } }] }),
        ]
      }),
      chunk({}, { finish_reason: chatEnd(reply) }),
      event({
        id: `chat-${index}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [],
        usage: chatUsage(reply),
      }),
      event('[DONE]'),
    ]
  },
  error: openaiError,
}

function chatEnd({ end, calls }: Reply): string {
  if (end === 'length') return 'length'
  return end === 'filter' ? 'content_filter' : calls?.length ? 'tool_calls' : 'stop'
}

function chatUsage(reply: Reply): Json {
  const { input, output } = usageOf(reply)
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

const responses: WireFormat = {
  provider: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  base: '/responses/v1',
  path: '/responses/v1/responses',
  read: ({ input, tools, model, instructions }) => ({
    model: String(model),
    system: [
      String(instructions ?? ''),
      ...input
        .filter((one: Json) => one['role'] === 'system' || one['role'] === 'developer')
        .map((one: Json) => textOf(one['content'])),
    ].join('\n'),
    messages: input
      .filter((one: Json) => one['role'] === 'user' || one['role'] === 'assistant')
      .map((one: Json) => ({ role: one['role'], text: textOf(one['content']) })),
    results: input
      .filter((one: Json) => one['type'] === 'function_call_output')
      .map((one: Json) => ({ id: String(one['call_id']), text: textOf(one['output']) })),
    toolNames: (tools ?? []).map((one: Json) => String(one['name'])),
  }),
  whole: (reply, index) => responseObject(reply, index, responseItems(reply, index)),
  stream: (reply, index) => {
    const items = responseItems(reply, index)
    const open = { ...responseObject(reply, index, []), status: 'in_progress', usage: null, incomplete_details: null }
    let sequence = 0
    const say = (data: Json) => event({ ...data, sequence_number: sequence++ }, String(data['type']))
    return [
      say({ type: 'response.created', response: open }),
      ...items.flatMap((item, output_index) => {
        const start = item['type'] === 'message' ? { ...item, content: [] } : { ...item, arguments: '' }
        const deltas =
          item['type'] === 'message'
            ? halves(reply.text ?? '').map((delta) =>
                say({ type: 'response.output_text.delta', item_id: item['id'], output_index, content_index: 0, delta }),
              )
            : halves(String(item['arguments'])).map((delta) =>
                say({ type: 'response.function_call_arguments.delta', item_id: item['id'], output_index, delta }),
              )
        return [
          say({ type: 'response.output_item.added', output_index, item: start }),
          ...deltas,
          say({ type: 'response.output_item.done', output_index, item }),
        ]
      }),
      say({
        type: reply.end ? 'response.incomplete' : 'response.completed',
        response: responseObject(reply, index, items),
      }),
    ]
  },
  error: openaiError,
}

function responseItems(reply: Reply, index: number): Json[] {
  const text = reply.text ?? ''
  return [
    ...(text === ''
      ? []
      : [
          {
            type: 'message',
            id: `msg_${index}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...(reply.calls ?? []).map((call, position) => ({
      type: 'function_call',
      id: `fc_${index}_${position}`,
      call_id: callId(index, position),
      name: call.name,
      arguments: argumentsOf(call),
      status: 'completed',
    })),
  ]
}

function responseObject(reply: Reply, index: number, output: Json[]): Json {
  const { input, output: out } = usageOf(reply)
  const reason = reply.end === 'length' ? 'max_output_tokens' : reply.end === 'filter' ? 'content_filter' : null
  return {
    id: `resp_${index}`,
    object: 'response',
    created_at: 1,
    model: 'scripted',
    status: reason ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: reason ? { reason } : null,
    output,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: out,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + out,
    },
  }
}

const messages: WireFormat = {
  provider: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  base: '/anthropic/v1',
  path: '/anthropic/v1/messages',
  read: ({ system, messages: all, tools, model }) => ({
    model: String(model),
    system: textOf(system),
    messages: all.flatMap((one: Json) => {
      const text = textOf(
        Array.isArray(one['content']) ? one['content'].filter((part: Json) => part['type'] === 'text') : one['content'],
      )
      return text === '' ? [] : [{ role: one['role'], text }]
    }),
    results: all.flatMap((one: Json) =>
      Array.isArray(one['content'])
        ? one['content']
            .filter((part: Json) => part['type'] === 'tool_result')
            .map((part: Json) => ({ id: String(part['tool_use_id']), text: textOf(part['content']) }))
        : [],
    ),
    toolNames: (tools ?? []).map((one: Json) => String(one['name'])),
  }),
  whole: (reply, index) => ({
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [
      ...(reply.text ? [{ type: 'text', text: reply.text }] : []),
      ...(reply.calls ?? []).map((call, position) => ({
        type: 'tool_use',
        id: callId(index, position),
        name: call.name,
        input: call.input ?? {},
      })),
    ],
    stop_reason: anthropicEnd(reply),
    stop_sequence: null,
    usage: { input_tokens: usageOf(reply).input, output_tokens: usageOf(reply).output },
  }),
  stream: (reply, index) => {
    const { input, output } = usageOf(reply)
    const say = (data: Json) => event(data, String(data['type']))
    const blocks: { start: Json; deltas: Json[] }[] = [
      ...(reply.text
        ? [{ start: { type: 'text', text: '' }, deltas: halves(reply.text).map((text) => ({ type: 'text_delta', text })) }]
        : []),
      ...(reply.calls ?? []).map((call, position) => ({
        start: { type: 'tool_use', id: callId(index, position), name: call.name, input: {} },
        deltas: halves(argumentsOf(call)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      })),
    ]
    return [
      say({
        type: 'message_start',
        message: {
          id: `msg_${index}`,
          type: 'message',
          role: 'assistant',
          model: 'scripted',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: input, output_tokens: 0 },
        },
      }),
      ...blocks.flatMap(({ start, deltas }, position) => [
        say({ type: 'content_block_start', index: position, content_block: start }),
        ...deltas.map((delta) => say({ type: 'content_block_delta', index: position, delta })),
        say({ type: 'content_block_stop', index: position }),
      ]),
      say({
        type: 'message_delta',
        delta: { stop_reason: anthropicEnd(reply), stop_sequence: null },
        usage: { output_tokens: output },
      }),
      say({ type: 'message_stop' }),
    ]
  },
  error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
}

function anthropicEnd({ end, calls }: Reply): string {
  if (end === 'length') return 'max_tokens'
  return end === 'filter' ? 'refusal' : calls?.length ? 'tool_use' : 'end_turn'
}

const google: WireFormat = {
  provider: 'google',
  keyVariable: 'GEMINI_API_KEY',
  base: '/google/v1beta',
  path: '/google/v1beta/models/',
  isStreamed: (path) => path.includes(':streamGenerateContent'),
  read: ({ systemInstruction, contents, tools }) => ({
    model: 'scripted',
    system: textOf(systemInstruction?.parts),
    messages: contents.flatMap((one: Json) => {
      const text = textOf(one['parts'])
      return text === '' ? [] : [{ role: one['role'] === 'model' ? 'assistant' : 'user', text }]
    }),
    results: contents.flatMap((one: Json) =>
      one['parts']
        .filter((part: Json) => part['functionResponse'])
        .map((part: Json) => ({
          id: String(part['functionResponse'].id ?? ''),
          text: String(part['functionResponse'].response?.content ?? ''),
        })),
    ),
    toolNames: (tools ?? []).flatMap((one: Json) => one['functionDeclarations'] ?? []).map((one: Json) => String(one['name'])),
  }),
  whole: (reply) => googleAnswer(reply, reply.text ?? ''),
  stream: (reply) => {
    const [first = '', second = ''] = halves(reply.text ?? '')
    const start = { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: first }] } }] }
    return [...(first === '' ? [] : [event(start)]), event(googleAnswer(reply, second))]
  },
  error: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
}

function googleAnswer(reply: Reply, text: string): Json {
  const { input, output } = usageOf(reply)
  const parts = [
    ...(text === '' ? [] : [{ text }]),
    ...(reply.calls ?? []).map((call) => ({ functionCall: { name: call.name, args: call.input ?? {} } })),
  ]
  const finishReason = reply.end === 'length' ? 'MAX_TOKENS' : reply.end === 'filter' ? 'SAFETY' : 'STOP'
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
  }
}

/** Streams come in pieces, and what reads them must bear a cut anywhere. */
function halves(text: string): string[] {
  if (text.length < 2) return text === '' ? [] : [text]
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

export const WIRE_FORMATS = { chat, responses, messages, google }
