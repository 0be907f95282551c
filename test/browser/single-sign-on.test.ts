import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { invite, inviteLink } from '../../src/people/invites.ts'
import { type DashboardWindow, openWindow, signUp } from '../support/dashboard-window.ts'
import { CLIENT, type OpenidProvider, startOpenidProvider } from '../support/openid-provider.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

let browser: Browser
let provider: OpenidProvider
let docs: TestService

beforeAll(async () => {
  provider = await startOpenidProvider()
  docs = await startTestService({
    env: {
      DOCWRIGHT_OIDC_ISSUER: provider.issuer,
      DOCWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
      DOCWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
      DOCWRIGHT_OIDC_LABEL: 'Example',
      DOCWRIGHT_OIDC_DOMAINS: 'example.com=editor',
    },
  })
  browser = await openBrowser()
  await (await signUp(browser, docs)).close()
})
afterAll(async () => {
  await browser?.close()
  await docs?.stop()
  await provider?.stop()
})

/** Whatever the provider's own pages ask for, no test reaches further than this machine. */
async function openSignIn(): Promise<DashboardWindow> {
  const window = await openWindow(browser, docs.url)
  await window.page.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
  await window.page.goto('/')
  await window.page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
  return window
}

/** From the button over the provider's two pages, its sign-in and its consent, back to the dashboard. */
async function signInAs(page: Page, subject: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Example' }).click()
  await passProvider(page, subject)
}

async function passProvider(page: Page, subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: /sign-in/i }).click()
  await page.getByRole('button', { name: /continue/i }).click()
  await page.waitForURL(`${docs.url}/**`)
}

describe('single sign-on in a browser', () => {
  it('says that the provider cannot be reached, and leaves the password', async () => {
    const { page, context, check } = await openSignIn()
    await check('sign-in-single-sign-on')
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('alert').getByText('The single sign-on can’t be reached').waitFor()
    await check('sign-in-unavailable')
    await page.getByLabel('Password').waitFor()
    await context.close()
    provider.allow(`${docs.url}/v1/sign-in/openid/callback`)
  })

  it('signs a person in by the button, with the role of their domain', async () => {
    provider.people.set('grace', { email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' })
    const { page, context } = await openSignIn()
    await signInAs(page, 'grace')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByText('Grace Hopper').waitFor()
    await page.getByText('editor', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await context.close()
  })

  it('works by keyboard', async () => {
    const { page, context } = await openSignIn()
    await page.getByLabel('Password').focus()
    // Past the buttons that show the password and sign in with it.
    for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('input[name=login]').waitFor()
    await context.close()
  })

  it.each([
    ['an address that the provider does not vouch for', { email: 'x@example.com', email_verified: false }, /doesn’t vouch/],
    ['an address of another account', { email: 'grace@example.com', email_verified: true }, /belongs to another account/],
    ['an address without an invite', { email: 'eve@elsewhere.example', email_verified: true }, /You need an invite/],
    ['the address of a password account', { email: 'ada@example.com', email_verified: true }, /link the single sign-on on the/],
  ])('says why %s is refused', async (_, claims, sentence) => {
    const subject = `subject-${claims.email}`
    provider.people.set(subject, { ...claims, name: 'Somebody' })
    const { page, context, complaints, check } = await openSignIn()
    await signInAs(page, subject)
    await page.getByRole('alert').getByText(sentence).waitFor()
    // The provider's own pages are none of ours.
    complaints.length = 0
    await check('sign-in-refused')
    await context.close()
  })

  it('is linked with a password account on the Account page, and signs its owner in from then on', async () => {
    const { page, context, complaints, check } = await openWindow(browser, docs.url)
    await page.goto('/account')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByLabel('Your password, to link Example').fill('wrong password')
    await page.getByRole('button', { name: 'Link Example' }).click()
    await page.getByRole('alert').getByText('Password is wrong.').waitFor()
    // The browser notes the refusal as an error of its own.
    complaints.length = 0
    await check('account-link')
    await page.setViewportSize({ width: 390, height: 844 })
    await check('account-link-phone')
    await page.getByLabel('Your password, to link Example').fill('correct horse battery')
    await page.getByRole('button', { name: 'Link Example' }).click()
    await passProvider(page, 'ada-there')
    await page.getByText('Linked. You can now sign in with Example.').waitFor()
    complaints.length = 0
    await check('account-linked')
    await context.close()
    const again = await openSignIn()
    await signInAs(again.page, 'ada-there')
    await again.page.getByText('Ada Lovelace').waitFor()
    await again.context.close()
  })

  it('is a way to accept an invite, for the address that was invited', async () => {
    const { databases, ids } = docs.service.context
    const made = await invite({ database: databases.main, ids }, { email: 'ida@partner.example', role: 'viewer', actor: 'test' })
    provider.people.set('ida', { email: 'ida@partner.example', email_verified: true, name: 'Ida Rhodes' })
    for (const width of [1280, 390]) {
      const look = await openWindow(browser, docs.url, { width })
      await look.page.goto(inviteLink(made.token))
      await look.page.getByRole('link', { name: 'Join with Example' }).waitFor()
      await look.check('invite-single-sign-on')
      await look.context.close()
    }
    const { page, context } = await openWindow(browser, docs.url)
    await page.goto(inviteLink(made.token))
    await page.getByRole('link', { name: 'Join with Example' }).click()
    await passProvider(page, 'ida')
    await page.getByText('Ida Rhodes').waitFor()
    await page.getByText('viewer', { exact: true }).waitFor()
    await context.close()
  })

  it('says so when the person gives up at the provider, and when it took too long', async () => {
    const { page, context } = await openSignIn()
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.getByRole('link', { name: /cancel/i }).click()
    await page.getByRole('alert').getByText('The single sign-on failed').waitFor()
    // The cookie of the attempt is gone: so it is after ten minutes.
    await page.goto('/v1/sign-in/openid/callback?code=x&state=y')
    await page.getByRole('alert').getByText('The single sign-on took too long').waitFor()
    await context.close()
  })

  it('shows no words that somebody put into the address', async () => {
    const { page, context } = await openSignIn()
    await page.goto('/sign-in?error=Call+0800+123+to+unlock+your+account')
    await page.getByRole('link', { name: 'Sign in with Example' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByText('0800').count()).toBe(0)
    await context.close()
  })
})
