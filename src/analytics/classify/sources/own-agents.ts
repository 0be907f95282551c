import type { Kind, Token } from '../registry-entry.ts'

/**
 * An AI agent that Docwright adds to the public lists: by its operator's documentation (`source` names the page), by what its
 * public program sends, or, where neither is known, by its product name with the endings that operators use (`-User`, `Bot`).
 */
export interface OwnAgent {
  agent: string
  operator: string | null
  kind: Kind
  tokens: Token[]
  ranges?: string
  signatureHosts?: string[]
  isAlsoBrowser?: boolean
  /** The page of the operator that publishes the name. */
  source?: string
}

const versioned = (text: string, needs?: string): Token => ({ text, hasVersion: true, ...(needs === undefined ? {} : { needs }) })

function by(operator: string | null, kind: Kind, names: Record<string, Token[]>): OwnAgent[] {
  return Object.entries(names).map(([agent, tokens]) => ({ agent, operator, kind, tokens: tokens.length > 0 ? tokens : [agent] }))
}

/** The agents whose operators publish addresses or sign their requests. */
const PROVABLE: OwnAgent[] = [
  {
    agent: 'GPTBot',
    source: 'https://platform.openai.com/docs/bots',
    operator: 'OpenAI',
    kind: 'training',
    tokens: ['GPTBot'],
    ranges: 'openai',
  },
  {
    agent: 'OAI-SearchBot',
    source: 'https://platform.openai.com/docs/bots',
    operator: 'OpenAI',
    kind: 'ai-search',
    tokens: ['OAI-SearchBot'],
    ranges: 'openai',
  },
  {
    agent: 'ChatGPT-User',
    source: 'https://platform.openai.com/docs/bots',
    operator: 'OpenAI',
    kind: 'assistant',
    tokens: ['ChatGPT-User'],
    ranges: 'openai',
  },
  // A plain Chrome that signs its requests.
  {
    agent: 'ChatGPT Agent',
    source: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
    operator: 'OpenAI',
    kind: 'agent',
    tokens: ['ChatGPT Agent', 'ChatGPT-Agent', versioned('Operator', 'openai')],
    signatureHosts: ['chatgpt.com'],
  },
  {
    agent: 'PerplexityBot',
    source: 'https://docs.perplexity.ai/guides/bots',
    operator: 'Perplexity',
    kind: 'ai-search',
    tokens: ['PerplexityBot'],
    ranges: 'perplexity',
  },
  {
    agent: 'Perplexity-User',
    source: 'https://docs.perplexity.ai/guides/bots',
    operator: 'Perplexity',
    kind: 'assistant',
    tokens: ['Perplexity-User', 'PerplexityUser'],
    ranges: 'perplexity',
  },
  {
    agent: 'DuckAssistBot',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    operator: 'DuckDuckGo',
    kind: 'assistant',
    tokens: ['DuckAssistBot'],
    ranges: 'duckassistbot',
  },
  {
    agent: 'Googlebot',
    source: 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers',
    operator: 'Google',
    kind: 'search',
    tokens: ['Googlebot', 'Googlebot-Image', 'Googlebot-News', 'Googlebot-Video'],
    ranges: 'googlebot',
  },
  {
    agent: 'bingbot',
    source: 'https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26',
    operator: 'Microsoft',
    kind: 'search',
    tokens: ['bingbot'],
    ranges: 'bing',
  },
  {
    agent: 'Google-Agent',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-agent',
    operator: 'Google',
    kind: 'agent',
    tokens: ['Google-Agent'],
    signatureHosts: ['agent.bot.goog'],
  },
]

