/**
 * Words by which an unlisted robot gives itself away as an AI system's. Asked only of user agents that are robots already: a word
 * alone never makes AI of a browser. Case does not count, so `ai` inside a name needs the word behind it: `CentralAIBot`, not `MailBot`.
 */
const AI_WORD =
  /(?<![a-z])(?:ai|llms?|rag|gen-?ai|agi|agentic)(?![a-z])|(?<![a-z])(?:ai|llm)(?=(?:bot|crawl|spider|agent|search|user|scrap|fetch|read|index|hub)[a-z]*)|[a-z0-9]{3}ai(?=(?:bot|crawl|spider|agent|search|user|scrap|fetch|read)|[/_-])|(?<![a-z])gpt|gpt(?![a-z])|llm(?![a-z])|chat-?bot|co-?pilot|deep-?research|machine[- ]?learning|artificial[- ]?intelligence|language[- ]?model|training[-_ ]?data/i

/** Names of models and of their makers, in the name or the contact address of a robot (`my-claude-tool/1.0`, `+https://openai.com/x`). */
const MODEL =
  /(?<![a-z])(?:openai|anthropic|claude|mistral(?:ai)?|deepseek|qwen|llama|huggingface|moonshotai|perplexity)(?![a-z])/i

/** The protocol by which models use tools. */
const MCP = /(?<![a-z])mcp(?:-?(?:client|server|agent|fetch))?(?![a-z])/i

/** The contact address of a robot at a company that calls itself AI. */
const AI_DOMAIN = /(?:https?:\/\/|www\.|@|\b)[a-z0-9][\w-]*(?:\.[\w-]+)*\.ai(?![\w-])|[a-z0-9]-ai\.[a-z]{2,}(?![\w-])/i

/** The ending by which operators mark a fetch for a person who asked an assistant (`Claude-User/1.0`, `Perplexity-User/1.0`). */
const USER_FETCH = /(?<![a-z])[a-z][a-z0-9]+-user(?=[/;)]|$)/i

/** The ending for the index behind an assistant (`OAI-SearchBot`, `Claude-SearchBot`); search engines of old have no hyphen there. */
const AI_INDEX = /[a-z0-9]-searchbot(?![a-z-])/i

const ASSISTANT = /chat-?bot|co-?pilot|ai[- ]?assistant|assistant-?bot/i

/** What a robot does with a page that is not reading it for a model, whoever runs it. */
const OTHER_WORK = /scanning|unfurl|preview|audit/i

/** What an unlisted robot reads for, when its name or its contact address says that it is AI. */
export function findAiSign(userAgent: string): 'agent' | 'assistant' | 'ai-search' | 'training' | null {
  if (USER_FETCH.test(userAgent) || ASSISTANT.test(userAgent)) return 'assistant'
  if (MCP.test(userAgent)) return 'agent'
  if (AI_INDEX.test(userAgent)) return 'ai-search'
  if (OTHER_WORK.test(userAgent)) return null
  return [AI_WORD, AI_DOMAIN, MODEL].some((sign) => sign.test(userAgent)) ? 'training' : null
}
