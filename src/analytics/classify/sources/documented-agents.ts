import { type OwnAgent, versioned } from './own-agent.ts'

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
    // Of 33 ranges that were published in June 2026, 14 had been replaced ten weeks later.
    hasOtherAddresses: true,
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

/** Agents that give their name, as their operators' pages say, and prove it by nothing. */
const DECLARED: OwnAgent[] = (
  [
    // Pages that somebody adds to a collection, to be searched and summed up.
    [
      'Google-Pinpoint',
      'Google',
      'assistant',
      'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers',
    ],
    ['MistralAI-Training', 'Mistral AI', 'training', 'https://docs.mistral.ai/robots'],
    ['Diffbot-User', 'Diffbot', 'assistant', 'https://docs.diffbot.com/docs/does-crawl-respect-robotstxt'],
    ['AdaWebCrawler', 'Ada', 'assistant', 'https://docs.ada.cx/docs/knowledge/content-ingestion/web-import#user-agent'],
    // It crawls for those who build models and agents: "great for training models, building RAG pipelines".
    [
      'CloudflareBrowserRenderingCrawler',
      'Cloudflare',
      'agent',
      'https://developers.cloudflare.com/changelog/2026-03-10-br-crawl-endpoint',
    ],
  ] as const
).map(([agent, operator, kind, source]) => ({ agent, operator, kind, tokens: [agent], source }))

export const DOCUMENTED_AGENTS: readonly OwnAgent[] = [...PROVABLE, ...SIGNERS, ...DECLARED]
