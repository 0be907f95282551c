import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { type DashboardWindow, openWindow } from '../support/dashboard-window.ts'
import { type Installation, type Serving, createInstallation } from '../support/docwright-process.ts'

const PASSWORD = 'correct horse battery'

/** Playwright's browser says that a program drives it, and calls itself headless; a person's does not. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const AS_PERSON = `Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })`

let browser: Browser
let installation: Installation
let serving: Serving
let admin: DashboardWindow
let page: Page
let site: Server
let siteTag = ''

beforeAll(async () => {
  installation = createInstallation()
  serving = await installation.serve()
  browser = await openBrowser()
  admin = await openWindow(browser, serving.url)
  ;({ page } = admin)
  site = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><title>Docs</title>${siteTag}<p>A page</p>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await browser?.close()
  await installation?.remove()
  site?.close()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function fillIn(values: Record<string, string>, where: Page = page): Promise<void> {
  for (const [label, value] of Object.entries(values)) await where.getByLabel(label, { exact: true }).fill(value)
}

async function send(events: unknown[]): Promise<void> {
  const answer = await fetch(`${serving.url}/v1/analytics/${serving.projectId}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serving.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  })
  expect(answer.status).toBe(202)
}

describe('the dashboard, from the first start on', () => {
  it('says where the set-up link is, makes the first account with it, and only once', async () => {
    await page.goto('/')
    await heading('Set up this service')
    await admin.check('setup-needed')
    const { setupLink } = JSON.parse(serving.firstLine) as { setupLink: string }
    await page.goto(setupLink)
    await heading('Set up Docwright')
    expect(page.url()).not.toContain('#')
    await admin.check('setup')
    await fillIn({ 'E-mail': 'ada@example.com', Name: 'Ada', Password: PASSWORD })
    await page.getByRole('button', { name: 'Create the account' }).click()
    await heading('Jobs')
    await admin.check('jobs-empty')
    const other = await openWindow(browser, serving.url)
    await other.page.goto(setupLink)
    await other.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await other.context.close()
  })

  it('signs out and in, and says when that was wrong', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading('Sign in')
    await admin.check('sign-in')
    await fillIn({ 'E-mail': 'ada@example.com', Password: 'wrong password' })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    admin.complaints.length = 0
    await fillIn({ Password: PASSWORD })
    await page.keyboard.press('Enter')
    await heading('Jobs')
  })

  it('creates a key, which is copied and works, and shows it never again', async () => {
    await page.getByRole('link', { name: 'API keys' }).click()
    await heading('API keys')
    await page.getByRole('button', { name: 'Copy the project id' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(serving.projectId)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog', { name: 'New key' }).waitFor()
    await admin.check('new-key')
    await fillIn({ Name: 'Build' })
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('button', { name: 'Copy the key', exact: true }).click()
    const key = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(key).toMatch(/^dw_/)
    await admin.check('key-created')
    const used = await fetch(`${serving.url}/v1/analytics/${serving.projectId}/views`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(used.status).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /Build/ }).first().waitFor()
    expect(await page.content()).not.toContain(key)

    await page.getByRole('button', { name: 'Rotate Build' }).click()
    await page.getByRole('button', { name: 'Make the new key' }).click()
    await page.getByRole('button', { name: 'Copy the key', exact: true }).click()
    const next = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(next).not.toBe(key)
    await page.keyboard.press('Escape')
    const rows = page.getByRole('region', { name: 'Keys' }).getByRole('row', { name: /Build/ })
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Revoke Build' }).first().click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await admin.check('keys')
  })

  it('makes a site key with the tag to paste', async () => {
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('radio', { name: 'Site key' }).check()
    await fillIn({ Name: 'The site', Origins: `http://127.0.0.1:${(site.address() as AddressInfo).port}` })
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('button', { name: 'Copy the script tag' }).click()
    siteTag = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(siteTag).toContain('data-site="dws_')
    await page.getByRole('button', { name: 'Done' }).click()
  })

  it('tests the connection of a new project and creates it', async () => {
    await page.getByRole('link', { name: 'Projects' }).click()
    await heading('Projects')
    await admin.check('projects')
    await page.getByRole('link', { name: 'New project' }).click()
    await fillIn({ Name: 'Handbook', Repository: 'https://github.com/acme/handbook' })
    await page.getByLabel('Agent', { exact: true }).selectOption('model')
    await fillIn({ Model: 'anthropic/claude-sonnet-4-5', 'Anthropic key': 'sk-ant-123', 'US dollars a day': '20' })
    await admin.check('new-project')
    await page.getByLabel('Agent', { exact: true }).selectOption('offline')
    await fillIn({ Repository: '/nowhere/at/all' })
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByRole('alert').waitFor()
    await admin.check('new-project-wrong')
    const { projects } = (await page.evaluate(`fetch('/v1/projects').then((answer) => answer.json())`)) as {
      projects: { repository: string }[]
    }
    await fillIn({ Repository: projects[0]!.repository })
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByText('It works').waitFor()
    // A model that cannot be one: the project is made, and what is left can be put right.
    await page.getByLabel('Agent', { exact: true }).selectOption('model')
    await fillIn({ Model: 'anthropic/' })
    await page.getByRole('button', { name: 'Create the project' }).click()
    await page.getByText('The project is created, but not all of it could be set.').waitFor()
    admin.complaints.length = 0
    await admin.check('new-project-half')
    await fillIn({ Model: 'anthropic/claude-sonnet-4-5' })
    await page.getByRole('button', { name: 'Finish the project' }).click()
    await heading('Jobs')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page
      .getByRole('row', { name: /Anthropic key/ })
      .getByText('ada@example.com')
      .waitFor()
    expect(await page.getByLabel('US dollars a day').inputValue()).toBe('20')
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('anthropic/claude-sonnet-4-5')
    expect(await page.getByRole('combobox', { name: 'Project' }).locator('option').allInnerTexts()).toEqual([
      'Sample',
      'Handbook',
    ])
    await page.getByRole('link', { name: 'Jobs' }).click()
    await heading('Jobs')
    await page.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'Sample' })
    await expect.poll(() => page.url()).toContain(serving.projectId)
  })

  it('starts a job, shows its events as they happen, its change and its pull request', async () => {
    const second = await openWindow(browser, serving.url, { context: admin.context })
    await second.page.goto(`/projects/${serving.projectId}/jobs`)
    await second.page.getByText('No job yet').waitFor()
    await page.getByRole('button', { name: 'New job' }).click()
    await page.getByRole('dialog', { name: 'New job' }).waitFor()
    await admin.check('new-job')
    await page.getByRole('button', { name: 'Replace "workspace" with "project"' }).click()
    await page.keyboard.press('Tab')
    await page.getByLabel('What should the agent do?').press('Control+Enter')
    await heading('Replace "workspace" with "project"')
    await page.getByRole('log').getByText('completed', { exact: true }).waitFor()
    await page.locator('.badge.completed').waitFor()
    await page.locator('tr.add').first().waitFor()
    await admin.check('job')
    await page.getByRole('radio', { name: 'Side by side' }).check()
    const row = page.getByRole('row', { name: /A workspace holds/ })
    await row.getByText('A project holds your pages').waitFor()
    await admin.check('job-side-by-side')
    await page.reload()
    await row.waitFor()
    await page.getByRole('radio', { name: 'Unified' }).check()
    await page.locator('tr.add').first().waitFor()
    // The other window saw it come by itself.
    await second.page.getByRole('row', { name: /Completed.*Replace "workspace"/ }).waitFor()
    await second.context.close()
    await page.reload()
    await page.getByRole('log').getByText('completed', { exact: true }).waitFor()
    await page.getByRole('link', { name: /Pull request/ }).click()
    await page.getByRole('button', { name: 'Merge' }).waitFor()
    await page.goBack()
  })

  it('sends a follow-up to the same pull request', async () => {
    const link = await page.getByRole('link', { name: /Pull request/ }).getAttribute('href')
    await fillIn({ 'Follow-up': 'Replace "pages" with "documents"' })
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => page.getByRole('log').getByText('completed', { exact: true }).count(), { timeout: 20_000 }).toBe(2)
    await expect.poll(() => page.getByRole('link', { name: /Pull request/ }).getAttribute('href')).toBe(link)
    await page.getByText('documents').first().waitFor()
  })

  it('counts the views of a real page with the script, and AI beside them', async () => {
    await page.getByRole('link', { name: 'Readers' }).click()
    await page.getByText('No views yet').waitFor()
    await admin.check('readers-empty')
    const reader = await browser.newContext({ userAgent: PERSON })
    await reader.addInitScript(AS_PERSON)
    const read = await reader.newPage()
    await read.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/guides/start`)
    await send([
      ...Array.from({ length: 9 }, () => ({
        path: '/guides/start',
        userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      })),
      ...Array.from({ length: 4 }, () => ({
        path: '/guides/invite',
        status: 404,
        userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      })),
      { path: '/guides/invite-people', userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
      { path: '/app.css', userAgent: PERSON },
    ])
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('region', { name: 'Pages' }).waitFor()
        return page.getByRole('row', { name: /\/guides\/start/ }).innerText()
      })
      .toMatch(/1\s+9\s+10/)
    await page.locator('.uplot canvas').waitFor()
    await admin.check('readers')
    for (const tab of ['Agents', 'Referrers', 'Visitors', 'Left out']) {
      await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: tab }).click()
      await admin.check(`readers-${tab.toLowerCase().replace(' ', '-')}`)
    }
    await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Pages' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save views as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('views.csv')
    await reader.close()
  })

  it('turns a miss into a job, and says whether it helped', async () => {
    await page.getByRole('link', { name: 'Misses' }).click()
    await page.getByRole('button', { name: 'Fix this: /guides/invite' }).click()
    const prompt = await page.getByLabel('What should the agent do?').inputValue()
    expect(prompt).toContain('4 by AI (ClaudeBot)')
    expect(prompt).toContain('"/guides/invite-people"')
    await admin.check('fix-this')
    await page.getByRole('button', { name: 'Start the job' }).click()
    await page.locator('.badge.completed').waitFor()
    await page.getByRole('link', { name: /Pull request/ }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('merged').first().waitFor()
    await page.goto(`/projects/${serving.projectId}/misses`)
    await page.getByText('no miss since the merge; 4 before').waitFor()
    await page
      .getByRole('row', { name: /\/guides\/invite/ })
      .getByText('merged')
      .waitFor()
    await admin.check('misses')
    await send([{ path: '/guides/invite', status: 404, userAgent: PERSON, time: new Date(Date.now() + 1000).toISOString() }])
    await page.reload()
    // By the day: near midnight the new one may be of the next.
    await page.getByText(/missed on the day of the merge, not after it|missed 1 time after the day of the merge/).waitFor()
  })

  it('shows what one agent reads, on the chart and by page, and who it was', async () => {
    await page.getByRole('link', { name: 'Readers' }).click()
    await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('region', { name: 'Agents' }).getByRole('link', { name: 'GPTBot' }).first().click()
    await page.getByText('Views by GPTBot').waitFor()
    expect(page.url()).toContain('agent=GPTBot')
    await expect.poll(() => page.getByRole('row', { name: /\/guides\/start/ }).innerText()).toMatch(/0\s+9\s+9/)
    await admin.check('readers-agent')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save views as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('views.csv')
    await page.getByLabel('Agent', { exact: true }).selectOption('')
    await expect.poll(() => page.getByRole('row', { name: /\/guides\/start/ }).innerText()).toMatch(/1\s+9\s+10/)
  })

  it('lists the pages that nobody read, and turns one into a job', async () => {
    await page.getByRole('link', { name: 'Unread' }).click()
    const table = page.getByRole('region', { name: 'Unread pages' })
    const row = table.getByRole('row', { name: /guides\/create-/ })
    await row.getByText('never').waitFor()
    await page.getByText(/of \d pages on branch main/).waitFor()
    expect(await table.getByRole('row', { name: /guides\/invite-people/ }).count()).toBe(0)
    await admin.check('unread')
    await page.getByLabel('Not read by').selectOption('human')
    await table
      .getByRole('row', { name: /guides\/invite-people/ })
      .getByText('1', { exact: true })
      .waitFor()
    await admin.check('unread-by-people')
    await page.getByLabel('Not read by').selectOption('all')
    await row.getByRole('button', { name: /^Fix this/ }).click()
    const prompt = await page.getByLabel('What should the agent do?').inputValue()
    expect(prompt).toMatch(/^Delete the page "docs\/guides\/create-/)
    expect(prompt).toContain('was read by nobody')
    await page.getByLabel('What should the agent do?').fill('Fix the spelling mistakes')
    await page.getByRole('button', { name: 'Start the job' }).click()
    await heading('Fix the spelling mistakes')
    await page.locator('.badge.completed').waitFor()
    await page.goBack()
    await row.getByText('Completed').waitFor()
    await admin.check('unread-with-job')
  })

  it('keeps models, budgets and secrets of a project, and never shows a secret again', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await fillIn({ Model: 'anthropic/claude-sonnet-4-5', 'Other models': 'openai/*, google/gemini', 'Jobs a day': '50' })
    await fillIn({ 'US dollars for one instruction': '1.5' })
    await fillIn({ 'Time zone of days': 'Europe/Berlin' })
    await page.getByLabel(/Keep what a run had done/).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The settings are saved.').waitFor({ state: 'attached' })
    await page.getByText('Earlier ones stay on days of UTC.').waitFor()
    await admin.check('settings-saved')
    await page.reload()
    await expect.poll(() => page.getByLabel('Other models').inputValue()).toBe('openai/*, google/gemini')
    expect(await page.getByLabel('US dollars for one instruction').inputValue()).toBe('1.5')
    expect(await page.getByLabel('Tokens a day').inputValue()).toBe('')
    expect(await page.getByLabel(/Keep what a run had done/).isChecked()).toBe(true)
    await fillIn({ Model: 'nobody' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/provider and a model/)
      .waitFor()
    admin.complaints.length = 0
    await fillIn({ Model: '' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)

    const secret = 'sk-ant-a-very-secret-key-7890'
    await page.getByRole('button', { name: 'Set Anthropic key' }).click()
    await page.getByRole('dialog', { name: 'Anthropic key' }).waitFor()
    await admin.check('set-secret')
    await fillIn({ Value: secret })
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: /Anthropic key/ })
      .getByText('…7890')
      .waitFor()
    expect(await page.content()).not.toContain(secret)
    await admin.check('settings')
    await page.getByRole('button', { name: 'Remove Anthropic key' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page
      .getByRole('row', { name: /Anthropic key/ })
      .getByText('not set')
      .waitFor()
  })

  it('goes on when the service is killed in the middle of a job and starts again', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: 'Replace "workspace" with "project"' }).click()
    await page.getByRole('log').getByText('completed', { exact: true }).first().waitFor()
    const before = await page.getByRole('log').getByText('completed', { exact: true }).count()
    await fillIn({ 'Follow-up': 'Fix the broken links' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('log').getByText('Fix the broken links').waitFor()
    await serving.end('SIGKILL')
    const again = await installation.serve({ PORT: new URL(serving.url).port })
    serving = { ...again, projectId: serving.projectId, key: serving.key }
    await expect
      .poll(() => page.getByRole('log').getByText('completed', { exact: true }).count(), { timeout: 30_000 })
      .toBe(before + 1)
    admin.complaints.length = 0
  })
})

describe('other people', () => {
  it('join by an invite, and a viewer sees everything and changes nothing', async () => {
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await fillIn({ 'E-mail': 'vic@example.com' })
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.locator('dialog pre').innerText()
    await admin.check('invited')
    await page.getByRole('button', { name: 'Done' }).click()
    await admin.check('people')

    const viewer = await openWindow(browser, serving.url, { width: 390, colorScheme: 'dark' })
    await viewer.page.goto(link)
    await fillIn({ Name: 'Vic', Password: PASSWORD }, viewer.page)
    await viewer.check('invite')
    await viewer.page.getByRole('button', { name: 'Join' }).click()
    await viewer.page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    for (const name of ['jobs', 'readers', 'misses', 'unread', 'keys', 'settings']) {
      await viewer.page.goto(`/projects/${serving.projectId}/${name}`)
      await viewer.page.getByRole('heading', { level: 1 }).waitFor()
      await viewer.check(`viewer-${name}`)
      for (const verb of ['New job', 'Fix this', 'New key', 'Revoke', 'Rotate', /^Set /, /^Replace /])
        expect([name, verb, await viewer.page.getByRole('button', { name: verb }).count()]).toEqual([name, verb, 0])
    }
    const refused = await viewer.page.evaluate(
      `fetch('/v2/agent/${serving.projectId}/job', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"prompt":"x"}' }).then((answer) => answer.status)`,
    )
    expect(refused).toBe(403)
    await viewer.context.close()
  })

  it('sign in again where they were, when their session has ended', async () => {
    const second = await openWindow(browser, serving.url, { context: admin.context })
    await second.page.goto(`/projects/${serving.projectId}/readers?range=7d`)
    await second.page.getByRole('region', { name: 'Pages' }).waitFor()
    await page.getByRole('link', { name: 'Account' }).click()
    await admin.check('account')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await heading('Sign in')
    await second.page.getByRole('link', { name: 'Agents' }).click()
    await second.page.getByText('Your session has ended').waitFor()
    await fillIn({ 'E-mail': 'ada@example.com', Password: PASSWORD }, second.page)
    await second.page.getByRole('button', { name: 'Sign in' }).click()
    await second.page.getByRole('region', { name: 'Agents' }).waitFor()
    expect(second.page.url()).toContain('range=7d')
    await second.context.close()
  })
})