/** Agents whose operators publish their names or sign their requests, each with the page that says what it reads for. */
const DOCUMENTED: OwnAgent[] = (
  [
    ['GrokAgent', 'xAI', 'agent', 'https://x.ai/bot'],
    ['KernelSearchBot', 'Kernel', 'ai-search', 'https://kernel.sh/docs/bots'],
    ['CloudflareBrowserRenderingCrawler', 'Cloudflare', 'agent', 'https://developers.cloudflare.com/browser-rendering/'],
    ['ChathiveCrawler', 'Chathive', 'assistant', 'https://developers.chathive.app/crawler/overview'],
    ['CitibotSiteCrawler', 'Citibot', 'assistant', 'https://www.citibot.io/'],
    ['InstantAIGuruBot', 'instantAIguru', 'assistant', 'https://instantaiguru.com/bot'],
    ['NavuBot', 'Navu', 'training', 'https://navu.co'],
    ['FishBot', 'Fish Audio', 'training', 'https://fish.audio'],
    ['AdpResearchBot', 'ADP', 'training', 'https://payroll-bot.adp.com/docs'],
    ['QATechBot', 'QA.tech', 'agent', 'https://qa.tech'],
    ['HarkBot', 'Hark', 'assistant', 'https://app.hark.com/about/bot'],
  ] as const
).map(([agent, operator, kind, source]) => ({ agent, operator, kind, source, tokens: [agent] }))

/** Agents that are known by their signature. They look like an ordinary browser. */
const SIGNERS: OwnAgent[] = (
  [
    ['Browserbase', 'agent', ['browserbase.com', 'www.browserbase.com'], ['Browserbase', 'Stagehand']],
    ['Kernel', 'agent', ['kernel.sh', 'www.kernel.sh'], ['KernelBrowser']],
  ] as const
).map(([agent, kind, hosts, tokens]) => ({
  agent,
  operator: agent,
  kind,
  tokens: [...tokens],
  signatureHosts: [...hosts],
  source: `https://${hosts[0]}/.well-known/http-message-signatures-directory`,
}))

