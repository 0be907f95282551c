import {
  type Fields,
  type Pick,
  data,
  exactly,
  firstOf,
  flag,
  isObject,
  listOf,
  needed,
  number,
  object,
  refused,
  text,
  tokens,
} from './pick.ts'

/** Google's generateContent, streamGenerateContent and countTokens. Both ways of writing a field are read, and one is sent on. */

const inlineData = needed(camel({ mimeType: text, data: text, displayName: text }))

const part = camelExactly({
  text,
  thought: flag,
  thoughtSignature: text,
  inlineData,
  functionCall: camel({ id: text, name: text, args: data }),
  functionResponse: camel({
    id: text,
    name: text,
    response: data,
    parts: listOf(camelExactly({ inlineData })),
    willContinue: flag,
    scheduling: text,
  }),
})

const content = camel({ role: text, parts: needed(listOf(part)) })

const declaration = camel({
  name: needed(text),
  description: text,
  parameters: data,
  parametersJsonSchema: data,
  response: data,
  responseJsonSchema: data,
  behavior: text,
})

const generationConfig = camel({
  temperature: number,
  topP: number,
  topK: number,
  seed: number,
  maxOutputTokens: tokens,
  stopSequences: listOf(text),
  presencePenalty: number,
  frequencyPenalty: number,
  responseMimeType: text,
  responseSchema: data,
  responseJsonSchema: data,
  thinkingConfig: camel({ includeThoughts: flag, thinkingBudget: number, thinkingLevel: text }),
})

const QUESTION: Fields = {
  contents: needed(firstOf(listOf(content), content)),
  systemInstruction: firstOf(content, text),
  tools: listOf(camelExactly({ functionDeclarations: listOf(declaration) })),
  toolConfig: camel({ functionCallingConfig: camel({ mode: text, allowedFunctionNames: listOf(text) }) }),
  generationConfig,
  safetySettings: listOf(camel({ category: text, threshold: text })),
  cachedContent: refused,
}

export const generateContentQuestion = camel(QUESTION)

/** For counting, the question may be wrapped; its model is the one of the path. */
export const countTokensQuestion = camel({ contents: firstOf(listOf(content), content), generateContentRequest: camel(QUESTION) })

function camel(fields: Fields): Pick {
  const pick = object(fields)
  return (value, where) => pick(toCamel(value), where)
}

function camelExactly(fields: Fields): Pick {
  const pick = exactly(fields)
  return (value, where) => pick(toCamel(value), where)
}

function toCamel(value: unknown): unknown {
  if (!isObject(value)) return value
  const names = Object.entries(value).map(([name, one]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    one,
  ])
  return Object.fromEntries(names)
}
