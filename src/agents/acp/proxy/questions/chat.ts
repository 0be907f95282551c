import {
  byType,
  cacheControl,
  data,
  dataUrl,
  firstOf,
  flag,
  listOf,
  needed,
  number,
  object,
  oneOf,
  refused,
  text,
  textOrNull,
  tokens,
} from './pick.ts'

/** OpenAI's chat completions, and servers that speak like it. */

const part = byType({
  text: object({ text: needed(text), cache_control: cacheControl }),
  refusal: object({ refusal: text }),
  image_url: object({ image_url: needed(object({ url: dataUrl, detail: text })), cache_control: cacheControl }),
  input_audio: object({ input_audio: needed(object({ data: text, format: text })) }),
  file: object({ file: needed(object({ file_data: dataUrl, filename: text, file_id: refused })) }),
})

const called = byType(
  {
    function: object({ id: text, index: number, function: needed(object({ name: text, arguments: text })) }),
    custom: object({ id: text, custom: needed(object({ name: text, input: text })) }),
  },
  'function',
)

const message = object({
  role: needed(oneOf('system', 'developer', 'user', 'assistant', 'tool', 'function')),
  content: firstOf(textOrNull, listOf(part)),
  name: text,
  tool_calls: listOf(called),
  function_call: object({ name: text, arguments: text }),
  tool_call_id: text,
  refusal: textOrNull,
  reasoning_content: textOrNull,
  reasoning: textOrNull,
  cache_control: cacheControl,
})

const tool = byType({
  function: object({
    function: needed(object({ name: needed(text), description: text, parameters: data, strict: flag })),
    cache_control: cacheControl,
  }),
  custom: object({ custom: needed(object({ name: needed(text), description: text, format: data })) }),
})

const named = object({ name: text })

export const chatQuestion = object({
  messages: needed(listOf(message)),
  tools: listOf(tool),
  tool_choice: firstOf(
    text,
    byType({ function: object({ function: named }), custom: object({ custom: named }), allowed_tools: data }),
  ),
  parallel_tool_calls: flag,
  response_format: byType({ text: object({}), json_object: object({}), json_schema: object({ json_schema: data }) }),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  stream: flag,
  stop: firstOf(text, listOf(text)),
  temperature: number,
  top_p: number,
  top_k: number,
  min_p: number,
  seed: number,
  frequency_penalty: number,
  presence_penalty: number,
  repetition_penalty: number,
  reasoning_effort: text,
  reasoning: object({ effort: text, max_tokens: number, exclude: flag, enabled: flag, summary: text }),
  thinking: object({ type: text, budget_tokens: number }),
  enable_thinking: flag,
  verbosity: text,
  prompt_cache_key: text,
  web_search_options: refused,
  plugins: refused,
  functions: refused,
  audio: refused,
})
