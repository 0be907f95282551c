import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { createClassifier } from './classifier.ts'
import { REGISTRY } from './registry.ts'
import type { Request } from './request.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

const names = REGISTRY.entries.flatMap((entry) => entry.tokens.map((token) => (typeof token === 'string' ? token : token.text)))

/** User agents of all sorts: listed names, browsers, noise, and mixtures of them. */
const userAgents = fc.oneof(
  fc.constantFrom(...names).map((name) => `Mozilla/5.0 (compatible; ${name}/1.0; +https://example.com/bot)`),
  fc.constantFrom(...names),
  fc.constant(CHROME),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.oneof(fc.constantFrom(...names), fc.string(), fc.constant(CHROME)), { maxLength: 4 })
    .map((parts) => parts.join(' ')),
)

const headers = fc.record(
  {
    accept: fc.oneof(fc.constantFrom('text/markdown', 'text/html', '*/*', 'text/markdown, text/html, */*'), fc.string()),
    'sec-fetch-mode': fc.constantFrom('navigate', 'cors', 'no-cors'),
    'sec-fetch-dest': fc.constantFrom('document', 'empty', 'iframe'),
    'sec-purpose': fc.constantFrom('prefetch', 'x'),
    'signature-agent': fc.oneof(fc.constantFrom('"https://chatgpt.com"', 'sig1="https://a.example"'), fc.string()),
    'mcp-session-id': fc.string(),
  },
  { requiredKeys: [] },
)

const requests: fc.Arbitrary<Request> = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'HEAD', 'POST'), fc.string()),
  status: fc.oneof(fc.constantFrom(200, 304, 301, 404, 500), fc.integer()),
  address: fc.oneof(
    fc.constantFrom('/', '/guide.md', '/llms.txt', '/logo.png', 'https://example.com/a?b.md'),
    fc.string(),
    fc.webUrl(),
  ),
  userAgent: fc.oneof({ weight: 8, arbitrary: userAgents }, { weight: 1, arbitrary: fc.constantFrom(null, '', '-') }),
  headers,
  ip: fc.oneof(fc.constantFrom(null, '4.151.71.177', '34.22.85.1', '10.0.0.1'), fc.ipV4(), fc.ipV6(), fc.string()),
})

test('every request gets a judgement', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const judgement = classify(request)
      expect(['human', 'ai', 'excluded']).toContain(judgement.class)
      expect(judgement.client === 'human').toBe(judgement.kind === null)
      if (judgement.class !== 'excluded') expect(judgement.class).toBe(judgement.client)
    }),
    { numRuns: 2000 },
  )
})

test('the case of a user agent does not matter', () => {
  const pick = (request: Request) => {
    const { class: verdict, client, kind, evidence, isAmbiguous, agent } = classify(request)
    return { verdict, client, kind, evidence, isAmbiguous, agent: agent?.toLowerCase() }
  }
  const ascii = fc.oneof(
    userAgents.map((text) => text.replace(/[^ -~]/g, '?')),
    fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  )
  fc.assert(
    fc.property(ascii, (userAgent) => {
      const request: Request = { method: 'GET', status: 200, address: '/', userAgent, headers: {} }
      const expected = pick(request)
      expect(pick({ ...request, userAgent: userAgent.toLowerCase() })).toEqual(expected)
      expect(pick({ ...request, userAgent: userAgent.toUpperCase() })).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

test('memory changes no judgement, however small it is', () => {
  const classifiers = [createClassifier(), createClassifier({ userAgentsMax: 2 })]
  fc.assert(
    fc.property(fc.array(requests, { minLength: 1, maxLength: 20 }), fc.boolean(), (batch, isNarrow) => {
      const options = isNarrow ? { aiKinds: ['assistant', 'agent'] as const } : {}
      for (const classifier of classifiers)
        for (const request of [...batch, ...batch])
          expect(classifier.classify(request, options)).toEqual(classify(request, options))
    }),
    { numRuns: 300 },
  )
})

test('unrelated words make no AI of a browser', () => {
  const word = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')),
    minLength: 1,
    maxLength: 10,
  })
  const listed = new Set(names.map((name) => name.toLowerCase()))
  const unrelated = fc.array(
    word.filter((text) => !listed.has(text.toLowerCase()) && !/bot|crawl|spider/i.test(text)),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(unrelated, fc.boolean(), (words, isInside) => {
      const userAgent = isInside ? CHROME.replace('x64)', `x64; ${words.join(' ')})`) : `${CHROME} ${words.join(' ')}`
      expect(classify({ method: 'GET', status: 200, address: '/', userAgent, headers: {} }).client).not.toBe('ai')
    }),
    { numRuns: 3000 },
  )
})

test('the words of ordinary English make no AI of a browser', () => {
  for (const text of [
    'Code',
    'Cursor',
    'Spider-Man',
    'Operator',
    'OpenAI fan',
    'Continue',
    'Warp',
    'Claude',
    'Gemini',
    'assistant',
    'AI',
    'copilot',
  ])
    expect(
      classify({ method: 'GET', status: 200, address: '/', userAgent: `${CHROME} ${text}`, headers: {} }).client,
      text,
    ).not.toBe('ai')
})
