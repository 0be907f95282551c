import {
  type Pick,
  byType,
  cacheControl,
  data,
  firstOf,
  flag,
  listOf,
  needed,
  number,
  object,
  oneOf,
  refused,
  text,
  tokens,
} from './pick.ts'

/** Anthropic's messages. */

/**
 * Features in trial that change how the model answers, and nothing else. Others are left out: some let the provider fetch pages, run
 * code, or reach servers that the question names.
 */
const BETAS: ReadonlySet<string> = new Set([
  'adaptive-thinking-2026-01-28',
  'claude-code-20250219',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'extended-cache-ttl-2025-04-11',
  'fine-grained-tool-streaming-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'prompt-caching-2024-07-31',
  'prompt-caching-scope-2026-01-05',
  'redact-thinking-2026-02-12',
  'structured-outputs-2025-11-13',
  'token-counting-2024-11-01',
  'token-efficient-tools-2025-02-19',
  'tool-examples-2025-10-29',
])

export function allowedBetas(header: string | undefined): string | null {
  const names = (header ?? '').split(',').map((name) => name.trim())
  return names.filter((name) => BETAS.has(name)).join(',') || null
}

const base64 = object({ media_type: needed(text), data: needed(text) })
const caching = { cache_control: cacheControl }
const textBlock = object({ text: needed(text), ...caching })
const image = object({ source: needed(byType({ base64 })), ...caching })

const inner = byType({ text: textBlock, image })
const document = object({
  source: needed(byType({ base64, text: base64, content: object({ content: firstOf(text, listOf(inner)) }) })),
  title: text,
  context: text,
  citations: object({ enabled: flag }),
  ...caching,
})
const searchResult = object({
  source: text,
  title: text,
  content: listOf(byType({ text: textBlock })),
  citations: object({ enabled: flag }),
  ...caching,
})

const block = byType({
  text: textBlock,
  image,
  document,
  search_result: searchResult,
  thinking: object({ thinking: text, signature: text }),
  redacted_thinking: object({ data: text }),
  tool_use: object({ id: text, name: text, input: data, ...caching }),
  tool_result: object({
    tool_use_id: text,
    content: firstOf(text, listOf(byType({ text: textBlock, image, document, search_result: searchResult }))),
    is_error: flag,
    ...caching,
  }),
})

const tool: Pick = byType(
  {
    custom: object({
      name: needed(text),
      description: text,
      input_schema: data,
      strict: flag,
      eager_input_streaming: flag,
      input_examples: data,
      ...caching,
    }),
  },
  'custom',
)

/** Clears parts of the conversation before the model reads it. Other edits cost more than they say. */
const CLEARS = /^clear_(?:tool_uses|thinking)_\d{8}$/
const edit: Pick = (value, where) =>
  CLEARS.test(String((value as { type?: unknown } | null)?.type)) ? data(value, where) : undefined

export const messagesQuestion = object({
  messages: needed(
    listOf(object({ role: needed(oneOf('user', 'assistant', 'system')), content: needed(firstOf(text, listOf(block))) })),
  ),
  system: firstOf(text, listOf(byType({ text: textBlock }))),
  tools: listOf(tool),
  tool_choice: object({ type: text, name: text, disable_parallel_tool_use: flag }),
  max_tokens: tokens,
  stream: flag,
  stop_sequences: listOf(text),
  temperature: number,
  top_p: number,
  top_k: number,
  thinking: object({ type: text, budget_tokens: number, display: text }),
  output_config: object({ effort: text, format: data }),
  output_format: data,
  context_management: object({ edits: listOf(edit) }),
  cache_control: cacheControl,
  mcp_servers: refused,
  container: refused,
})
