import { afterEach, describe, expect, it } from 'vitest'
import { type OpenProxy, openProxy } from '../support/open-proxy.ts'

let open: OpenProxy | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

const MODELS = {
  chat: 'openai/m',
  compatible: 'compatible/m',
  responses: 'openai/m',
  messages: 'anthropic/m',
  google: 'google/m',
}
const PATHS = {
  chat: '/v1/chat/completions',
  compatible: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages?beta=true',
  google: '/v1beta/models/other:generateContent',
}
type Format = keyof typeof MODELS

const ask = async (format: Format, body: object, headers = {}) => {
  open = await openProxy(MODELS[format], () => Response.json({ usage: { input_tokens: 1, output_tokens: 1 } }))
  return { answer: await open.ask(PATHS[format], body, headers), sent: open.sent }
}

const PNG = 'iVBORw0KGgo='
const IMAGE = `data:image/png;base64,${PNG}`
const chat = (content: unknown, more = {}) => ({ messages: [{ role: 'user', content }], ...more })
const responses = (content: unknown, more = {}) => ({ input: [{ role: 'user', content }], ...more })
const messages = (content: unknown, more = {}) => ({ max_tokens: 100, messages: [{ role: 'user', content }], ...more })
const google = (part: object, more = {}) => ({ contents: [{ role: 'user', parts: [part] }], ...more })
const base64 = { type: 'base64', media_type: 'image/png', data: PNG }
const schema = { type: 'object', properties: { path: { type: 'string' } } }

/** Everything that a program may ask, with nothing to leave out. */
const WHOLE: [Format, object, object][] = [
  [
    'chat',
    {
      messages: [
        { role: 'system', content: 'S' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'T' },
            { type: 'image_url', image_url: { url: IMAGE, detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: '1', content: 'done' },
      ],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: schema, strict: true } }],
      tool_choice: { type: 'function', function: { name: 'f' } },
      stream: true,
      max_tokens: 50,
      temperature: 0,
      stop: ['x'],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
    },
    { model: 'm', stream_options: { include_usage: true } },
  ],
  [
    'responses',
    {
      instructions: 'I',
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'T' },
            { type: 'input_image', image_url: IMAGE },
          ],
        },
        { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 's' }], encrypted_content: 'e' },
        { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: '1', output: 'done' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'A' }] },
      ],
      tools: [
        { type: 'function', name: 'f', parameters: schema, strict: false },
        { type: 'namespace', name: 'n', description: 'd', tools: [{ type: 'function', name: 'g', parameters: schema }] },
        { type: 'custom', name: 'apply_patch', format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      text: { verbosity: 'low' },
      stream: true,
      prompt_cache_key: 'k',
    },
    { model: 'm', store: false },
  ],
  [
    'messages',
    {
      system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
      max_tokens: 2000,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'T' },
            { type: 'image', source: base64 },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 't', signature: 's' },
            { type: 'tool_use', id: '1', name: 'f', input: { url: 'https://example.com/x' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'done' }] }] },
      ],
      tools: [{ name: 'f', description: 'd', input_schema: schema, cache_control: { type: 'ephemeral' } }],
      tool_choice: { type: 'auto' },
      thinking: { type: 'enabled', budget_tokens: 1024 },
      stream: true,
    },
    { model: 'm' },
  ],
  [
    'google',
    {
      systemInstruction: { role: 'user', parts: [{ text: 'S' }] },
      contents: [
        { role: 'user', parts: [{ text: 'T' }, { inlineData: { mimeType: 'image/png', data: PNG } }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: { path: 'x' } }, thoughtSignature: 's' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'done' } } }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: schema }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      generationConfig: { temperature: 0, topP: 1, maxOutputTokens: 100, thinkingConfig: { includeThoughts: true } },
    },
    {},
  ],
]