/** What coding tools send when they read a page; read in their source where it is public. */
const CODING_AGENTS: OwnAgent[] = [
  ...by('Anthropic', 'coding-agent', { 'Claude Code': ['claude-code', 'claude code', 'claudecode', 'claude-cli'] }),
  ...by('OpenAI', 'coding-agent', {
    'Codex CLI': ['codex_cli_rs', 'codex-cli', 'codex_exec', versioned('codex'), 'openai-codex'],
  }),
  ...by('Google', 'coding-agent', {
    'Gemini CLI': ['Google-Gemini-CLI', 'GeminiCLI', 'gemini-cli'],
    Jules: ['google-jules', versioned('jules')],
    Antigravity: [versioned('Antigravity')],
  }),
  ...by('Anysphere', 'coding-agent', { Cursor: [versioned('Cursor'), 'cursor-agent', 'CursorBot', 'Cursor-Agent'] }),
  ...by('Anomaly', 'coding-agent', { opencode: ['opencode', 'opencode-smartfetch'] }),
  ...by('Charm', 'coding-agent', { Crush: [versioned('crush')] }),
  ...by('Aider', 'coding-agent', { Aider: ['aider.chat', versioned('Aider')] }),
  ...by('Cognition', 'coding-agent', {
    Devin: [versioned('Devin'), 'DevinAI', 'Devin-AI', 'devin.ai'],
    Windsurf: [versioned('Windsurf'), 'Codeium'],
    DeepWiki: [],
  }),
  ...by('ByteDance', 'coding-agent', { Trae: [versioned('Trae'), 'Trae-CN', 'trae.ai'] }),
  ...by('GitHub', 'coding-agent', {
    'GitHub Copilot': [
      'GitHubCopilotChat',
      'GithubCopilot',
      'GitHub-Copilot',
      'copilot-cli',
      'copilot-swe-agent',
      'copilot-coding-agent',
    ],
  }),
  ...by('Cline', 'coding-agent', { Cline: [versioned('Cline'), 'cline.bot'] }),
  ...by('Roo Code', 'coding-agent', { 'Roo Code': ['RooCode', 'Roo-Code', 'Roo-Cline'] }),
  ...by('Kilo', 'coding-agent', { 'Kilo Code': ['KiloCode', 'Kilo-Code'] }),
  ...by('JetBrains', 'coding-agent', { Junie: ['JetBrains-Junie', versioned('Junie'), 'JetBrains-AI'] }),
  ...by('Amazon', 'coding-agent', {
    Kiro: [versioned('Kiro')],
    'Amazon Q': ['AmazonQ', 'Amazon-Q-Developer', 'AmazonQ-For-CLI'],
  }),
  ...by('Block', 'coding-agent', { Goose: [versioned('goose', 'block'), 'goose-ai', 'codename-goose'] }),
  ...by('Sourcegraph', 'coding-agent', { Amp: ['ampcode', 'amp-cli'], Cody: ['sourcegraph-cody', versioned('cody')] }),
  ...by('Alibaba', 'coding-agent', { 'Qwen Code': ['QwenCode', 'qwen-code'], Qoder: [] }),
  ...by('Moonshot AI', 'coding-agent', { 'Kimi CLI': ['KimiCLI', 'kimi-cli'] }),
  ...by('All Hands', 'coding-agent', { OpenHands: ['OpenHands', 'OpenDevin'] }),
  ...by('Zed', 'coding-agent', { 'Zed agent': [versioned('Zed-Agent'), { text: 'Zed', isAtStart: true, hasVersion: true }] }),
  ...by('Replit', 'coding-agent', { 'Replit Agent': ['ReplitAgent', 'Replit-Agent', 'ReplitBot'] }),
  ...by('Vercel', 'coding-agent', { v0: ['v0bot', 'v0-agent', 'v0.dev', 'v0.app'] }),
  ...by('StackBlitz', 'coding-agent', { Bolt: ['bolt.new'] }),
  ...by('Lovable', 'coding-agent', { Lovable: ['LovableBot', 'lovable.dev', 'lovable-agent'] }),
  ...by('Continue', 'coding-agent', { Continue: ['continue.dev', 'ContinueDev'] }),
  ...by('Augment', 'coding-agent', { 'Augment Code': ['augmentcode', 'augment-agent', 'Augment.vscode'] }),
  ...by('Warp', 'coding-agent', { Warp: [versioned('Warp-Agent'), 'warp.dev'] }),
  ...by('Tabnine', 'coding-agent', { Tabnine: [] }),
  ...by('Factory', 'coding-agent', { Droid: ['factory-droid', 'factory-cli'] }),
  ...by('Upstash', 'coding-agent', { Context7: ['context7', 'context7-mcp'] }),
  // GitLab's program names the agent that runs it: `glab/v1.98.0 (linux, amd64) Coding-Agent/codex`.
  ...by(null, 'coding-agent', { 'a coding agent': ['Coding-Agent'] }),
  ...by('GitLab', 'coding-agent', { 'GitLab Duo': ['duo-agent-platform', 'GitLab-Duo'] }),
  ...by('Princeton NLP', 'coding-agent', { 'SWE-agent': ['SWE-agent', 'mini-swe-agent'] }),
  ...by('Nous Research', 'agent', { 'Hermes Agent': ['hermes-agent'] }),
  ...by('OpenClaw', 'agent', { OpenClaw: ['OpenClaw', 'Clawdbot', 'Moltbot'] }),
  ...by('Model Context Protocol', 'agent', {
    'MCP fetch': [
      'ModelContextProtocol',
      'mcp-server-fetch',
      'mcp-fetch',
      'fetch-mcp',
      'mcp-remote',
      'mcp-use',
      'fastmcp',
      'openai-mcp',
    ],
  }),
  // A person reads pages in these editors too, with the same user agent.
  {
    agent: 'Visual Studio Code',
    operator: 'Microsoft',
    kind: 'coding-agent',
    tokens: [versioned('Code', 'electron'), versioned('Code - Insiders', 'electron')],
    isAlsoBrowser: true,
  },
]

