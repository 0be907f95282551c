import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildAddressRanges, buildRegistry, rangesToText, toText } from '../../../scripts/build-registry.ts'
import { REGISTRY, indexRegistry } from './registry.ts'

const registry = indexRegistry(REGISTRY)
const find = (userAgent: string) => registry.find(userAgent, () => false)?.entry.agent ?? null

describe('the committed registry', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

  test('is what its sources make', () => {
    expect(read('registry.json')).toBe(toText(buildRegistry()))
    expect(read('address-ranges.json')).toBe(rangesToText(buildAddressRanges()))
  })

  test('has a version and a date', () => {
    expect(REGISTRY.version).toMatch(/^\d{4}\.\d{1,2}\.\d+$/)
    expect(REGISTRY.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  test('takes entries only from sources that may be handed on', () => {
    const known = /^(?:docwright|ai\.robots\.txt|crawler-user-agents|https:\/\/.+)$/
    const isAllowed = (source: string, licence: string) => known.test(source) && licence === 'MIT'
    expect(REGISTRY.entries.filter(({ source, licence }) => !isAllowed(source, licence))).toEqual([])
  })

  test('has its own entries under the licence of the package', () => {
    const root = join(import.meta.dirname, '../../..')
    const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { license: string }
    expect(readFileSync(join(root, 'LICENSE'), 'utf8').split('\n')[0]).toBe(`${license} License`)
    const own = REGISTRY.entries.filter(({ source }) => source === 'docwright' || source.startsWith('https:'))
    expect([...new Set(own.map(({ licence }) => licence))]).toEqual([license])
    expect(read('sources/README.md')).not.toMatch(new RegExp(`Docwright's, (?!${license} )`))
  })

  test('has no token twice, and none that the index could not find', () => {
    const tokens = REGISTRY.entries.flatMap((entry) =>
      entry.tokens.map((token) => (typeof token === 'string' ? { text: token } : token)),
    )
    const keys = tokens.map(({ text, needs = '' }) => `${text} ${needs}`.toLowerCase())
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    expect(tokens.filter(({ text }) => !/^[a-z0-9]/i.test(text))).toEqual([])
  })

  test('refers only to address ranges that exist', () => {
    const names = Object.keys(buildAddressRanges().sets)
    for (const { ranges } of REGISTRY.entries) if (ranges !== undefined) expect(names).toContain(ranges)
  })

  test('finds every client under each of its own names', () => {
    const lost = REGISTRY.entries.flatMap((entry) =>
      entry.tokens.filter((token) => {
        const { text, needs = '' } = typeof token === 'string' ? { text: token } : token
        return registry.find(`${text}/1.0 (${needs})`, () => true) === null
      }),
    )
    expect(lost).toEqual([])
  })
})

describe('a name', () => {
  test.each([
    ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot'],
    ['gptbot', 'GPTBot'],
    ['NotGPTBot/1.0', null],
    ['GPTBots/1.0', null],
    ['ModelContextProtocol/1.0 (Autonomous; +https://github.com/modelcontextprotocol/servers)', 'MCP fetch'],
    ['crusher/1.0', null],
    ['crush/1.0', 'Crush'],
    ['crush', null],
    ['Mozilla/5.0 (compatible; Applebot-Extended/0.1)', 'Applebot-Extended'],
    ['Mozilla/5.0 (compatible; Applebot/0.1)', 'Applebot'],
    ['Devin123x', null],
    ['Mozilla/5.0 (X11; Linux) Devin Browser Chrome/140.0', null],
  ])('stands as a whole word: %s', (userAgent, agent) => {
    expect(find(userAgent)).toBe(agent)
  })

  test.each([
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Code Chrome/140.0 Safari/537.36', null],
    ['Code', null],
    ['Code/1.95.3', null],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Code/1.95.3 Chrome/128.0 Electron/32.2.1 Safari/537.36',
      'Visual Studio Code',
    ],
    ['Mozilla/5.0 (X11; Cursor) Firefox/140.0', null],
    ['Cursor/1.4.2', 'Cursor'],
    ['My Spider Collection', null],
    ['Spider (+https://spider.cloud)', 'Spider'],
    ['Operator/1.0', null],
    ['Mozilla/5.0 (compatible; Operator/1.0; +https://openai.com)', 'ChatGPT Agent'],
    ['Mozilla/5.0 (compatible; Foo; about OpenAI)', null],
    ['OpenAI/1.0', 'OpenAI client'],
    ['Foo (LCC 5)', null],
    ['LCC (+http://corpora.informatik.uni-leipzig.de/crawler_faq.html)', 'LCC'],
    ['Mozilla/5.0 (Yak Trekking Browser)', null],
    ['YaK/1.0 (http://linkfluence.com/; bot@linkfluence.com)', 'YaK'],
    ['I got this', null],
    ['got (https://github.com/sindresorhus/got)', 'got'],
    ['Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)', 'exabot'],
    ['Mozilla/5.0 (compatible; ExaBot/1.0; +https://exa.ai/bot)', 'ExaBot'],
    ['Speedy/138', null],
    ['Speedy Spider (http://www.entireweb.com/about/search_tech/speedy_spider/)', 'speedy spider'],
    ['Mozilla/5.0 (Linux; Android 8.0.0; Pixel Build/OPR3.170623.008) AppleWebKit/537.36', null],
    ['Mozilla/5.0 (compatible; 008/0.83; http://www.80legs.com/webcrawler.html)', '008'],
  ])('that is an ordinary word needs more: %s', (userAgent, agent) => {
    expect(registry.find(userAgent, () => true)?.entry.agent ?? null).toBe(agent)
  })

  test.each([
    ['Scrapy/2.11 (+https://scrapy.org)', 'tool'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
    ['GoogleOther', 'search'],
    ['Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)', 'search'],
    ['Mozilla/5.0 (compatible; SemrushBot-OCOB/1; +https://www.semrush.com/bot.html)', 'seo'],
  ])('of a list of AI crawlers is not AI for that: %s', (userAgent, kind) => {
    expect(registry.find(userAgent, () => true)?.entry.kind).toBe(kind)
  })

  test.each([
    ['Perplexity User/1.0', 'Perplexity-User'],
    ['PerplexityUser/1.0', 'Perplexity-User'],
    ['OAI SearchBot/1.3', 'OAI-SearchBot'],
    ['OAISearchBot/1.3', 'OAI-SearchBot'],
    ['meta_externalagent/1.1', 'meta-externalagent'],
  ])('of an AI agent is known in other spellings: %s', (userAgent, agent) => {
    expect(find(userAgent)).toBe(agent)
    // Words of a browser that happen to make up such a name are nothing.
    expect(find(`Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 ${userAgent}`)).toBeNull()
  })

  test('of a coding agent goes before that of the assistant behind it', () => {
    expect(find('Claude-User (claude-code/2.1.90; +https://support.anthropic.com/)')).toBe('Claude Code')
  })

  test('of a client goes before that of the browser it drives', () => {
    expect(find('Mozilla/5.0 HeadlessChrome/140.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)')).toBe('ClaudeBot')
  })

  test('that is a word of browsers counts only with a second sign', () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 Viber/13.3'
    expect(registry.find(userAgent, () => false)).toBeNull()
    expect(registry.find(userAgent, () => true)?.entry.agent).toBe('Viber')
    expect(registry.find('Viber/13.3.0.5', () => false)?.entry.agent).toBe('Viber')
    expect(registry.find('Dalvik/2.1.0 (Linux; U; Android 6.0; Viber Build/MRA58K)', () => false)).toBeNull()
  })
})

test('a source can be left out, to judge the rest against it', () => {
  const names = (text: string) => buildRegistry(['crawler-user-agents']).entries.filter((entry) => entry.source === text)
  expect(names('crawler-user-agents')).toEqual([])
  expect(names('ai.robots.txt').length).toBeGreaterThan(50)
})