/** What would let the provider fetch, run, keep or take up something. */
const REFUSED: [Format, string, object][] = [
  ['chat', 'an image elsewhere', chat([{ type: 'image_url', image_url: { url: 'https://example.com/?secret' } }])],
  [
    'chat',
    'an image elsewhere that looks like one inside',
    chat([{ type: 'image_url', image_url: { url: 'data:https://example.com' } }]),
  ],
  ['chat', 'a stored file', chat([{ type: 'file', file: { file_id: 'file-1' } }])],
  ['chat', 'a part of an unknown type', chat([{ type: 'video_url', video_url: { url: 'https://example.com' } }])],
  ['chat', 'a tool of the provider', chat('x', { tools: [{ type: 'web_search' }] })],
  ['chat', 'a search', chat('x', { web_search_options: { search_context_size: 'low' } })],
  ['chat', 'a stored answer', { messages: [{ role: 'assistant', content: [{ type: 'audio', id: 'x' }] }] }],
  ['compatible', 'plug-ins', chat('x', { plugins: [{ id: 'web' }] })],
  ['compatible', 'an image elsewhere', chat([{ type: 'image_url', image_url: { url: 'http://169.254.169.254/' } }])],
  ['responses', 'an image elsewhere', responses([{ type: 'input_image', image_url: 'https://example.com' }])],
  ['responses', 'a stored image', responses([{ type: 'input_image', image_url: IMAGE, file_id: 'file-1' }])],
  ['responses', 'a file elsewhere', responses([{ type: 'input_file', file_data: IMAGE, file_url: 'https://example.com' }])],
  [
    'responses',
    'an image elsewhere in the answer of a tool',
    {
      input: [
        { type: 'function_call_output', call_id: '1', output: [{ type: 'input_image', image_url: 'https://example.com' }] },
      ],
    },
  ],
  ...[
    'web_search',
    'web_search_preview',
    'mcp',
    'file_search',
    'code_interpreter',
    'computer_use_preview',
    'image_generation',
    'shell',
    'tool_search',
  ].map((type): [Format, string, object] => [
    'responses',
    `the tool ${type}`,
    responses('x', { tools: [{ type, server_url: 'https://example.com', container: { type: 'auto' } }] }),
  ]),
  [
    'responses',
    'a tool of the provider among others',
    responses('x', { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'web_search' }] }] }),
  ],
  ['responses', 'a reference to something stored', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  ['responses', 'an approval of a tool of the provider', { input: [{ type: 'mcp_approval_response', approve: true }] }],
  ['responses', 'work in the background', responses('x', { background: true })],
  ['responses', 'an earlier answer', responses('x', { previous_response_id: 'resp_1' })],
  ['responses', 'a stored conversation', responses('x', { conversation: 'conv_1' })],
  ['responses', 'a stored prompt', responses('x', { prompt: { id: 'pmpt_1' } })],
  ['responses', 'a tool of the provider as the choice', responses('x', { tool_choice: { type: 'mcp', server_label: 'x' } })],
  ['messages', 'an image elsewhere', messages([{ type: 'image', source: { type: 'url', url: 'https://example.com' } }])],
  ['messages', 'a stored image', messages([{ type: 'image', source: { type: 'file', file_id: 'file_1' } }])],
  ['messages', 'a document elsewhere', messages([{ type: 'document', source: { type: 'url', url: 'https://example.com' } }])],
  [
    'messages',
    'a document elsewhere in the answer of a tool',
    messages([
      {
        type: 'tool_result',
        tool_use_id: '1',
        content: [{ type: 'document', source: { type: 'url', url: 'https://example.com' } }],
      },
    ]),
  ],
  [
    'messages',
    'an image elsewhere within a document',
    messages([
      {
        type: 'document',
        source: { type: 'content', content: [{ type: 'image', source: { type: 'url', url: 'https://example.com' } }] },
      },
    ]),
  ],
  ['messages', 'servers for tools', messages('x', { mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'x' }] })],
  ['messages', 'a container', messages('x', { container: { skills: [{ type: 'anthropic', skill_id: 'pdf' }] } })],
  ...['web_search_20250305', 'web_fetch_20250910', 'code_execution_20250825', 'computer_20250124', 'mcp_toolset'].map(
    (type): [Format, string, object] => ['messages', `the tool ${type}`, messages('x', { tools: [{ type, name: 'x' }] })],
  ),
  [
    'messages',
    'a tool of the provider that was used',
    messages([{ type: 'server_tool_use', id: '1', name: 'web_search', input: {} }]),
  ],
  ['messages', 'an upload to a container', messages([{ type: 'container_upload', file_id: 'file_1' }])],
  ['google', 'a file elsewhere', google({ fileData: { fileUri: 'https://www.youtube.com/watch?v=x' } })],
  ['google', 'a file elsewhere, in the other spelling', google({ file_data: { file_uri: 'gs://x/y' } })],
  ['google', 'a file elsewhere beside a text', google({ text: 'x', fileData: { fileUri: 'https://example.com' } })],
  [
    'google',
    'a file elsewhere in the answer of a tool',
    google({ functionResponse: { name: 'f', response: {}, parts: [{ fileData: { fileUri: 'https://example.com' } }] } }),
  ],
  ['google', 'code that was run', google({ executableCode: { language: 'PYTHON', code: 'x' } })],
  ...[
    'googleSearch',
    'google_search',
    'googleSearchRetrieval',
    'urlContext',
    'url_context',
    'codeExecution',
    'computerUse',
    'googleMaps',
    'fileSearch',
    'mcpServers',
  ].map((name): [Format, string, object] => ['google', `the tool ${name}`, google({ text: 'x' }, { tools: [{ [name]: {} }] })]),
  [
    'google',
    'a tool of the provider beside functions',
    google({ text: 'x' }, { tools: [{ functionDeclarations: [], googleSearch: {} }] }),
  ],
  ['google', 'something stored', google({ text: 'x' }, { cachedContent: 'cachedContents/x' })],
  ['google', 'something stored, in the other spelling', google({ text: 'x' }, { cached_content: 'cachedContents/x' })],
]