const ASSISTANTS: OwnAgent[] = [
  // The apps on people's devices: they ask from anywhere, so no address range speaks for or against them.
  ...by('OpenAI', 'assistant', { 'ChatGPT app': [versioned('ChatGPT')] }),
  ...by('Perplexity', 'assistant', { 'Perplexity app': [versioned('Perplexity')] }),
  // https://support.claude.com/en/articles/8896518
  ...by('Anthropic', 'assistant', {
    'Claude-User': [],
    'Claude-Web': [],
    'Claude-Desktop': ['Claude-Desktop', versioned('Claude', 'electron'), { text: 'Claude', isAtStart: true, hasVersion: true }],
  }),
  ...by('OpenAI', 'assistant', {
    'OpenAI client': [{ text: 'OpenAI', isAtStart: true, hasVersion: true }, 'OpenAI Image Downloader'],
  }),
  // https://developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers
  ...by('Google', 'assistant', {
    // Renamed in July 2026; the old name was to be sent until August.
    'Gemini Notebook': ['Google-GeminiNotebook', 'GeminiNotebook', 'Google-NotebookLM', 'NotebookLM'],
    'Gemini-Deep-Research': ['Gemini-Deep-Research', 'Gemini-User', 'Google-Gemini', 'GeminiBot', 'Gemini-Bot'],
    'GoogleAgent-URLContext': [],
  }),
  ...by('Microsoft', 'assistant', {
    'Microsoft Copilot': ['CopilotBot', 'Copilot-User', 'Microsoft-Copilot', 'BingCopilot', 'MicrosoftCopilot'],
  }),
  // https://developers.facebook.com/docs/sharing/webmasters/web-crawlers
  ...by('Meta', 'assistant', { 'meta-externalfetcher': [] }),
  // https://developer.amazon.com/amazonbot
  ...by('Amazon', 'assistant', { 'Amzn-User': [], 'Alexa+': ['AlexaPlus', 'Alexa-User'] }),
  // https://docs.mistral.ai/robots
  ...by('Mistral AI', 'assistant', { 'MistralAI-User': ['MistralAI-User', 'Mistral-User', 'LeChat'] }),
  ...by('xAI', 'assistant', { Grok: ['Grok-DeepSearch', 'GrokBot', 'Grok-User', 'xAI-Grok', 'xAI-User', versioned('Grok')] }),
  ...by('DeepSeek', 'assistant', { 'DeepSeek-User': ['DeepSeek-User', 'DeepSeekUser'] }),
  ...by('Cohere', 'assistant', { 'cohere-ai': ['cohere-ai', 'Cohere-User'] }),
  ...by('Alibaba', 'assistant', { TongyiBot: ['TongyiBot', 'QwenBot', 'Qwen-User', 'QwenChat'] }),
  ...by('Moonshot AI', 'assistant', { 'Kimi-User': ['Kimi-User', 'KimiBot', 'MoonshotBot', 'Kimi-SearchBot'] }),
  ...by('Tencent', 'assistant', { Yuanbao: ['YuanbaoBot', 'HunyuanBot', 'Yuanbao-User'] }),
  ...by('ByteDance', 'assistant', { Doubao: ['DoubaoBot', 'Doubao-User', 'CozeBot', 'Coze-User'] }),
  ...by('Baidu', 'assistant', { YiyanBot: ['YiyanBot', 'ERNIEBot', 'WenxinBot'] }),
  ...by('MiniMax', 'assistant', { MiniMax: ['MiniMaxBot', 'MiniMax-User'] }),
  ...by('Zhipu AI', 'assistant', { 'ChatGLM-User': ['ChatGLM-User', 'ZhipuBot', 'GLM-User', 'ZaiBot'] }),
  ...by('Quora', 'assistant', { Poe: ['PoeBot', 'Poe-User', 'QuoraPoe'] }),
  ...by('Kagi', 'assistant', { 'Kagi Assistant': ['kagi-fetcher', 'Kagi-Assistant'] }),
  ...by('Brave', 'assistant', { Leo: ['BraveLeo', 'Brave-Leo'] }),
  ...by('Proton', 'assistant', { Lumo: ['LumoBot', 'Proton-Lumo'] }),
  ...by('Hugging Face', 'assistant', { HuggingChat: ['HuggingChat', 'HuggingFaceBot', 'HuggingFace-User', 'HuggingFace'] }),
  ...by('Open WebUI', 'assistant', { 'Open WebUI': ['Open WebUI', 'OpenWebUI', 'open-webui'] }),
  ...by('LibreChat', 'assistant', { LibreChat: [] }),
  ...by('Mintplex Labs', 'assistant', { AnythingLLM: ['AnythingLLM', 'Anything-LLM'] }),
  ...by('LobeHub', 'assistant', { LobeChat: ['LobeChat', 'LobeHub'] }),
  ...by('Ollama', 'assistant', { Ollama: [] }),
  ...by('LM Studio', 'assistant', { 'LM Studio': ['LMStudio', 'lm-studio'] }),
  ...by('Perplexica', 'assistant', { Perplexica: [] }),
  ...by('Dify', 'assistant', { Dify: ['DifyBot', 'dify.ai', 'langgenius'] }),
  ...by('Flowise', 'assistant', { Flowise: ['FlowiseAI'] }),
  ...by('Glean', 'assistant', { Glean: ['GleanBot', 'Glean-Crawler'] }),
  ...by('Inkeep', 'assistant', { Inkeep: ['InkeepBot', 'Inkeep-Crawler'] }),
  ...by('kapa.ai', 'assistant', { 'kapa.ai': ['KapaBot', 'kapa-ai', 'kapa.ai'] }),
  ...by('Mintlify', 'assistant', { 'Mintlify assistant': ['MintlifyBot', 'Mintlify-Assistant', 'mintlify-mcp'] }),
  ...by('Intercom', 'assistant', { Fin: ['Intercom-Fin', 'FinBot', 'IntercomBot'] }),
  ...by('Chatbase', 'assistant', { Chatbase: ['Chatbase', 'ChatbaseBot'] }),
  ...by('SiteGPT', 'assistant', { SiteGPT: ['SiteGPT', 'SiteGPTBot'] }),
  ...by('CustomGPT', 'assistant', { CustomGPT: ['CustomGPT', 'CustomGPTBot'] }),
  ...by('Botpress', 'assistant', { Botpress: ['BotpressBot'] }),
  ...by('Voiceflow', 'assistant', { Voiceflow: ['VoiceflowBot'] }),
  ...by('Notion', 'assistant', { 'Notion AI': ['NotionAI', 'Notion-AI', 'NotionBot-AI'] }),
  ...by('Jasper', 'assistant', { Jasper: ['JasperBot', 'JasperAI'] }),
  ...by('Writesonic', 'assistant', { Writesonic: ['ChatSonic', 'WritesonicBot'] }),
  ...by('Monica', 'assistant', { Monica: ['MonicaBot', 'Monica-User'] }),
  ...by('Sider', 'assistant', { Sider: ['SiderBot', 'SiderAI'] }),
  ...by('Sber', 'assistant', { GigaChat: ['GigaChat', 'GigaBot-AI'] }),
  ...by('Yandex', 'assistant', { YandexGPT: ['YandexGPT', 'YandexAlice'] }),
  ...by('Character.AI', 'assistant', { 'Character.AI': ['CharacterAI', 'Character-AI'] }),
  ...by('The Browser Company', 'assistant', { 'Arc Search': ['ArcSearch', 'Arc-Search', 'BrowseForMe'] }),
  ...by('Rabbit', 'assistant', { Rabbit: ['rabbit-r1', 'RabbitBot'] }),
  ...by('Raycast', 'assistant', { 'Raycast AI': ['Raycast-AI', 'RaycastAI'] }),
  ...by('InfiniFlow', 'assistant', { RAGFlow: [] }),
  ...by('Onyx', 'assistant', { Onyx: ['Danswer', 'DanswerBot'] }),
]

