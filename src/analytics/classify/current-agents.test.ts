import { describe, expect, test } from 'vitest'
import { classify } from './classify.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const like = (text: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ${text}`
const compatible = (text: string) => `Mozilla/5.0 (compatible; ${text})`

/** What agents of 2025 and 2026 send, as their operators' pages or their source have it: with `Accept` where that is particular. */
const SENT: readonly [agent: string, userAgent: string, accept?: string][] = [
  ['GPTBot', like('GPTBot/1.3; +https://openai.com/gptbot')],
  ['OAI-SearchBot', like('OAI-SearchBot/1.3; +https://openai.com/searchbot')],
  ['ChatGPT-User', like('ChatGPT-User/1.0; +https://openai.com/bot')],
  ['ClaudeBot', like('ClaudeBot/1.0; +claudebot@anthropic.com')],
  ['Claude-User', like('Claude-User/1.0; +Claude-User@anthropic.com')],
  ['Claude-SearchBot', like('Claude-SearchBot/1.0; +https://www.anthropic.com')],
  ['Claude Code', 'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)', 'text/markdown, text/html, */*'],
  ['Claude Code', 'axios/1.8.4', 'text/markdown, text/html, */*'],
  ['PerplexityBot', like('PerplexityBot/1.0; +https://perplexity.ai/perplexitybot')],
  ['Perplexity-User', like('Perplexity-User/1.0; +https://perplexity.ai/perplexity-user')],
  ['Gemini CLI', compatible('Google-Gemini-CLI/1.0; +https://github.com/google-gemini/gemini-cli')],
  ['Gemini Notebook', `${CHROME} (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/x)`],
  ['Google-Pinpoint', 'Google-Pinpoint'],
  ['Google-Agent', `${CHROME} (compatible; Google-Agent; +https://developers.google.com/crawling/docs/x)`],
  ['opencode', CHROME, 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1'],
  ['Cursor', 'got (https://github.com/sindresorhus/got)', 'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8'],
  ['Crush', 'crush/1.0'],
  ['Aider', 'Mozilla./5.0 (Aider/0.86.1 +https://aider.chat)'],
  ['MCP fetch', 'ModelContextProtocol/1.0 (Autonomous; +https://github.com/modelcontextprotocol/servers)'],
  ['MCP fetch', 'ModelContextProtocol/1.0 (User-Specified; +https://github.com/modelcontextprotocol/servers)'],
  ['MistralAI-User', like('MistralAI-User/1.0; +https://docs.mistral.ai/robots')],
  ['DuckAssistBot', 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)'],
  ['meta-externalagent', 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)'],
  ['meta-externalfetcher', 'meta-externalfetcher/1.1'],
  ['Bytespider', `${CHROME} (compatible; Bytespider; spider-feedback@bytedance.com)`],
  ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  ['Amazonbot', `${SAFARI} (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)`],
  ['cohere-ai', 'cohere-ai'],
  ['YouBot', compatible('YouBot/1.0; +https://about.you.com/youbot/')],
  ['Diffbot', compatible('Diffbot/0.1; +http://www.diffbot.com')],
  ['Ai2Bot', compatible('Ai2Bot/1.0; +https://allenai.org/crawler')],
  ['PanguBot', compatible('PanguBot; pangubot@huawei.com')],
  ['Timpibot', 'Timpibot/0.8 (+http://www.timpi.io)'],
  ['ICC-Crawler', 'ICC-Crawler/3.0 (Mozilla-compatible; ; https://ucri.nict.go.jp/en/icccrawler.html)'],
  ['FirecrawlAgent', compatible('FirecrawlAgent; +https://firecrawl.dev')],
  ['TavilyBot', compatible('TavilyBot/1.0; +https://tavily.com')],
  ['LinkupBot', 'LinkupBot/1.0 (LinkupBot for web indexing; https://linkup.so/bot; bot@linkup.so)'],
  ['ExaBot', compatible('ExaBot/1.0; +https://exa.ai')],
  ['GoogleAgent-Mariner', `${CHROME} (compatible; GoogleAgent-Mariner; +https://g.co/mariner)`],
]

/** Tools that publish no user agent: their names, in the form that such tools give themselves. */
const NAMED: readonly [agent: string, userAgent: string][] = [
  ['Codex CLI', 'codex_cli_rs/0.58.0 (Ubuntu 24.4.0; x86_64) WindowsTerminal'],
  ['Devin', 'Devin/1.0 (+https://devin.ai)'],
  ['GitHub Copilot', 'GitHubCopilotChat/0.33.1'],
  ['Windsurf', 'Windsurf/1.12.0'],
  ['Cline', 'Cline/3.36.0'],
  ['Roo Code', 'RooCode/3.30.0'],
  ['Kilo Code', 'Kilo-Code/4.110.0'],
  ['Goose', 'goose-ai/1.9.0'],
  ['Qwen Code', 'QwenCode/0.1.4 (linux; x64)'],
  ['Kimi CLI', 'KimiCLI/0.50'],
  ['OpenHands', 'OpenHands/0.60'],
  ['Amp', 'amp-cli/0.0.1'],
  ['Jina', compatible('JinaReader/1.0; +https://jina.ai/reader')],
  ['Manus-User', `${CHROME} (compatible; Manus-User/1.0)`],
  ['NovaAct', `${CHROME} Agent-NovaAct/1.0`],
  ['ShapBot', compatible('ShapBot/0.1.0')],
  ['bedrockbot', compatible('bedrockbot/1.0')],
  ['kapa.ai', 'kapa.ai/1.0 (+https://kapa.ai)'],
  ['Browserbase', `${CHROME} Browserbase/1.0`],
  ['wpbot', compatible('wpbot/1.4; +https://wpbot.ai')],
  ['Groq', compatible('Groq-Bot/1.0; +https://groq.com/')],
  ['xAI', like('GrokBot/1.0; +https://x.ai')],
  ['DeepSeekBot', compatible('DeepSeekBot/1.0; +https://www.deepseek.com')],
  ['LangChain', 'LangChain/0.3 (WebBaseLoader)'],
  ['crawl4ai', `${CHROME} Crawl4AI/0.7`],
]

/** What reads pages for something else, and must not count as AI; and people. */
const OTHERS: readonly [what: string, userAgent: string, headers: Record<string, string>, client: string][] = [
  ['Googlebot', compatible('Googlebot/2.1; +http://www.google.com/bot.html'), {}, 'crawler'],
  ['bingbot', like('bingbot/2.0; +http://www.bing.com/bingbot.htm'), {}, 'crawler'],
  ['AhrefsBot', compatible('AhrefsBot/7.0; +http://ahrefs.com/robot/'), {}, 'crawler'],
  ['UptimeRobot', compatible('UptimeRobot/2.0; http://www.uptimerobot.com/'), {}, 'bot'],
  ['curl', 'curl/8.11.1', { accept: '*/*' }, 'bot'],
  ['Chrome', CHROME, { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 'human'],
  ['Safari', SAFARI, { accept: 'text/html' }, 'human'],
]

const judge = (userAgent: string, headers: Record<string, string>) =>
  classify({ method: 'GET', status: 200, address: '/guide', userAgent, headers, ip: null })

describe('agents of today', () => {
  test.each(SENT)('%s is AI: %s', (_, userAgent, accept = '*/*') => {
    expect(judge(userAgent, { accept })).toMatchObject({ class: 'ai', client: 'ai' })
  })

  test.each(NAMED)('%s is AI by its name: %s', (_, userAgent) => {
    expect(judge(userAgent, { accept: '*/*' })).toMatchObject({ class: 'ai', client: 'ai' })
  })

  test.each(OTHERS)('%s is not', (_, userAgent, headers, client) => {
    expect(judge(userAgent, headers)).toMatchObject({ client })
  })
})