/** Fields that are left out, because a question without them is the same question. */
const LEFT_OUT = {
  store: true,
  metadata: { user_id: 'x', secret: 'y' },
  user: 'someone',
  service_tier: 'priority',
  speed: 'fast',
  n: 50,
  candidateCount: 50,
  logit_bias: { 1: 2 },
  safety_identifier: 'x',
  max_tool_calls: 3,
  betas: ['mcp-client-2025-11-20'],
  models: ['another'],
  route: 'fallback',
  provider: { order: ['x'] },
  labels: { a: 'b' },
  an_unknown_switch: true,
  an_unknown_object: { url: 'https://example.com' },
  __proto__x: 1,
}

describe('a question of a program', () => {
  it.each(WHOLE)('reaches the provider whole when all of it may pass: %s', async (format, body, added) => {
    const { answer, sent } = await ask(format, body)
    expect(answer.status).toBe(200)
    expect(sent[0]!.body).toEqual({ ...body, ...added })
  })

  it.each(REFUSED)('is refused in %s with %s, and the program is told why', async (format, _, body) => {
    const { answer, sent } = await ask(format, body)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text).error.message).toMatch(/^Docwright does not pass this on to the model: .+\.$/)
    expect(sent).toEqual([])
    expect(open!.proxy.usage()).toMatchObject({ turns: 0 })
  })

  it.each([
    ['chat', chat('x')],
    ['compatible', chat('x')],
    ['responses', responses('x')],
    ['messages', messages('x')],
    ['google', google({ text: 'x' })],
  ] as [Format, object][])('loses what is not known, in %s', async (format, body) => {
    const plain = await ask(format, body)
    await open!.close()
    const { answer, sent } = await ask(format, {
      ...body,
      ...LEFT_OUT,
      generationConfig: { candidateCount: 5, speechConfig: {} },
    })
    expect(answer.status).toBe(200)
    const { generationConfig, ...rest } = sent[0]!.body
    expect(generationConfig ?? {}).toEqual({})
    expect(rest).toEqual(plain.sent[0]!.body)
  })

  it('reaches the provider with the named betas only, and no other header of the program', async () => {
    const { sent } = await ask('messages', messages('x'), {
      'anthropic-beta':
        'claude-code-20250219, mcp-client-2025-11-20,web-fetch-2025-09-10,interleaved-thinking-2025-05-14, files-api-2025-04-14',
      'x-api-key': 'stolen',
      'openai-organization': 'x',
      'anthropic-dangerous-direct-browser-access': 'true',
      cookie: 'a=b',
    })
    expect(sent[0]!.headers).toEqual({
      'content-type': 'application/json',
      'anthropic-beta': 'claude-code-20250219,interleaved-thinking-2025-05-14',
      'anthropic-version': '2023-06-01',
      'x-api-key': 'k',
    })
  })

  it('may be about how long it is', async () => {
    open = await openProxy('google/m', () => Response.json({ totalTokens: 3 }))
    const wrapped = { generateContentRequest: { model: 'models/other', ...google({ text: 'x' }), tools: [{ googleSearch: {} }] } }
    expect((await open.ask('/v1beta/models/x:countTokens', wrapped)).status).toBe(400)
    expect(
      (await open.ask('/v1beta/models/x:countTokens', { ...wrapped, generateContentRequest: google({ text: 'x' }) })).status,
    ).toBe(200)
    expect(open.sent[0]!.body).toEqual({ generateContentRequest: { model: 'models/m', ...google({ text: 'x' }) } })
    expect(open.proxy.usage()).toMatchObject({ inputTokens: 0, outputTokens: 0 })
  })
})
