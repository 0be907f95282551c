import { describe, expect, test } from 'vitest'
import { type Request, classify } from './classify.ts'
import { judgeTrace, toTrace } from './trace.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const OLD_CHROME = CHROME.replace('143', '72')
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

const request = (rest: Partial<Request>): Request => ({
  method: 'GET',
  status: 200,
  address: '/guide',
  userAgent: CHROME,
  headers: {},
  ...rest,
})
const judge = (rest: Partial<Request>) => classify(request(rest))

describe('a browser without the headers that it always sends', () => {
  const absent = { 'sec-fetch-mode': '' }

  test.each([
    ['Chrome', CHROME],
    ['Firefox', FIREFOX],
  ])('is no person, where the log has them: %s', (_, userAgent) => {
    expect(judge({ userAgent, headers: absent })).toMatchObject({ class: 'excluded', reason: 'bot', evidence: 'inferred' })
    expect(judge({ userAgent })).toMatchObject({ class: 'human' })
  })

  test.each([
    ['one that never sent them', OLD_CHROME],
    ['one that is too new to ask for them', SAFARI],
  ])('is a person when it is %s', (_, userAgent) => {
    expect(judge({ userAgent, headers: absent })).toMatchObject({ class: 'human' })
  })

  test('stays none when the view is judged again, and does not stop a view of older versions from that', () => {
    expect(judgeTrace(toTrace(request({ headers: absent })))).toMatchObject({ class: 'excluded', reason: 'bot' })
    const older = JSON.stringify((JSON.parse(toTrace(request({}))) as unknown[]).slice(0, 8))
    expect(judgeTrace(older)).toMatchObject({ class: 'human' })
  })

  test('does not hide an agent that says who it is', () => {
    expect(judge({ headers: { ...absent, accept: 'text/markdown, text/html, */*' } })).toMatchObject({ agent: 'Claude Code' })
  })
})

describe('what is no page', () => {
  test.each([
    '/_next/image?url=%2Fa.png&w=640&q=75',
    '/docs/_next/image?url=%2Fa.png',
    'https://docs.example.com/_vercel/image?url=a',
    '/.netlify/images?url=/a.jpg',
    '/cdn-cgi/rum',
    '/cdn-cgi/l/email-protection',
    '/pagefind/fragment/en_1a2b.pf_fragment',
    '/pagefind/index/en_1a2b.pf_index',
    '/en/latest/objects.inv',
    '/guide.rsc',
    '/downloads/tool-1.2.tar.xz',
    '/downloads/tool.msi',
    '/tool_1.2_amd64.deb',
    '/pkg/tool-1.2-py3-none-any.whl',
  ])('%s', (address) => {
    expect(judge({ address })).toMatchObject({ class: 'excluded', reason: 'asset' })
  })

  test.each(['/_next/', '/guide/_next-steps', '/cdn-cgi-explained', '/a?from=/cdn-cgi/x', '/manual.pdf', '/.well-known/about'])(
    'but %s may be one',
    (address) => {
      expect(judge({ address })).toMatchObject({ class: 'human' })
    },
  )

  test.each(['image/webp', ' IMAGE/png; q=1', 'font/woff2', 'text/css; charset=utf-8', 'application/javascript', 'video/mp4'])(
    'an answer of the type %s',
    (contentType) => {
      expect(judge({ contentType })).toMatchObject({ class: 'excluded', reason: 'asset' })
    },
  )

  test.each(['text/html; charset=utf-8', 'text/markdown', 'application/pdf'])('but %s is one', (contentType) => {
    expect(judge({ contentType }).class).not.toBe('excluded')
  })
})

describe('tools and agents', () => {
  test.each([
    'Mozilla/5.0 (X11; Linux x86_64; rv:100.0) Gecko/20100101 Firefox/100.0 Sphinx/8.1.3',
    'Sphinx/7.2.6 requests/2.31.0 python/3.11.4',
    'lychee/0.18.0',
    'LinkChecker/10.2',
    'mkdocs/1.6',
  ])('a documentation tool is a tool: %s', (userAgent) => {
    expect(judge({ userAgent })).toMatchObject({ class: 'excluded', reason: 'tool' })
  })

  test.each([
    ['/mcp', 'node'],
    ['/docs/mcp', 'python-httpx/0.28'],
    ['https://docs.example.com/_mcp/?v=1', CHROME],
  ])('what is sent to %s is use of the documentation by AI', (address, userAgent) => {
    expect(judge({ method: 'POST', address, userAgent })).toMatchObject({ class: 'ai', surface: 'mcp' })
  })

  test('but what MCP only accepts, what failed, other posts and a page about MCP are not', () => {
    const call = { method: 'POST', address: '/mcp', userAgent: 'node' }
    expect(judge({ ...call, status: 202 })).toMatchObject({ class: 'excluded', reason: 'status' })
    expect(judge({ ...call, status: 404 })).toMatchObject({ class: 'excluded', reason: 'error' })
    expect(judge({ ...call, address: '/mcp/guide' })).toMatchObject({ class: 'excluded', reason: 'method' })
    expect(judge({ address: '/mcp' })).toMatchObject({ class: 'human', surface: 'html' })
  })

  test('who signs is an agent, also when nobody knows the signer', () => {
    for (const userAgent of [CHROME, 'curl/8.5.0'])
      expect(judge({ userAgent, headers: { 'signature-agent': '"https://agent.example"' } })).toMatchObject({
        class: 'ai',
        kind: 'agent',
        agent: 'agent.example',
        evidence: 'declared',
      })
  })
})
