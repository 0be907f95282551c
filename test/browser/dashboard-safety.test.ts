import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProject } from '../../src/projects/update-project.ts'
import { openBrowser } from '../support/browser.ts'
import { type DashboardWindow, openWindow, signUp } from '../support/dashboard-window.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const IMAGE = '<img src=x onerror=alert(1)>'
const SCRIPT = '<script>alert(1)</script>'

let browser: Browser
let docs: TestService
let repository: TestRepository
let signedIn: BrowserContext

beforeAll(async () => {
  repository = createRepository({ 'docs/start.md': `Open the workspace ${IMAGE}.\n`, [`docs/${IMAGE}.md`]: 'workspace\n' })
  docs = await startTestService({ role: 'all', repository: repository.url })
  browser = await openBrowser()
  signedIn = await signUp(browser, docs)
  const { databases, ids } = docs.service.context
  // The change is a script, which the policy would refuse.
  await updateProject({ database: databases.main, ids }, docs.projectId, { settings: { allowCode: true } }, 'test')
})
afterAll(async () => {
  await browser?.close()
  await docs?.stop()
  repository?.remove()
})

async function open(path: string): Promise<DashboardWindow> {
  const window = await openWindow(browser, docs.url, { context: signedIn })
  window.page.on('dialog', (dialog) => window.complaints.push(`dialog: ${dialog.message()}`))
  await window.page.goto(path)
  return window
}

describe('what others wrote', () => {
  it('is text on the page of a job: in prompts, answers, events, names of files and changes', async () => {
    const { body } = await docs.request(`/v2/agent/${docs.projectId}/job`, {
      json: { prompt: `Replace "workspace" with "${SCRIPT}"` },
    })
    await docs.request(`/v2/agent/${docs.projectId}/job/${body.id}?wait=30`)
    const { page, complaints, context } = await open(`/projects/${docs.projectId}/jobs/${body.id}`)
    await page.getByRole('heading', { level: 1, name: SCRIPT }).waitFor()
    await page.locator('tr.add', { hasText: SCRIPT }).first().waitFor()
    await page.locator('summary', { hasText: `docs/${IMAGE}.md` }).waitFor()
    await page.getByRole('radio', { name: 'Preview' }).check()
    await page
      .getByRole('region', { name: /^After/ })
      .getByText(SCRIPT)
      .first()
      .waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is text among the readers and missing pages: in paths and names', async () => {
    await docs.request(`/v1/analytics/${docs.projectId}/events`, {
      json: [
        { path: `/guides/${IMAGE}`, userAgent: `GPTBot/1.0 ${IMAGE}`, referrer: `https://example.com/${SCRIPT}` },
        { path: '/start', userAgent: 'GPTBot/1.0' },
        { path: `/lost/${IMAGE}`, status: 404, userAgent: `GPTBot/1.0 ${IMAGE}` },
      ],
    })
    for (const [where, text] of [
      ['readers', `/guides/${IMAGE}`],
      ['misses', `/lost/${IMAGE}`],
      ['unread', `docs/${IMAGE}.md`],
      [`readers?agent=${encodeURIComponent(IMAGE)}`, IMAGE],
    ]) {
      const { page, complaints, context } = await open(`/projects/${docs.projectId}/${where}`)
      await page.getByText(text!).first().waitFor({ state: 'attached' })
      expect(await page.locator('main img').count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    }
  })

  it('cannot lead a person elsewhere through the address of the page', async () => {
    for (const path of [
      '/sign-in?error=%3Cb%3Eowned%3C/b%3E&next=https://example.com',
      '/projects/%2F%2Fexample.com/jobs',
      '/setup#javascript:alert(1)',
    ]) {
      const { page, complaints, context } = await open(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(new URL(page.url()).origin).toBe(docs.url)
      expect(await page.getByText('owned').count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})
