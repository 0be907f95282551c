import { describe, expect, test } from 'vitest'
import { type Judgement, type Request, classify } from './classify.ts'
import { explain } from './explain.ts'
import { judgeTrace, toTrace } from './trace.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const VS_CODE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.95.3 Chrome/128.0.6613.186 Electron/32.2.1 Safari/537.36'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const ANY = { accept: '*/*' }
const NAVIGATION = { ...HTML, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Addresses out of the bundled lists, and one that is in none. */
const AT_OPENAI = '4.151.71.177'
const AT_GOOGLE = '34.22.85.1'
const AT_BING = '13.66.139.5'
const ELSEWHERE = '8.8.8.8'

function judge(userAgent: string | null, headers: Record<string, string> = {}, rest: Partial<Request> = {}): Judgement {
  return classify({ method: 'GET', status: 200, address: '/guide', userAgent, headers, ...rest })
}

describe('what coding agents and assistants send', () => {
  test.each<[string, string | null, Record<string, string>, Partial<Request>, Partial<Judgement>]>([
    [
      'Claude Code',
      'Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)',
      { accept: 'text/markdown, text/html, */*' },
      {},
      {
        class: 'ai',
        agent: 'Claude Code',
        operator: 'Anthropic',
        kind: 'coding-agent',
        evidence: 'declared',
        isAmbiguous: false,
      },
    ],
    [
      'Claude Code before 2.1.83',
      'axios/1.8.4',
      { accept: 'text/markdown, text/html, */*' },
      {},
      { class: 'ai', agent: 'Claude Code', kind: 'coding-agent', evidence: 'inferred', isAmbiguous: true },
    ],
    [
      'opencode',
      CHROME,
      { accept: 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1' },
      {},
      { class: 'ai', agent: 'opencode', kind: 'coding-agent', evidence: 'inferred' },
    ],
    ['opencode by its own name', 'opencode', HTML, {}, { class: 'ai', agent: 'opencode', evidence: 'declared' }],
    [
      'opencode with its version',
      'opencode/latest/1.1.4/cli',
      HTML,
      {},
      { class: 'ai', agent: 'opencode', evidence: 'declared' },
    ],
    [
      'Cursor',
      'got (https://github.com/sindresorhus/got)',
      { accept: 'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,*/*;q=0.7' },
      {},
      { class: 'ai', agent: 'Cursor', evidence: 'inferred', isAmbiguous: true },
    ],
    [
      'Gemini CLI',
      'Mozilla/5.0 (compatible; Google-Gemini-CLI/1.0; +https://github.com/google-gemini/gemini-cli)',
      ANY,
      {},
      { class: 'ai', agent: 'Gemini CLI', kind: 'coding-agent', evidence: 'declared' },
    ],
    [
      'MCP fetch, autonomous',
      'ModelContextProtocol/1.0 (Autonomous; +https://github.com/modelcontextprotocol/servers)',
      ANY,
      {},
      { class: 'ai', agent: 'MCP fetch', kind: 'agent', evidence: 'declared' },
    ],
    [
      'MCP fetch, asked for',
      'ModelContextProtocol/1.0 (User-Specified; +https://github.com/modelcontextprotocol/servers)',
      ANY,
      {},
      { class: 'ai', agent: 'MCP fetch', evidence: 'declared' },
    ],
    ['Crush', 'crush/1.0', {}, {}, { class: 'ai', agent: 'Crush', evidence: 'declared' }],
    ['Aider', 'Mozilla./5.0 (Aider/0.86.1 +https://aider.chat)', {}, {}, { class: 'ai', agent: 'Aider', evidence: 'declared' }],
    [
      'Windsurf',
      'colly - https://github.com/gocolly/colly/v2',
      ANY,
      {},
      { class: 'excluded', kind: 'tool', agent: 'colly', isAmbiguous: true },
    ],
    ['Cline and Junie', 'curl/8.4.0', ANY, {}, { class: 'excluded', kind: 'tool', agent: 'curl', isAmbiguous: true }],
    [
      'got that asks for HTML',
      'got (https://github.com/sindresorhus/got)',
      HTML,
      {},
      { class: 'excluded', kind: 'tool', agent: 'got', isAmbiguous: true },
    ],
    [
      'a program that an agent runs',
      'glab/v1.98.0 (linux, amd64) Coding-Agent/codex',
      ANY,
      {},
      { class: 'ai', kind: 'coding-agent', evidence: 'declared' },
    ],
    [
      'Gemini Notebook, which was NotebookLM',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/google-gemininotebook)',
      HTML,
      {},
      { class: 'ai', agent: 'Gemini Notebook', operator: 'Google', kind: 'assistant' },
    ],
    ['VS Code', VS_CODE, HTML, {}, { class: 'human', agent: 'Visual Studio Code', isAmbiguous: true }],
    [
      'VS Code that asks for Markdown',
      VS_CODE,
      { accept: 'text/markdown' },
      {},
      { class: 'ai', agent: 'Visual Studio Code', kind: 'coding-agent', evidence: 'inferred' },
    ],
    [
      'Codex CLI, which follows the link to the Markdown',
      CHROME,
      HTML,
      { address: '/guide.md' },
      { class: 'ai', evidence: 'inferred', surface: 'markdown', isAmbiguous: true },
    ],
    ['Codex CLI that reads the page itself looks like a person', CHROME, HTML, {}, { class: 'human', isAmbiguous: false }],
    [
      'ChatGPT agent',
      CHROME,
      { ...HTML, 'signature-agent': '"https://chatgpt.com"' },
      {},
      { class: 'ai', agent: 'ChatGPT Agent', operator: 'OpenAI', kind: 'agent', evidence: 'declared' },
    ],
    [
      'ChatGPT agent, verified',
      CHROME,
      { 'signature-agent': '"https://chatgpt.com"' },
      { signature: { agent: 'chatgpt.com', isVerified: true } },
      { class: 'ai', agent: 'ChatGPT Agent', evidence: 'verified-signature' },
    ],
    [
      'any Electron application',
      CHROME.replace(' Safari', ' Electron/32.2.1 Safari'),
      HTML,
      {},
      { class: 'human', isAmbiguous: true },
    ],
    [
      'an MCP client',
      'node',
      { 'mcp-protocol-version': '2025-06-18', accept: 'text/event-stream' },
      { address: '/mcp' },
      { class: 'ai', surface: 'mcp' },
    ],
  ])('%s', (_, userAgent, headers, rest, expected) => {
    expect(judge(userAgent, headers, rest)).toMatchObject(expected)
  })
})

describe('the order of the steps', () => {
  test.each<[string, Judgement, Partial<Judgement> & { reason?: string }]>([
    [
      'a verified signature goes before an address that says otherwise',
      judge(GPTBOT, {}, { ip: ELSEWHERE, signature: { agent: 'chatgpt.com', isVerified: true } }),
      { class: 'ai', agent: 'GPTBot', evidence: 'verified-signature' },
    ],
    [
      'an unverified signature does not',
      judge(GPTBOT, {}, { ip: ELSEWHERE, signature: { agent: 'chatgpt.com', isVerified: false } }),
      { class: 'excluded', reason: 'spoofed' },
    ],
    [
      'a crawler that signs stays a crawler',
      judge(GOOGLEBOT, {}, { signature: { agent: 'search.example', isVerified: true } }),
      { class: 'excluded', client: 'crawler', agent: 'search.example', evidence: 'verified-signature' },
    ],
    [
      'a signer does not speak for the agent of another operator',
      judge(GPTBOT, {}, { signature: { agent: 'browserbase.com', isVerified: true } }),
      { class: 'ai', agent: 'Browserbase', evidence: 'verified-signature' },
    ],
    [
      'a signer of the settings is an agent',
      judge(CHROME, {}, { signature: { agent: 'agent.example', isVerified: true } }),
      { class: 'ai', agent: 'agent.example', operator: null, evidence: 'verified-signature' },
    ],
    [
      'a signature that does not hold is a claim like any other',
      judge(CHROME, HTML, { signature: { agent: 'chatgpt.com', isVerified: false, fault: 'its signature has expired' } }),
      {
        class: 'ai',
        agent: 'ChatGPT Agent',
        evidence: 'declared',
        because: 'chatgpt.com is named as the signer, but its signature has expired.',
      },
    ],
    [
      'a recognised crawler that accepts Markdown stays a crawler',
      judge(GOOGLEBOT, { accept: 'text/markdown' }),
      { class: 'excluded', reason: 'search' },
    ],
    [
      'an unlisted crawler that accepts Markdown stays one',
      judge('FooBot/1.0 (+http://foo.example)', { accept: 'text/markdown' }),
      { class: 'excluded', reason: 'bot', agent: 'FooBot' },
    ],
    [
      'a recognised crawler at the Markdown twin stays a crawler',
      judge(GOOGLEBOT, {}, { address: '/guide.md' }),
      { class: 'excluded', reason: 'search', surface: 'markdown' },
    ],
    [
      'a library that accepts Markdown is an agent',
      judge('python-requests/2.32', { accept: 'text/markdown' }),
      { class: 'ai', kind: 'agent', isAmbiguous: true },
    ],
    [
      '`text/markdown;q=0` is no wish for it',
      judge(CHROME, { accept: 'text/html, text/markdown;q=0' }),
      { class: 'human', surface: 'html' },
    ],
    [
      'a person who opens the Markdown in a browser stays one',
      judge(CHROME, NAVIGATION, { address: '/guide.md' }),
      { class: 'human', surface: 'markdown' },
    ],
    [
      'llms.txt without a navigation is read by AI',
      judge(CHROME, {}, { address: '/llms.txt' }),
      { class: 'ai', surface: 'llms.txt' },
    ],
    [
      'llms-full.txt too',
      judge('curl/8.4.0', {}, { address: 'https://docs.example.com/llms-full.txt?v=1' }),
      { class: 'ai', surface: 'llms.txt', isAmbiguous: true },
    ],
    ["a navigation is a person's", judge(CHROME, NAVIGATION), { class: 'human', evidence: 'declared', isAmbiguous: false }],
    [
      'a navigation of a driven browser is not',
      judge(CHROME.replace('Chrome/', 'HeadlessChrome/'), NAVIGATION),
      { class: 'excluded', reason: 'headless' },
    ],
    [
      'a navigation of a robot that says so is not',
      judge('Mozilla/5.0 (compatible; FooBot/1.0) Chrome/140.0', NAVIGATION),
      { class: 'excluded', reason: 'bot' },
    ],
    [
      'a browser that isbot mistakes is cleared by its navigation',
      judge('Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0 Insight', NAVIGATION),
      { class: 'human' },
    ],
    [
      'an unlisted robot that calls itself AI is AI',
      judge('Mozilla/5.0 (compatible; FooAIBot/1.0; +https://foo.example)'),
      { class: 'ai', agent: 'FooAIBot', evidence: 'inferred', isAmbiguous: true },
    ],
    [
      'an unlisted robot of a company in .ai is AI',
      judge('FooBot/1.0 (+https://foo.ai/bot)'),
      { class: 'ai', evidence: 'inferred' },
    ],
    [
      'an unlisted fetcher for a person is an assistant',
      judge('Foo-User/1.0'),
      { class: 'ai', kind: 'assistant', evidence: 'inferred' },
    ],
    [
      'an unlisted robot that names a model is AI',
      judge('my-claude-reader/0.3'),
      { class: 'ai', evidence: 'inferred', isAmbiguous: true },
    ],
    ...['FooAIBot/1.0', 'foo-llm/2', 'FooGPT/1.0', 'ai-agent/0.3', 'QwenSpider/1.0', 'GeminiFetcher/2.0', 'Grok-Crawler/1.0'].map(
      (userAgent): [string, Judgement, Partial<Judgement>] => [
        `an unlisted robot with a word for AI or the name of a model is AI: ${userAgent}`,
        judge(userAgent),
        { class: 'ai', evidence: 'inferred', isAmbiguous: true },
      ],
    ),
    ...['VectaraBot/1.0', 'Foo/1.0 (+https://gumloop.com/bot)', 'Mozilla/5.0 (compatible; Botsonic/1.0)'].map(
      (userAgent): [string, Judgement, Partial<Judgement>] => [
        `an unlisted robot of an AI product is an agent: ${userAgent}`,
        judge(userAgent),
        { class: 'ai', kind: 'agent', evidence: 'inferred' },
      ],
    ),
    ...[
      'HyundaiBot/1.0',
      'MailBot/1.0',
      'Akamai_Site_Analyzer/1.0',
      'Groklaw-Reader/1.0',
      'GeminidsBot/1.0',
      'Kowalski/1.0 (+https://kapalua.example/bot)',
    ].map((userAgent): [string, Judgement, Partial<Judgement>] => [
      `letters inside of a word are no sign of AI: ${userAgent}`,
      judge(userAgent),
      { class: 'excluded', client: 'bot' },
    ]),
    [
      'an unlisted client of the Model Context Protocol is an agent',
      judge('docs-mcp/1.4 (+https://example.com)'),
      { class: 'ai', kind: 'agent', evidence: 'inferred' },
    ],
    [
      'a robot at a company in .ai that scans, and does not read, is none',
      judge('Mozilla/5.0 (compatible; Foo/1.0; +https://foo.ai/scanning)'),
      { class: 'excluded', client: 'bot' },
    ],
    ['AI in the words of a browser is nothing', judge(`${CHROME} AI`), { class: 'human' }],
  ])('%s', (_, judgement, expected) => {
    expect(judgement).toMatchObject(expected)
  })
})

describe('the wish for Markdown', () => {
  test.each([
    'text/markdown;variant=GFM;q=0',
    'text/markdown;q=0.00;variant=GFM',
    'text/markdown-x, */*',
    'x-text/markdown',
    'text/html;a=text/markdown',
  ])('is not in %s', (accept) => {
    expect(judge(CHROME, { accept })).toMatchObject({ class: 'human', surface: 'html' })
  })

  test.each([
    'text/markdown;variant=GFM',
    'text/html, TEXT/Markdown ; variant=GFM;q=0.05 , */*',
    'text/markdown;q=0, text/x-markdown',
  ])('is in %s', (accept) => {
    expect(judge(CHROME, { accept })).toMatchObject({ class: 'ai', surface: 'markdown' })
  })
})

describe('published addresses', () => {
  test('prove a declared name', () => {
    expect(judge(GPTBOT, {}, { ip: AT_OPENAI })).toMatchObject({ class: 'ai', agent: 'GPTBot', evidence: 'verified-ip' })
    expect(judge(GOOGLEBOT, {}, { ip: AT_GOOGLE })).toMatchObject({
      class: 'excluded',
      reason: 'search',
      evidence: 'verified-ip',
    })
    expect(judge('Mozilla/5.0 (compatible; bingbot/2.0)', {}, { ip: `::ffff:${AT_BING}` })).toMatchObject({
      evidence: 'verified-ip',
    })
  })

  test('unmask a false one', () => {
    expect(judge(GPTBOT, {}, { ip: ELSEWHERE })).toMatchObject({
      class: 'excluded',
      reason: 'spoofed',
      client: 'bot',
      evidence: 'spoofed',
      agent: 'GPTBot',
    })
    expect(judge(GOOGLEBOT, {}, { ip: AT_OPENAI })).toMatchObject({ class: 'excluded', reason: 'spoofed' })
  })

  test('do not unmask an agent whose ranges change from week to week', () => {
    expect(judge('ChatGPT-User/1.0', {}, { ip: ELSEWHERE })).toMatchObject({ class: 'ai', evidence: 'declared' })
    expect(judge('ChatGPT-User/1.0', {}, { ip: AT_OPENAI })).toMatchObject({ class: 'ai', evidence: 'verified-ip' })
  })

  test('say nothing about an agent whose operator publishes none', () => {
    expect(judge('Claude-User/1.0', {}, { ip: ELSEWHERE })).toMatchObject({ class: 'ai', evidence: 'declared' })
  })

  test.each(['10.0.0.7', '127.0.0.1', '::1', 'fd00::1', 'unknown', '', '999.1.1.1'])(
    'say nothing about %s, which is a proxy or no address',
    (ip) => {
      expect(judge(GPTBOT, {}, { ip })).toMatchObject({ class: 'ai', evidence: 'declared' })
    },
  )

  test('say nothing about IPv6 where only IPv4 is published', () => {
    expect(judge(GPTBOT, {}, { ip: '2001:4860:4860::8888' })).toMatchObject({ evidence: 'declared' })
    expect(judge(GOOGLEBOT, {}, { ip: '2606:4700::1' })).toMatchObject({ evidence: 'spoofed' })
  })

  test('do not unmask an address whose last byte the log has cut off', () => {
    expect(judge(GPTBOT, {}, { ip: AT_OPENAI.replace(/\d+$/, '0') })).toMatchObject({ evidence: 'declared' })
  })

  test('find assistants behind the user agent of a browser', () => {
    expect(judge(CHROME, NAVIGATION, { ip: AT_OPENAI })).toMatchObject({
      class: 'ai',
      operator: 'OpenAI',
      evidence: 'verified-ip',
    })
    expect(judge(CHROME, {}, { ip: AT_GOOGLE })).toMatchObject({ class: 'excluded', reason: 'search', evidence: 'verified-ip' })
    expect(judge(CHROME, {}, { ip: ELSEWHERE })).toMatchObject({ class: 'human' })
  })
})

describe('what counts', () => {
  test('no view, whoever asked; who asked is told all the same', () => {
    const reason = (rest: Partial<Request>, headers = {}) => {
      const judgement = judge(GPTBOT, headers, rest)
      expect(judgement).toMatchObject({ client: 'ai', agent: 'GPTBot' })
      return judgement.class === 'excluded' ? judgement.reason : null
    }
    expect(reason({ method: 'HEAD' })).toBe('method')
    expect(reason({ method: 'get' })).toBeNull()
    expect(reason({}, { 'sec-purpose': 'prefetch;prerender' })).toBe('prefetch')
    expect(reason({}, { purpose: 'prefetch' })).toBe('prefetch')
    expect(reason({}, { 'x-purpose': 'preview' })).toBe('prefetch')
    expect(reason({}, { 'next-router-prefetch': '1' })).toBe('prefetch')
    expect(reason({ address: '/guides/start?_rsc=1r34m' })).toBe('prefetch')
    expect(reason({ address: '/a_rsc=b' })).toBeNull()
    expect(reason({}, { 'sec-fetch-dest': 'image' })).toBe('asset')
    expect(reason({}, { 'sec-fetch-dest': 'iframe' })).toBeNull()
    expect(reason({}, { 'sec-fetch-dest': 'empty' })).toBeNull()
    expect(reason({}, { rsc: '1', 'next-router-prefetch': '2' })).toBe('prefetch')
    expect(reason({ address: '/guides/start?_rsc=1r34m' }, { rsc: '1' })).toBeNull()
    expect(reason({ status: 301 })).toBe('status')
    expect(reason({ status: 304 })).toBeNull()
    expect(reason({ status: 404 })).toBe('error')
    expect(reason({ address: '/logo.PNG?v=2' })).toBe('asset')
    expect(reason({ address: '/robots.txt' })).toBe('asset')
    expect(reason({ address: '/v1.2/guide' })).toBeNull()
    expect(reason({ address: 'https://docs.zip' })).toBeNull()
  })

  test('what a script in a person’s browser asks for is no view', () => {
    const headers = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    expect(judge(CHROME, headers)).toMatchObject({ class: 'excluded', reason: 'fetch', client: 'human' })
    expect(judge(CHROME, { ...headers, accept: 'text/markdown' })).toMatchObject({ class: 'ai' })
    expect(judge(CHROME, { 'sec-fetch-mode': 'cors' })).toMatchObject({ class: 'human' })
    expect(judge(CHROME, { ...headers, rsc: '1' })).toMatchObject({ class: 'human' })
  })

  test('an unknown user agent counts as a person, a missing one as none', () => {
    expect(judge(null)).toMatchObject({ class: 'human', evidence: 'inferred' })
    for (const userAgent of ['', '-', ' ']) expect(judge(userAgent)).toMatchObject({ class: 'excluded', reason: 'no-user-agent' })
  })

  test.each([
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'seo', 'crawler'],
    ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'monitor', 'bot'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview', 'bot'],
    ['Twitterbot/1.0', 'preview', 'bot'],
    ['Feedbin feed-id:1 - 2 subscribers', 'feed', 'bot'],
    ['python-requests/2.32.3', 'tool', 'bot'],
    ['Go-http-client/2.0', 'tool', 'bot'],
    ['SomethingNew/3.1', 'bot', 'bot'],
  ])('ordinary robots are left out with the reason: %s', (userAgent, reason, client) => {
    expect(judge(userAgent)).toMatchObject({ class: 'excluded', reason, client })
  })

  test('a project can narrow AI to assistants and agents', () => {
    const request: Request = { method: 'GET', status: 200, address: '/', userAgent: GPTBOT, headers: {} }
    expect(classify(request)).toMatchObject({ class: 'ai' })
    const aiKinds = ['assistant', 'coding-agent', 'agent'] as const
    expect(classify(request, { aiKinds })).toMatchObject({ class: 'excluded', reason: 'training', client: 'ai' })
    expect(classify({ ...request, userAgent: 'ChatGPT-User/1.0' }, { aiKinds })).toMatchObject({ class: 'ai' })
  })
})

test('an explanation ends with the step that decided', () => {
  const { steps, judgement, registryVersion } = explain({
    method: 'GET',
    status: 200,
    address: '/',
    userAgent: GPTBOT,
    headers: {},
  })
  expect(steps.map((step) => step.step)).toEqual(['view', 'signature', 'registry'])
  expect(steps.at(-1)?.answer).toContain('GPTBot')
  expect(judgement.class).toBe('ai')
  expect(registryVersion).not.toBe('')
})

test('a signature stays verified when its view is judged again', () => {
  const signature = { agent: 'chatgpt.com', isVerified: true }
  const request: Request = { method: 'GET', status: 200, address: '/', userAgent: CHROME, headers: HTML, signature }
  expect(judgeTrace(toTrace(request))).toMatchObject({ agent: 'ChatGPT Agent', evidence: 'verified-signature' })
  const unproven = { ...request, signature: { ...signature, isVerified: false, fault: 'its signature has expired' } }
  expect(judgeTrace(toTrace(unproven))).toMatchObject({ agent: 'ChatGPT Agent', evidence: 'declared' })
})
