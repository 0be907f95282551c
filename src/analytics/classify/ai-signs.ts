/**
 * Words by which an unlisted robot gives itself away as an AI system's. Asked only of user agents that are robots already: a word
 * alone never makes AI of a browser. Case does not count, so `ai` inside a name needs the word behind it: `CentralAIBot`, not `MailBot`.
 * Places and firms that end in these letters (`Dubai`) are no sign.
 */
const AI_WORD =
  /(?<![a-z])(?:ai|llms?|rag|gen-?ai|agi|agentic)(?![a-z])|(?<![a-z])(?:ai|llm)(?=(?:bot|crawl|spider|agent|search|user|scrap|fetch|read|index|hub|web|data|content|train|chat|assist)[a-z]*)|[a-z0-9]{3}(?<!hyund|mumb|dub|shangh|chenn|akam|bons|samur)ai(?=-?(?:bot|crawl|spider|agent|search|user|scrap|fetch|read)|\/)|(?<![a-z])gpt|gpt(?![a-z])|llm(?![a-z])|chat-?bot|co-?pilot|deep-?research|machine[- ]?learning|artificial[- ]?intelligence|language[- ]?model|training[-_ ]?data/i

/**
 * Names of models, of their makers and of those who do nothing but run them, in the name or the contact address of a robot (`my-claude-tool/1.0`, `+https://openai.com/x`),
 * alone or with the endings of robots (`QwenSpider`). Only names that are no ordinary words: `falcon` and `granite` are missing.
 */
const MODEL = namePattern(`
  openai anthropic claude mistral mixtral deepseek qwen tongyi llama huggingface moonshot kimi perplexity gemini gemma
  grok xai cohere doubao hunyuan yuanbao ernie yiyan baichuan stepfun zhipu chatglm minimax gigachat hyperclova exaone
  sarvam krutrim nemotron eleuther ollama langchain llamaindex openrouter
  baseten cerebras deepinfra fireworks-?ai groq replicate\\.com runpod sambanova together-?ai
`)

/**
 * Assistants, agents and what they are built with, by names that mean nothing else. Most of them publish no user agent: their robots
 * are known by the product, alone, with an ending, or in the contact address (`+https://vectara.com/bot`).
 */
const PRODUCT = namePattern(`
  agentforce agentgpt askyourpdf autogen babyagi botsonic botpress browserbase chatbase chatling chatpdf chatwith
  cherry-?studio claygent coderabbit codeium composio copilot coze crewai crawl4ai danswer dappier decagon deepwiki
  docsbot dify elevenlabs fellou firecrawl flowise flowith forethought genspark greptile gumloop humata hyperbrowser
  inkeep jina kapa kortix langflow langgraph lindy linkup lobechat manus markprompt mendable metagpt moveworks
  nanobrowser notebooklm openclaw openevidence openhands openmanus phind poolside qodo ragflow ragie relevanceai roocode
  scispace sitegpt skyvern skywork smolagents stagehand supermaven supermemory synthflow tabbyml tabnine tavily
  thunderbit traycer typingmind undermind vapi vectara voiceflow watsonx wonderchat zencoder
`)

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
  if (PRODUCT.test(userAgent)) return 'agent'
  return [AI_WORD, AI_DOMAIN, MODEL].some((sign) => sign.test(userAgent)) ? 'training' : null
}

/** Any of the names as a word, or with an ending of robots behind it. */
function namePattern(names: string): RegExp {
  const ending = '(?:bot|spider|crawl|agent|search|user|fetch|scrap|read|index|parse)'
  return new RegExp(`(?<![a-z])(?:${names.trim().split(/\s+/).join('|')})(?:ai)?(?=[^a-z]|$|${ending})`, 'i')
}
