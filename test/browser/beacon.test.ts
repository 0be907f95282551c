import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../../src/keys/create-key.ts'
import { openBrowser } from '../support/browser.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** What a person's browser says; the one of the tests calls itself headless. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

/** Playwright's browser says that a program drives it; a person's does not. */
const AS_PERSON = `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })`

/** Makes the browser fetch and render the next page before the reader asks for it. */
const AHEAD = JSON.stringify({ prerender: [{ source: 'list', urls: ['/next'], eagerness: 'immediate' }] })

/** What the site was asked for, and why. */
const fetched: string[] = []

let browser: Browser
let docs: TestService
let site: Server
let siteUrl: string
let siteKey: string
let projectId: string
let key: string

beforeAll(async () => {
  docs = await startTestService()
  site = createServer((request, reply) => {
    // Another origin than the service: it differs in its port.
    fetched.push(`${request.url} ${String(request.headers['sec-purpose'] ?? '')}`.trim())
    reply.setHeader('content-type', 'text/html')
    if (request.url === '/gone') reply.statusCode = 404
    const tag = `<script defer src="${docs.url}/docwright.js" data-site="${siteKey}"></script>`
    reply.end(`<!doctype html><title>Docs</title>
      ${tag}${request.url === '/twice' ? tag : ''}
      <script type="speculationrules">${request.url === '/ahead' ? AHEAD : '{}'}</script>
      ${request.url === '/frame' ? `<iframe srcdoc='${tag}'></iframe>` : ''}
      <a href="/next">${request.url}</a>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await docs.stop()
  site.close()
})

beforeEach(async () => {
  ;({ projectId, key } = await docs.newProject())
  const { databases, ids } = docs.service.context
  const made = await createKey(
    { database: databases.main, ids },
    { projectId, kind: 'site', name: 'Site', scopes: [], origins: [siteUrl], expiresInMs: null, actor: 'test' },
  )
  siteKey = made.secret
})

interface Visit {
  page: Page
  context: BrowserContext
  /** What the browser complained about, and what the script sent. */
  complaints: string[]
  sent: { body: string; type: string; method: string }[]
}

async function visit(path: string, options: { script?: string; userAgent?: string } = {}): Promise<Visit> {
  const context = await browser.newContext({ userAgent: options.userAgent ?? PERSON })
  await context.addInitScript(options.script ?? AS_PERSON)
  const page = await context.newPage()
  const complaints: string[] = []
  const sent: Visit['sent'] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  context.on('request', (request) => {
    if (request.url().startsWith(`${docs.url}/v1/`))
      sent.push({ body: request.postData() ?? '', type: request.headers()['content-type'] ?? '', method: request.method() })
  })
  await page.goto(siteUrl + path)
  return { page, context, complaints, sent }
}

async function views(): Promise<Record<string, number>> {
  const { body } = await docs.request(`/v1/analytics/${projectId}/views`, { key })
  return Object.fromEntries(body.views.map((row: { path: string; human: number }) => [row.path, row.human]))
}

/** Beacons leave when the browser has time. */
const untilViews = (expected: Record<string, number>) => expect.poll(views, { timeout: 10_000 }).toEqual(expected)

/** Long enough for a beacon that should not be there to have arrived. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300))

describe('the script on a page of another origin', () => {
  it('counts a view, and asks the service nothing first', async () => {
    const { context, complaints, sent } = await visit('/guide/?token=secret#part')
    await untilViews({ '/guide': 1 })
    expect(sent).toEqual([{ body: expect.any(String), type: expect.stringMatching(/^text\/plain/i), method: 'POST' }])
    expect(JSON.parse(sent[0]!.body)).toEqual({ url: `${siteUrl}/guide/`, referrer: '' })
    expect(await context.cookies()).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('counts each page that a single-page site turns to, once', async () => {
    const { page, context, sent } = await visit('/one')
    await page.evaluate(`history.pushState({}, '', '/two')`)
    await page.evaluate(`history.replaceState({}, '', '/two?tab=1#x')`)
    await page.evaluate(`location.hash = 'y'`)
    await page.evaluate(`history.pushState({}, '', '/three')`)
    await untilViews({ '/one': 1, '/two': 1, '/three': 1 })
    await page.goBack()
    await page.goBack()
    await untilViews({ '/one': 1, '/two': 2, '/three': 1 })
    expect(JSON.parse(sent[1]!.body)).toEqual({ url: `${siteUrl}/two`, referrer: siteUrl })
    await context.close()
  })

  it('counts the pages of a site that has them behind a hash', async () => {
    const { page, context } = await visit('/docs/#/guide?id=first')
    await page.evaluate(`location.hash = '#/guide?id=second'`)
    await page.evaluate(`location.hash = '#!/api'`)
    await untilViews({ '/docs/guide': 1, '/docs/api': 1 })
    await context.close()
  })

  it('says which assistant sent the reader, and sends nothing else of the query', async () => {
    const { context, sent } = await visit('/guide?token=secret&utm_source=chatgpt.com&x=1')
    await untilViews({ '/guide': 1 })
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ url: `${siteUrl}/guide?utm_source=chatgpt.com` })
    const { body } = await docs.request(`/v1/analytics/${projectId}/referrers`, { key })
    expect(body.referrers).toMatchObject([{ host: 'chatgpt.com', human: 1 }])
    await context.close()
  })

  it('counts neither an error page nor a frame without an address', async () => {
    const { page, context } = await visit('/gone')
    await page.goto(`${siteUrl}/frame`)
    await untilViews({ '/frame': 1 })
    await aWhile()
    expect(await views()).toEqual({ '/frame': 1 })
    const { body } = await docs.request(`/v1/analytics/${projectId}/exclusions`, { key })
    expect(body.exclusions).toEqual([{ reason: 'error', count: 1 }])
    expect((await docs.request(`/v1/analytics/${projectId}/misses`, { key })).body.misses).toEqual([])
    await context.close()
  })

  it('sends what was read without a network once there is one again', async () => {
    const { page, context } = await visit('/one')
    await untilViews({ '/one': 1 })
    await context.setOffline(true)
    await page.evaluate(`history.pushState({}, '', '/two')`)
    await page.evaluate(`history.pushState({}, '', '/three')`)
    await context.setOffline(false)
    await untilViews({ '/one': 1, '/two': 1, '/three': 1 })
    await context.close()
  })

  it('counts a page once that has the tag twice, or runs it again', async () => {
    const { page, context, sent } = await visit('/twice')
    await untilViews({ '/twice': 1 })
    await page.evaluate(`new Promise((done) => {
      const again = document.createElement('script')
      Object.assign(again, { src: document.scripts[0].src, onload: done })
      again.dataset.site = document.scripts[0].dataset.site
      document.body.append(again)
    })`)
    await page.evaluate(`history.pushState({}, '', '/two')`)
    await untilViews({ '/twice': 1, '/two': 1 })
    await aWhile()
    expect(sent).toHaveLength(2)
    await context.close()
  })

  it.each([
    ['/canon.html', '/canon'],
    ['/slash', '/slash/'],
    ['/x/index.html', '/x/'],
    ['/guide.md', '/guide'],
    ['/index.html', '/'],
    ['/a//b', '/a/b'],
    ['/%7Eada', '/~ada'],
  ])('counts %s once when the site calls it %s', async (path, other) => {
    const { page, context, sent } = await visit(path)
    await expect.poll(() => sent).toHaveLength(1)
    await page.evaluate(`history.replaceState({}, '', ${JSON.stringify(`${siteUrl}${other}`)})`)
    await page.evaluate(`history.replaceState({}, '', '/other')`)
    await expect.poll(async () => Object.values(await views())).toEqual([1, 1])
    expect(sent).toHaveLength(2)
    await context.close()
  })

  it('counts what a site turns to with the Navigation API, once', async () => {
    const { page, context, sent } = await visit('/one')
    await page.evaluate(`navigation.addEventListener('navigate', (event) => event.canIntercept && event.intercept())`)
    await page.evaluate(`navigation.navigate('/two').finished.then(() => undefined)`)
    await page.click('a')
    await untilViews({ '/one': 1, '/two': 1, '/next': 1 })
    await page.evaluate(`navigation.back().finished.then(() => undefined)`)
    await page.evaluate(`history.pushState({}, '', '/three')`)
    await page.evaluate(`navigation.updateCurrentEntry({ state: 1 })`)
    await untilViews({ '/one': 1, '/two': 2, '/next': 1, '/three': 1 })
    await aWhile()
    expect(sent).toHaveLength(5)
    await context.close()
  })

  it('counts where there is no Navigation API', async () => {
    const { page, context } = await visit('/one', { script: `${AS_PERSON}; delete window.navigation` })
    expect(await page.evaluate(`'navigation' in window`)).toBe(false)
    await page.evaluate(`history.pushState({}, '', '/two')`)
    await page.goBack()
    await untilViews({ '/one': 2, '/two': 1 })
    await context.close()
  })

  it('sends of the referrer only the site, and of a path what is enough to refuse it', async () => {
    const { page, context, sent } = await visit(`/from?${'q'.repeat(3000)}`)
    await page.evaluate(`history.replaceState({}, '', '/from?token=secret')`)
    await page.click('a')
    await untilViews({ '/from': 1, '/next': 1 })
    expect(JSON.parse(sent[1]!.body)).toEqual({ url: `${siteUrl}/next`, referrer: siteUrl })
    const answered = page.waitForResponse((answer) => answer.url().startsWith(`${docs.url}/v1/`))
    await page.evaluate(`history.pushState({}, '', '/${'x'.repeat(9000)}')`)
    expect((await answered).status()).toBe(204)
    await expect
      .poll(async () => (await docs.request(`/v1/analytics/${projectId}/exclusions`, { key })).body.exclusions)
      .toEqual([{ reason: 'path-too-long', count: 1 }])
    await context.close()
  })

  it('counts a page that is loaded anew, also after the reader went on', async () => {
    const { page, context } = await visit('/one')
    await untilViews({ '/one': 1 })
    await page.reload()
    await page.click('a')
    await untilViews({ '/one': 2, '/next': 1 })
    await page.goBack()
    await untilViews({ '/one': 3, '/next': 1 })
    await context.close()
  })

  it('counts a page that was rendered in advance, or in a hidden tab, once somebody sees it', async () => {
    const script = `${AS_PERSON}
      let hidden = true, prerendering = true
      Object.defineProperty(Document.prototype, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
      Object.defineProperty(Document.prototype, 'prerendering', { get: () => prerendering })
      window.activate = () => { prerendering = false; document.dispatchEvent(new Event('prerenderingchange')) }
      window.show = () => { hidden = false; document.dispatchEvent(new Event('visibilitychange')) }`
    const { page, context } = await visit('/later', { script })
    await aWhile()
    await page.evaluate('show()')
    await aWhile()
    expect(await views()).toEqual({})
    await page.evaluate('activate()')
    await untilViews({ '/later': 1 })
    await page.evaluate('show()')
    await aWhile()
    expect(await views()).toEqual({ '/later': 1 })
    await context.close()
  })

  it('does not count what the browser gets ahead of the reader', async () => {
    const { page, context } = await visit('/ahead')
    await expect.poll(() => fetched).toContain('/next prefetch;prerender')
    await aWhile()
    expect(await views()).toEqual({ '/ahead': 1 })
    await page.click('a')
    await untilViews({ '/ahead': 1, '/next': 1 })
    await context.close()
  })

  it('counts where sendBeacon is missing or refuses', async () => {
    const { context } = await visit('/a', { script: `${AS_PERSON}; navigator.sendBeacon = () => false` })
    await untilViews({ '/a': 1 })
    const other = await visit('/b', { script: `${AS_PERSON}; Navigator.prototype.sendBeacon = undefined` })
    await untilViews({ '/a': 1, '/b': 1 })
    await Promise.all([context.close(), other.context.close()])
  })

  it('may be replaced by a page that sends JSON by itself', async () => {
    const { page, context, complaints } = await visit('/a', { userAgent: PERSON.replace('Chrome', 'HeadlessChrome') })
    const status = await page.evaluate(`fetch('${docs.url}/v1/collect/${siteKey}', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url: location.href }),
    }).then((answer) => answer.status)`)
    expect(status).toBe(204)
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each([
    ['a reader who asks not to be tracked', `Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })`],
    [
      'a reader with Global Privacy Control',
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    ],
    ['a program that drives the browser', `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => true })`],
  ])('sends nothing for %s', async (_who, script) => {
    const { context, sent } = await visit('/a', { script: `${AS_PERSON}; ${script}` })
    await aWhile()
    expect(sent).toEqual([])
    await context.close()
  })

  it('sends nothing from a headless browser', async () => {
    const { context, sent } = await visit('/a', { userAgent: PERSON.replace('Chrome', 'HeadlessChrome') })
    await aWhile()
    expect(sent).toEqual([])
    await context.close()
  })

  it('is not counted on a site that its key is not for', async () => {
    const context = await browser.newContext({ userAgent: PERSON })
    await context.addInitScript(AS_PERSON)
    const page = await context.newPage()
    await page.goto(siteUrl.replace('127.0.0.1', 'localhost').concat('/stolen'))
    await aWhile()
    expect(await views()).toEqual({})
    await context.close()
  })
})