const AGENTS: OwnAgent[] = [
  ...by('Amazon', 'agent', {
    NovaAct: ['NovaAct', 'Nova-Act'],
    'Bedrock AgentCore Browser': ['Amazon-Bedrock-AgentCore-Browser', 'Bedrock-AgentCore', 'AgentCore-Browser'],
    AmazonBuyForMe: [],
  }),
  ...by('Google', 'agent', { 'GoogleAgent-Mariner': [], 'Gemini Agent': ['GoogleAgent', 'GoogleAgent-Gemini', 'Gemini-Agent'] }),
  ...by('Butterfly Effect', 'agent', { 'Manus-User': ['Manus-User', 'ManusBot', versioned('Manus')] }),
  ...by('Genspark', 'agent', { Genspark: ['GensparkBot', 'Genspark-User', 'Genspark'] }),
  ...by('Browser Use', 'agent', { 'Browser Use': ['browser-use', 'BrowserUse'] }),
  ...by('Anchor', 'agent', { 'Anchor Browser': ['Anchor Browser', 'AnchorBrowser'] }),
  ...by('Hyperbrowser', 'agent', { Hyperbrowser: [] }),
  ...by('Steel', 'agent', { Steel: ['SteelBrowser', 'steel-browser', 'steel.dev'] }),
  ...by('Skyvern', 'agent', { Skyvern: [] }),
  ...by('MultiOn', 'agent', { MultiOn: [] }),
  ...by('Adept', 'agent', { Adept: ['AdeptBot'] }),
  ...by('Firecrawl', 'agent', { Firecrawl: ['FirecrawlAgent', 'Firecrawl'] }),
  ...by('Jina AI', 'agent', { 'Jina Reader': ['JinaReader', 'Jina-Reader', 'JinaBot', 'JinaAI', 'Jina-AI', 'r.jina.ai'] }),
  ...by('LangChain', 'agent', { LangChain: ['LangChain', 'DefaultLangchainUserAgent', 'LangGraph', 'LangSmith'] }),
  ...by('LlamaIndex', 'agent', { LlamaIndex: ['LlamaIndex', 'llama-index', 'llama_index'] }),
  ...by('Significant Gravitas', 'agent', { AutoGPT: ['AutoGPT', 'Auto-GPT'] }),
  ...by('Reworkd', 'agent', { AgentGPT: [] }),
  ...by('SuperAGI', 'agent', { SuperAGI: [] }),
  ...by('CrewAI', 'agent', { CrewAI: ['CrewAI', 'crew-ai'] }),
  ...by('Open Interpreter', 'agent', { 'Open Interpreter': ['OpenInterpreter', 'Open-Interpreter'] }),
  ...by('Hugging Face', 'agent', { smolagents: [] }),
  ...by('ScrapeGraphAI', 'agent', { ScrapeGraphAI: ['ScrapeGraphAI', 'scrapegraph'] }),
  ...by('Kadoa', 'agent', { Kadoa: ['KadoaBot'] }),
  ...by('Twin', 'agent', { TwinAgent: [] }),
  ...by('Convergence', 'agent', { Proxy: ['ConvergenceBot'] }),
  ...by('Mozilla', 'agent', { 'Mozilla-Tabstack': ['Mozilla-Tabstack', 'Tabstack'] }),
  ...by('Cloudflare', 'agent', { 'Cloudflare AI Search': ['Cloudflare-AutoRAG', 'Cloudflare-AI-Search'] }),
  ...by('GPT Researcher', 'agent', { 'GPT Researcher': ['gpt-researcher', 'GPTResearcher'] }),
  // Libraries for agents, by the user agent that they send when a program sets none.
  ...by('deepset', 'agent', { Haystack: ['haystack/LinkContentFetcher'] }),
  ...by('Microsoft', 'agent', { 'Semantic Kernel': ['Semantic-Kernel'] }),
  ...by('Vercel', 'agent', { 'AI SDK': ['ai-sdk'] }),
  ...by('Pydantic', 'agent', { 'Pydantic AI': ['pydantic-ai'] }),
  ...by('AgentQL', 'agent', { AgentQL: [] }),
]

