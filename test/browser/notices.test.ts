import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openWindow, signUp } from '../support/dashboard-window.ts'
import { PASSWORD, newVisitor } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

let browser: Browser
let docs: TestService

beforeAll(async () => {
  docs = await startTestService({ env: { DOCWRIGHT_TRUSTED_PROXIES: 'none' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await docs?.stop()
})

it('tells admins, and no one else, that X-Forwarded-For is ignored and what to set', async () => {
  const context = await signUp(browser, docs)
  const sentence = 'Add loopback to DOCWRIGHT_TRUSTED_PROXIES'
  await docs.request('/health', { key: null, headers: { 'x-forwarded-for': '203.0.113.9' } })
  for (const width of [1280, 390]) {
    const admin = await openWindow(browser, docs.url, { context, width })
    await admin.page.goto('/projects')
    await admin.page.getByRole('status').getByText(sentence).waitFor()
    await admin.check('notice')
    await admin.context.close()
  }
  await context.close()
  const { email } = await newVisitor(docs, 'editor')
  const editor = await openWindow(browser, docs.url)
  await editor.page.goto('/projects')
  await editor.page.getByLabel('E-mail').fill(email)
  await editor.page.getByLabel('Password').fill(PASSWORD)
  await editor.page.keyboard.press('Enter')
  await editor.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  expect(await editor.page.getByText(sentence).count()).toBe(0)
  await editor.check('no-notice')
  await editor.context.close()
})
