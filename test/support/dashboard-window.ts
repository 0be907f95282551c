import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { offerSetUp, setUpLink } from '../../src/people/set-up.ts'
import type { TestService } from './test-service.ts'

/** Set to a folder to look at what a person sees. */
const SCREENSHOTS = process.env['SCREENSHOTS']

/** Nothing on the dashboard takes as long, also on a busy machine. */
const WAIT_MS = 15_000

export interface WindowOptions {
  width?: number
  colorScheme?: 'light' | 'dark'
  /** The cookies of somebody who is signed in already. */
  context?: BrowserContext
}

/** A window on the dashboard that notes whatever a person would not like. */
export interface DashboardWindow {
  page: Page
  context: BrowserContext
  /** Errors on the console, broken policies, requests to anywhere else. Answers that a test provokes are expected by their status. */
  complaints: string[]
  /** Goes to another page as a link does, without loading everything again. */
  go(path: string): Promise<void>
  /** Fails when the page is not accessible, is wider than the window, or the browser complained. */
  check(name: string): Promise<void>
}

export async function openWindow(browser: Browser, url: string, options: WindowOptions = {}): Promise<DashboardWindow> {
  const { width = 1280, colorScheme = 'light' } = options
  // Chromium takes the language of the machine, which on a bare one is no language that a browser can have.
  const look = { locale: 'en-GB', viewport: { width, height: width < 600 ? 844 : 900 }, colorScheme, baseURL: url }
  const context =
    options.context === undefined
      ? await browser.newContext(look)
      : await browser.newContext({ ...look, storageState: await options.context.storageState() })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(?:blob|data):/.test(request.url())) complaints.push(`request: ${request.url()}`)
  })
  return {
    page,
    context,
    complaints,
    go: (path) =>
      page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`),
    check: async (name) => {
      await expect.poll(() => page.locator('.skeleton, [aria-busy=true]').count(), { timeout: WAIT_MS }).toBe(0)
      if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` })
      expect.soft({ name, violations: await findViolations(page) }).toEqual({ name, violations: [] })
      expect
        .soft({ name, fits: await page.evaluate('document.documentElement.scrollWidth <= innerWidth') })
        .toEqual({ name, fits: true })
      expect.soft({ name, complaints: complaints.splice(0) }).toEqual({ name, complaints: [] })
    },
  }
}

/** Makes the first account as a person does. The context is signed in. */
export async function signUp(browser: Browser, docs: TestService): Promise<BrowserContext> {
  const { databases, ids } = docs.service.context
  const token = await offerSetUp({ database: databases.main, ids })
  const { page, context } = await openWindow(browser, docs.url)
  await page.goto(setUpLink(token!))
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^(?:Overview|Projects)$/ }).waitFor()
  return context
}

/** What axe finds on a page. */
export async function findViolations(page: Page): Promise<string[]> {
  // Half a megabyte: once for each document is enough.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.target.join(' ') + ' ' + node.failureSummary)))`,
  )
}