const AI_SEARCH: OwnAgent[] = [
  ...by('Anthropic', 'ai-search', { 'Claude-SearchBot': [] }),
  ...by('OpenAI', 'ai-search', { SearchGPT: ['SearchGPT', 'OAI-AdsBot'] }),
  ...by('Amazon', 'ai-search', { 'Amzn-SearchBot': [] }),
  ...by('Apple', 'ai-search', { Applebot: [] }),
  ...by('Meta', 'ai-search', { 'meta-webindexer': [] }),
  ...by('Microsoft', 'ai-search', { 'AzureAI-SearchBot': [] }),
  ...by('Mistral AI', 'ai-search', { 'MistralAI-Index': ['MistralAI-Index', 'MistralAI-SearchBot', 'MistralBot'] }),
  ...by('xAI', 'ai-search', { 'xAI-SearchBot': [] }),
  ...by('You.com', 'ai-search', { YouBot: ['YouBot', 'You-User', 'YouDotCom'] }),
  ...by('Phind', 'ai-search', { PhindBot: ['PhindBot', 'Phind-User'] }),
  ...by('Andi', 'ai-search', { Andibot: [] }),
  ...by('iAsk', 'ai-search', { iAskBot: ['iAskBot', 'iaskspider'] }),
  // `Exabot` alone was the crawler of Exalead, a search engine of 2004.
  ...by('Exa', 'ai-search', { ExaBot: ['ExaSearchBot', 'exa.ai', { text: 'ExaBot', needs: 'exa.ai' }] }),
  ...by('Tavily', 'ai-search', { TavilyBot: ['TavilyBot', 'Tavily'] }),
  ...by('Linkup', 'ai-search', { LinkupBot: ['LinkupBot', 'Linkup-User'] }),
  ...by('Parallel', 'ai-search', { ShapBot: ['ShapBot', 'Shap-User', 'ParallelBot', 'parallel.ai'] }),
  ...by('Liner', 'ai-search', { LinerBot: [] }),
  ...by('Wrtn', 'ai-search', { WRTNBot: ['WRTNBot', 'WRTN'] }),
  ...by('Komo', 'ai-search', { KomoBot: ['KomoBot', 'KomoSearchBot'] }),
  ...by('Felo', 'ai-search', { Felo: ['FeloBot', 'Felo-SearchBot', 'felo.ai'] }),
  ...by('Metaso', 'ai-search', { Metaso: ['MetasoBot', 'Metaso'] }),
  ...by('Querit', 'ai-search', { QueritBot: ['QueritBot', 'Querit-SearchBot'] }),
  ...by('Direqt', 'ai-search', { Anomura: [] }),
  ...by('Atlassian', 'ai-search', { 'atlassian-bot': [] }),
  ...by('SerpApi', 'ai-search', { SerpApi: ['SerpApi-AI'] }),
  ...by('Baidu', 'ai-search', { 'Baidu AI search': ['Baidu-AISearch', 'BaiduAI'] }),
  ...by('Valyu', 'ai-search', { Valyu: ['ValyuBot'] }),
  ...by('ProRata', 'ai-search', { ProRataInc: ['ProRataInc', 'ProRata', 'GistBot', 'gist.ai'] }),
  ...by('Neeva', 'ai-search', { NeevaBot: [] }),
  ...by('Goover', 'ai-search', { Goover: ['GooverBot'] }),
  ...by('Elicit', 'ai-search', { Elicit: ['ElicitBot'] }),
  ...by('Consensus', 'ai-search', { Consensus: ['ConsensusBot'] }),
]

