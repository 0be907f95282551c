import {
  type Pick,
  byType,
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

/** OpenAI's responses. */

const part = byType({
  input_text: object({ text: needed(text) }),
  output_text: object({ text: needed(text), annotations: emptyList() }),
  text: object({ text: needed(text) }),
  refusal: object({ refusal: text }),
  input_image: object({ image_url: needed(dataUrl), detail: text, file_id: refused }),
  input_file: object({ file_data: needed(dataUrl), filename: text, file_id: refused, file_url: refused }),
})

const words = byType({ summary_text: object({ text }), reasoning_text: object({ text }), text: object({ text }) })
const output = needed(firstOf(text, listOf(part)))
const call = { id: text, call_id: text, status: text }

const item = byType(
  {
    message: object({
      id: text,
      status: text,
      phase: text,
      role: needed(oneOf('system', 'developer', 'user', 'assistant')),
      content: needed(firstOf(text, listOf(part))),
    }),
    function_call: object({ ...call, name: text, namespace: text, arguments: text }),
    function_call_output: object({ ...call, output }),
    custom_tool_call: object({ ...call, name: text, input: text }),
    custom_tool_call_output: object({ ...call, output }),
    local_shell_call: object({ ...call, action: data }),
    local_shell_call_output: object({ ...call, output: text }),
    reasoning: object({
      id: text,
      status: text,
      summary: listOf(words),
      content: firstOf(textOrNull, listOf(words)),
      encrypted_content: textOrNull,
    }),
    compaction: object({ id: text, encrypted_content: text }),
  },
  'message',
)

const ownTools = {
  function: object({ name: needed(text), description: text, parameters: data, strict: flag }),
  custom: object({ name: needed(text), description: text, format: data }),
}

const tool = byType({
  ...ownTools,
  namespace: object({ name: needed(text), description: text, tools: listOf(byType(ownTools)) }),
  // The program runs these itself.
  local_shell: object({}),
})

export const responsesQuestion = object({
  input: needed(firstOf(text, listOf(item))),
  instructions: textOrNull,
  tools: listOf(tool),
  tool_choice: firstOf(text, byType({ function: object({ name: text }), custom: object({ name: text }), allowed_tools: data })),
  parallel_tool_calls: flag,
  max_output_tokens: tokens,
  reasoning: object({ effort: text, summary: text, generate_summary: text }),
  text: object({
    verbosity: text,
    format: byType({
      text: object({}),
      json_object: object({}),
      json_schema: object({ name: text, schema: data, strict: flag, description: text }),
    }),
  }),
  include: listOf(oneOf('reasoning.encrypted_content', 'message.output_text.logprobs')),
  stream: flag,
  stream_options: object({ include_obfuscation: flag }),
  temperature: number,
  top_p: number,
  truncation: text,
  prompt_cache_key: text,
  background: refused,
  conversation: refused,
  previous_response_id: refused,
  prompt: refused,
})

/** Programs send answers of the model back as they got them. Annotations name files and pages of the provider's own tools. */
function emptyList(): Pick {
  return (value) => (Array.isArray(value) ? [] : undefined)
}
