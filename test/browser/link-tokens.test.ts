import { once } from 'node:events'
import { type Server, createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invite } from '../../src/people/invites.ts'
import { findPersonByEmail } from '../../src/people/person-store.ts'
import { offerRecovery, recoveryLink } from '../../src/people/recovery.ts'
import { offerSetUp } from '../../src/people/set-up.ts'
import { openBrowser } from '../support/browser.ts'
import { type DashboardWindow, openWindow } from '../support/dashboard-window.ts'
import { CLIENT, type OpenidProvider, startOpenidProvider } from '../support/openid-provider.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const PASSWORD = 'correct horse battery'

/** A proxy in front of the service with an access log, as most installations have one. */
interface LoggingProxy {
  url: string
  lines: string[]
  /** The service listens here. */
  port: number
  stop(): Promise<void>
}

async function startLoggingProxy(): Promise<LoggingProxy> {
  const lines: string[] = []
  const port = await freePort()
  const server = createServer((request, response) => {
    lines.push(`"${request.method} ${request.url}" "${request.headers.referer ?? '-'}"`)
    const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress }
    const onward = forward({ port, host: '127.0.0.1', method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  return { url: await listen(server), lines, port, stop: () => close(server) }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

async function freePort(): Promise<number> {
  const server = createServer()
  const { port } = new URL(await listen(server))
  await close(server)
  return Number(port)
}

describe('the tokens of links', () => {
  let browser: Browser
  let provider: OpenidProvider
  let proxy: LoggingProxy
  let docs: TestService
  /** What the browser sent to anyone, addresses and referrers. */
  const sent: string[] = []
  const tokens: string[] = []

  beforeAll(async () => {
    ;[provider, proxy, browser] = [await startOpenidProvider(), await startLoggingProxy(), await openBrowser()]
    docs = await startTestService({
      env: {
        PORT: String(proxy.port),
        DOCWRIGHT_PUBLIC_URL: proxy.url,
        DOCWRIGHT_OIDC_ISSUER: provider.issuer,
        DOCWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
        DOCWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
        DOCWRIGHT_OIDC_LABEL: 'Example',
      },
    })
    provider.allow(`${proxy.url}/v1/sign-in/openid/callback`)
  })
  afterAll(async () => {
    await browser?.close()
    await docs?.stop()
    await proxy?.stop()
    await provider?.stop()
  })

  const people = () => ({ database: docs.service.context.databases.main, ids: docs.service.context.ids })
  /** Follows a link as a person does, in a browser of their own. */
  const open = async (link: string): Promise<DashboardWindow> => {
    tokens.push(new URL(link, proxy.url).hash.slice(1))
    const window = await openWindow(browser, proxy.url)
    await window.page.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
    window.page.on('request', async (request) => {
      const { referer = '' } = request.headers()
      sent.push(request.url().replace(/#.*/, ''), referer)
    })
    await window.page.goto(link)
    return window
  }
  /** Ends on the dashboard; the cookies are secrets like the links. */
  const arrive = async ({ page, context }: DashboardWindow) => {
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(page.url()).not.toContain('#')
    for (const { value } of await context.cookies(proxy.url)) tokens.push(value)
  }

  it('reach no log: neither of the service, nor of a proxy, nor of the provider of the single sign-on', async () => {
    const first = await open(`/setup#${await offerSetUp(people())}`)
    await first.page.getByLabel('E-mail').fill('ada@example.com')
    await first.page.getByLabel('Name').fill('Ada Lovelace')
    await first.page.getByLabel('Password').fill(PASSWORD)
    await first.page.keyboard.press('Enter')
    await arrive(first)

    await first.page.goto('/people')
    await first.page.getByRole('button', { name: 'Invite people' }).click()
    await first.page.getByLabel('E-mail').fill('grace@example.com')
    await first.page.getByRole('button', { name: 'Create link' }).click()
    // Unlike the dialog, which is there before, this appears with the link.
    const link = await first.page.locator('dialog pre').innerText()
    expect(link).toMatch(/^http:\/\/\S+\/invite#[\w-]{43}$/)
    const second = await open(link)
    await second.page.getByLabel('Name').fill('Grace Hopper')
    await second.page.getByLabel('Password').fill(PASSWORD)
    await second.page.keyboard.press('Enter')
    await arrive(second)

    const made = await invite(people(), { email: 'ida@example.com', role: 'editor', actor: 'test' })
    provider.people.set('ida', { email: 'ida@example.com', email_verified: true, name: 'Ida Rhodes' })
    const third = await open(`/invite#${made.token}`)
    await third.page.getByRole('link', { name: 'Join with Example' }).click()
    await third.page.locator('input[name=login]').fill('ida')
    await third.page.locator('input[name=password]').fill('any')
    await third.page.getByRole('button', { name: /sign-in/i }).click()
    await third.page.getByRole('button', { name: /continue/i }).click()
    await arrive(third)

    const person = (await findPersonByEmail(people().database, 'grace@example.com'))!
    const recovery = await offerRecovery(people(), person, 'test')
    const fourth = await open(recoveryLink(recovery.token))
    await fourth.page.getByLabel('E-mail').waitFor()
    expect(await fourth.page.getByLabel('E-mail').inputValue()).toBe('grace@example.com')
    await fourth.check('recover')
    await fourth.page.setViewportSize({ width: 390, height: 844 })
    await fourth.check('recover-phone')
    await fourth.page.setViewportSize({ width: 1280, height: 900 })
    await fourth.page.getByLabel('New password').fill('another long password')
    await fourth.page.keyboard.press('Enter')
    await arrive(fourth)

    const used = await open(recoveryLink(recovery.token))
    await used.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()

    expect(new Set(tokens.filter((token) => token.length >= 43)).size).toBeGreaterThanOrEqual(12)
    for (const token of tokens.filter((one) => one.length >= 20)) {
      expect(proxy.lines.filter((line) => line.includes(token))).toEqual([])
      expect(sent.filter((line) => line.includes(token))).toEqual([])
      expect(docs.log()).not.toContain(token)
    }
    // The logs were looked at: every flow is in them.
    for (const path of ['/v1/setup', '/v1/invites/accept', '/v1/recovery', '/v1/sign-in/openid/callback?'])
      expect(proxy.lines.some((line) => line.includes(path))).toBe(true)
    expect(sent.some((line) => line.startsWith(provider.issuer))).toBe(true)
    for (const { context } of [first, second, third, fourth, used]) await context.close()
  })

  it('have no place in the address of any route', async () => {
    const { paths } = (await docs.request('/openapi.json', { key: null })).body as { paths: Record<string, unknown> }
    expect(Object.keys(paths).length).toBeGreaterThan(50)
    // The link of a pull request is for everyone who has it, and ends up in many places anyway.
    const ofPeople = Object.keys(paths).filter((path) => !/^(?:\/v1)?\/pull-requests\//.test(path))
    expect(ofPeople.filter((path) => /token/i.test(path))).toEqual([])
  })
})