const TRAINING: OwnAgent[] = [
  ...by('Anthropic', 'training', {
    ClaudeBot: ['ClaudeBot', 'Claude Bot'],
    'anthropic-ai': ['anthropic-ai', 'AnthropicBot', 'Anthropic'],
  }),
  ...by('Google', 'training', { 'Google-Extended': [], 'Google-CloudVertexBot': ['Google-CloudVertexBot', 'CloudVertexBot'] }),
  ...by('Apple', 'training', { 'Applebot-Extended': [] }),
  ...by('Amazon', 'training', {
    Amazonbot: [],
    bedrockbot: ['bedrockbot', 'Amazon-Bedrock'],
    'Amazon Kendra': ['amazon-kendra', 'KendraBot'],
  }),
  ...by('Meta', 'training', { 'meta-externalagent': [], FacebookBot: [] }),
  ...by('ByteDance', 'training', { Bytespider: ['Bytespider'], TikTokSpider: [] }),
  ...by('Common Crawl', 'training', { CCBot: [] }),
  ...by('Ai2', 'training', { AI2Bot: ['AI2Bot', 'Ai2Bot-Dolma', 'AI2Bot-DeepResearchEval'] }),
  ...by('Cohere', 'training', {
    'cohere-training-data-crawler': ['cohere-training-data-crawler', 'CohereBot', 'cohere-crawler'],
  }),
  ...by('DeepSeek', 'training', { DeepSeekBot: ['DeepSeekBot', 'DeepSeek', 'DeepSeek-Crawler'] }),
  ...by('xAI', 'training', { 'xAI-Bot': ['xAI-Bot', 'xAIBot', 'xAI-Crawler', 'xAI'] }),
  ...by('Huawei', 'training', { PanguBot: [] }),
  ...by('Zhipu AI', 'training', { 'ChatGLM-Spider': [] }),
  ...by('LAION', 'training', { LAION: ['LAIONDownloader', 'laion-huggingface-processor', 'LAION'], img2dataset: [] }),
  ...by('Webz.io', 'training', { 'Webzio-Extended': ['Webzio-Extended'] }),
  ...by('Diffbot', 'training', { Diffbot: [] }),
  ...by('SB Intuitions', 'training', { SBIntuitionsBot: [] }),
  ...by('NAVER', 'training', { 'NAVER AI': ['HyperCLOVA', 'ClovaBot', 'NaverAIBot'] }),
  ...by('Kakao', 'training', { KakaoAI: ['KakaoAIBot', 'kakao-ai'] }),
  ...by('Upstage', 'training', { Upstage: ['UpstageBot'] }),
  ...by('Aleph Alpha', 'training', { 'Aleph Alpha': ['AlephAlphaBot', 'Aleph-Alpha'] }),
  ...by('Spawning', 'training', { 'Spawning-AI': [] }),
  ...by('Crawl4AI', 'training', { Crawl4AI: ['Crawl4AI', 'crawl4ai'] }),
  ...by('Reflection AI', 'training', { Reflectionbot: ['Reflectionbot', 'ReflectionAI'] }),
  ...by('Scale AI', 'training', { 'Scale AI': ['ScaleAI', 'ScaleBot'] }),
  ...by('Stability AI', 'training', { 'Stability AI': ['StabilityAI', 'StabilityBot'] }),
  ...by('Midjourney', 'training', { Midjourney: ['Midjourney', 'MidjourneyBot'] }),
  ...by('Inflection', 'training', { Inflection: ['InflectionBot', 'InflectionAI'] }),
  ...by('AI21', 'training', { AI21: ['AI21Bot', 'AI21'] }),
  ...by('NVIDIA', 'training', { 'NVIDIA NeMo': ['NVIDIA-NeMo', 'NemoBot', 'nvidia-ai'] }),
  ...by('Databricks', 'training', { Databricks: ['DatabricksBot', 'MosaicML'] }),
  ...by('Seekr', 'training', { Seekr: ['SeekrBot', 'Seekr'] }),
  ...by('Unstructured', 'training', { Unstructured: ['UnstructuredBot', 'unstructured.io'] }),
  ...by('EleutherAI', 'training', { EleutherAI: [] }),
]

/** Search engines whose pattern in the public list is a web address, which an abbreviated user agent lacks. */
const SEARCH: OwnAgent[] = [
  ...by('Yandex', 'search', { YandexBot: [] }),
  ...by('Baidu', 'search', { Baiduspider: [] }),
  ...by('DuckDuckGo', 'search', { DuckDuckBot: [] }),
]

export const OWN_AGENTS: readonly OwnAgent[] = [
  ...PROVABLE,
  ...DOCUMENTED,
  ...SIGNERS,
  ...CODING_AGENTS,
  ...ASSISTANTS,
  ...AGENTS,
  ...AI_SEARCH,
  ...TRAINING,
  ...SEARCH,
]
