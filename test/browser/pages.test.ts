import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProject } from '../../src/projects/update-project.ts'
import { openBrowser } from '../support/browser.ts'
import { findViolations } from '../support/dashboard-window.ts'
import { PASSWORD, newVisitor } from '../support/people.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** Set to a folder to look at what a person sees. */
const SCREENSHOTS = process.env['SCREENSHOTS']

let browser: Browser
let docs: TestService
let repository: TestRepository

beforeAll(async () => {
  repository = createRepository({
    'docs/start.md': `# Start\n\nOpen the <b>workspace</b>.\n\n${'A long line about the workspace that goes on and on. '.repeat(6)}\n`,
    'docs/<img src=x onerror=alert(1)>.md': 'workspace\n',
  })
  docs = await startTestService({ role: 'all', repository: repository.url })
  browser = await openBrowser()
  const { databases, ids } = docs.service.context
  // The change is a script, which the policy would refuse.
  await updateProject({ database: databases.main, ids }, docs.projectId, { settings: { allowCode: true } }, 'test')
})
afterAll(async () => {
  await browser.close()
  await docs.stop()
  repository.remove()
})

/** Opens a page and fails on anything that the browser complains about. */
async function open(
  path: string,
  options: { width: number; colorScheme: 'light' | 'dark' },
): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: options.width, height: 900 }, colorScheme: options.colorScheme })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
  page.on(
    'request',
    (request) =>
      request.url().startsWith(docs.url) || request.url().startsWith('data:') || complaints.push(`request: ${request.url()}`),
  )
  await page.goto(docs.url + path)
  if (SCREENSHOTS)
    await page.screenshot({
      path: `${SCREENSHOTS}/${path.split('/')[1]}-${options.width}-${options.colorScheme}.png`,
      fullPage: false,
    })
  return { page, complaints }
}

const LOOKS = [
  { width: 1200, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

describe('the page of a pull request in a browser', () => {
  it('shows the change, at desktop and phone width, runs no script and loads nothing from elsewhere', async () => {
    const { body } = await docs.request(`/v2/agent/${docs.projectId}/job`, {
      json: { prompt: 'Replace "workspace" with "<script>alert(1)</script>"' },
    })
    const job = (await docs.request(`/v2/agent/${docs.projectId}/job/${body.id}?wait=30`)).body
    for (const look of LOOKS) {
      const { page, complaints } = await open(new URL(job.prLink).pathname, look)
      expect(await page.locator('.remove').first().innerText()).toContain('workspace')
      expect(await page.locator('.add').first().innerText()).toContain('<script>alert(1)</script>')
      expect(await page.locator('.badge').innerText()).toBe('open')
      // The style sheet is allowed by its hash: a single changed space would turn it off.
      expect(await page.locator('tr.add').first().evaluate('(row) => getComputedStyle(row).backgroundColor')).not.toBe(
        'rgba(0, 0, 0, 0)',
      )
      expect(complaints).toEqual([])
      // Nothing is wider than the screen.
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      await page.close()
    }
  })
})

describe('the guide and the API reference in a browser', () => {
  it.each([
    '/docs',
    '/docs/createAgentJob',
    '/docs/objects',
    '/guide',
    '/guide/send-views',
    '/guide/errors',
    '/guide/search?q=key',
  ])('%s has nothing to complain about, at desktop and phone width', async (path) => {
    for (const look of LOOKS) {
      const { page, complaints } = await open(path, look)
      expect(complaints).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      expect(await findViolations(page)).toEqual([])
      await page.close()
    }
  })

  it('has its contents behind one button on a phone', async () => {
    const { page } = await open('/guide', LOOKS[1])
    const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Send views' })
    expect(await link.isVisible()).toBe(false)
    await page.getByText('Contents', { exact: true }).click()
    await link.click()
    expect(new URL(page.url()).pathname).toBe('/guide/send-views')
    await page.close()
  })

  it('searches both', async () => {
    const { page } = await open('/docs', LOOKS[0])
    await page.getByRole('searchbox').fill('cancel')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Cancel an agent job' }).last().click()
    expect(new URL(page.url()).pathname).toBe('/docs/cancelAgentJob')
    await page.close()
  })

  it('sends a request with the session, and only with one', async () => {
    const { page, complaints } = await open('/docs/listProjects', LOOKS[0])
    expect(await page.getByRole('button', { name: 'Send request' }).isVisible()).toBe(false)
    const { email } = await newVisitor(docs, 'admin')
    const body = JSON.stringify({ email, password: PASSWORD })
    await page.evaluate(
      `fetch('/v1/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} })`,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => page.locator('output').innerText()).toContain(docs.projectId)
    expect(complaints).toEqual([])
    await page.close()
  })
})
