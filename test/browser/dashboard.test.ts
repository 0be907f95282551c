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

/** Waits until the log says so often that a run is done. It may be folded. */
const ended = (runs: number) =>
  expect.poll(() => page.locator('.log').getByText('completed', { exact: true }).count(), { timeout: 30_000 }).toBe(runs)

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
    await heading('Set up Docwright')
    await admin.check('setup-needed')
    const { setupLink } = JSON.parse(serving.firstLine) as { setupLink: string }
    await page.goto(setupLink)
    await heading('Set up Docwright')
    expect(page.url()).not.toContain('#')
    await admin.check('setup')
    await fillIn({ 'E-mail': 'ada@example.com', Name: 'Ada', Password: PASSWORD })
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading('Overview')
    await page.getByText('Connect a source of views').waitFor()
    await admin.check('overview-empty')
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
    await heading('Overview')
  })

  it('creates a key, which is copied and works, and shows it never again', async () => {
    await page.getByRole('link', { name: 'API keys' }).click()
    await heading('API keys')
    await page.getByRole('button', { name: 'Copy the project ID' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(serving.projectId)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Create key' }).waitFor()
    await admin.check('new-key')
    await fillIn({ Name: 'Build' })
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
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
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByRole('button', { name: 'Copy the key', exact: true }).click()
    const next = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(next).not.toBe(key)
    // What is shown once stays until somebody says that they have it.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Done' }).click()
    const rows = page.getByRole('region', { name: 'Keys' }).getByRole('row', { name: /Build/ })
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Revoke Build' }).first().click()
    await page.getByRole('button', { name: 'Revoke key', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await admin.check('keys')
  })

  it('makes a site key with the tag to paste', async () => {
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('radio', { name: 'Site key' }).check()
    await fillIn({ Name: 'The site', Origins: `http://127.0.0.1:${(site.address() as AddressInfo).port}` })
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
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
    await fillIn({ Model: 'anthropic/claude-sonnet-4-5', 'Anthropic key': 'sk-ant-123', 'Budget per day (USD)': '20' })
    await admin.check('new-project')
    await page.getByLabel('Agent', { exact: true }).selectOption('offline')
    await fillIn({ Repository: '/nowhere/at/all' })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('alert').waitFor()
    await admin.check('new-project-wrong')
    const { projects } = (await page.evaluate(`fetch('/v1/projects').then((answer) => answer.json())`)) as {
      projects: { repository: string }[]
    }
    await fillIn({ Repository: projects[0]!.repository })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Connected: branch').waitFor()
    // A model that cannot be one: the project is made, and what is left can be put right.
    await page.getByLabel('Agent', { exact: true }).selectOption('model')
    await fillIn({ Model: 'anthropic/' })
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('The project is created, but some settings couldn’t be saved.').waitFor()
    admin.complaints.length = 0
    await admin.check('new-project-half')
    await fillIn({ Model: 'anthropic/claude-sonnet-4-5' })
    await page.getByRole('button', { name: 'Finish project' }).click()
    await heading('Overview')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page
      .getByRole('row', { name: /Anthropic key/ })
      .getByText('ada@example.com')
      .waitFor()
    expect(await page.getByLabel('Budget per day (USD)').inputValue()).toBe('20')
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
    await second.page.getByText('No jobs yet').waitFor()
    await page.getByRole('button', { name: 'New job' }).click()
    await page.getByRole('dialog', { name: 'New job' }).waitFor()
    await admin.check('new-job')
    await page.getByRole('button', { name: 'Replace "workspace" with "project"' }).click()
    await page.keyboard.press('Tab')
    await page.getByLabel('What should the agent do?').press('Control+Enter')
    await heading('Replace "workspace" with "project"')
    await page.getByText('Pull request ready for review').waitFor()
    await ended(1)
    await page.locator('tr.add').first().waitFor()
    await admin.check('job')
    await page.getByRole('radio', { name: 'Side by side' }).check()
    const row = page.getByRole('row', { name: /A workspace holds/ })
    await row.getByText('A project holds your pages').waitFor()
    await page.locator('.diff-head').evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView())
    await admin.check('job-side-by-side')
    await page.reload()
    await row.waitFor()
    await page.getByRole('radio', { name: 'Unified' }).check()
    await page.locator('tr.add').first().waitFor()
    // The other window saw it come by itself.
    await second.page.getByRole('row', { name: /Needs review.*Replace "workspace".*Ada/ }).waitFor()
    await second.context.close()
    await page.getByRole('radio', { name: 'Preview' }).check()
    await page
      .getByRole('region', { name: /^After/ })
      .getByText('A project holds your pages')
      .first()
      .waitFor()
    await page.locator('.diff-head').evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView())
    await admin.check('job-preview')
    await page.getByRole('radio', { name: 'Unified' }).check()
    // The log is folded once the job is done.
    expect(await page.getByRole('log').count()).toBe(0)
    await page.getByText('Event log').click()
    await page.getByRole('log').getByText('completed', { exact: true }).waitFor()
  })

  it('shows the pull request to whoever has its link, with the way to the job', async () => {
    const job = page.url()
    await page.getByRole('link', { name: 'Pull request' }).click()
    await page.getByRole('button', { name: 'Merge' }).waitFor()
    await page.getByRole('link', { name: 'Open in the dashboard' }).click()
    await page.getByText('Pull request ready for review').waitFor()
    expect(page.url()).toBe(job.replace(/\?.*/, ''))
  })

  it('sends a comment on a line as a follow-up about that file', async () => {
    await page.locator('tr.add').first().hover()
    await page
      .getByRole('button', { name: /^Comment on line/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill('Replace "nothing at all" with "something"')
    await admin.check('comment')
    // A draft outlives the form.
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Comment on line/ })
      .first()
      .click()
    await page.locator('.comment').getByRole('button', { name: 'Send' }).click()
    await page
      .getByText(/about line \d+ (?:before the change )?of "docs\//)
      .first()
      .waitFor()
    await ended(2)
  })

  it('sends a follow-up to the same pull request', async () => {
    const link = await page.getByRole('link', { name: 'Pull request' }).getAttribute('href')
    await fillIn({ 'Follow-up': 'Replace "pages" with "documents"' })
    await page.getByRole('button', { name: 'Send' }).click()
    await ended(3)
    await expect.poll(() => page.getByRole('link', { name: 'Pull request' }).getAttribute('href')).toBe(link)
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
    await page.locator('svg.plot .ai').first().waitFor()
    await admin.check('readers')
    for (const tab of ['AI agents', 'Referrers', 'Visitors', 'Excluded traffic']) {
      await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: tab }).click()
      await admin.check(`readers-${tab.toLowerCase().replace(' ', '-')}`)
    }
    await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Pages' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save views as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('views.csv')
    await reader.close()
  })

  it('shares the readers by a link with a password, until the link is revoked', async () => {
    await page.getByRole('button', { name: 'Add note' }).click()
    await fillIn({ Note: 'Release 2.0' })
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('button', { name: 'Delete the note Release 2.0' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Share' }).click()
    await fillIn({ Name: 'Product team', Password: PASSWORD })
    await page.getByRole('button', { name: 'Create share link' }).click()
    const link = await page.getByRole('region', { name: 'Share link' }).innerText()
    await admin.check('share-link')
    await page.getByRole('button', { name: 'Done' }).click()

    const guest = await openWindow(browser, serving.url)
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'This page has a password' }).waitFor()
    guest.complaints.length = 0
    await guest.check('shared-password')
    await fillIn({ Password: PASSWORD }, guest.page)
    await guest.page.keyboard.press('Enter')
    await guest.page.getByRole('row', { name: /\/guides\/start/ }).waitFor()
    await guest.page.locator('svg.plot circle.note').waitFor()
    await guest.check('shared')
    for (const name of ['Share', 'Add note', 'Fix this', 'Sign out'])
      expect([name, await guest.page.getByRole('button', { name }).count()]).toEqual([name, 0])

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Revoke Product team' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Revoke Product team' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await guest.page.reload()
    await guest.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await guest.context.close()
  })

  it('turns a miss into a job, and says whether it helped', async () => {
    await page.getByRole('link', { name: 'Missing pages' }).click()
    await page.getByRole('button', { name: 'Fix this: /guides/invite' }).click()
    const instruction = page.getByLabel('What should the agent do?')
    await expect.poll(() => instruction.inputValue()).toMatch(/^Redirect "\/guides\/invite" to "\/guides\/invite-people"$/)
    await page.getByText('Evidence').click()
    await page.getByText('4 by AI (ClaudeBot)').waitFor()
    await page.locator('.announcer span').waitFor({ state: 'detached' })
    await admin.check('fix-this')
    await instruction.fill('Create a page "guides/invite" titled "Invite"')
    await page.getByRole('button', { name: 'Start job' }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByText('Pull request merged', { exact: true }).waitFor()
    await page.goto(`/projects/${serving.projectId}/misses`)
    await page.getByText('No requests since the merge; 4 before').waitFor()
    await page
      .getByRole('row', { name: /\/guides\/invite/ })
      .getByText('Merged')
      .waitFor()
    await admin.check('misses')
    await send([{ path: '/guides/invite', status: 404, userAgent: PERSON, time: new Date(Date.now() + 1000).toISOString() }])
    await page.reload()
    // By the day: near midnight the new one may be of the next.
    await page.getByText(/Requested on the day of the merge, not after it|Requested 1 time after the day of the merge/).waitFor()
  })

  it('shows what one agent reads, on the chart and by page, and who it was', async () => {
    await page.getByRole('link', { name: 'Readers' }).click()
    await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'AI agents' }).click()
    await page.getByRole('region', { name: 'AI agents' }).getByRole('link', { name: 'GPTBot' }).first().click()
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
    await page.getByRole('link', { name: 'Unread pages' }).click()
    const table = page.getByRole('region', { name: 'Unread pages' })
    const row = table.getByRole('row', { name: /guides\/create-/ })
    await row.getByText('Never').waitFor()
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
    expect(await page.getByLabel('What should the agent do?').inputValue()).toBe('')
    await page.getByRole('button', { name: /^Delete the page "docs\/guides\/create-/ }).waitFor()
    await page.getByText('Evidence').click()
    await page.getByText('was read by no one').waitFor()
    await page.getByLabel('What should the agent do?').fill('Fix the spelling mistakes')
    await page.getByRole('button', { name: 'Start job' }).click()
    await heading('Fix the spelling mistakes')
    await page.locator('.badge', { hasText: /Needs review|No changes/ }).waitFor()
    await page.goBack()
    await row.getByText(/Needs review|No changes/).waitFor()
    await admin.check('unread-with-job')
  })

  it('keeps models, budgets and secrets of a project, and never shows a secret again', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await fillIn({ Model: 'anthropic/claude-sonnet-4-5', 'Allowed models': 'openai/*, google/gemini', 'Jobs per day': '50' })
    await fillIn({ 'Budget per run (USD)': '1.5' })
    await fillIn({ 'Time zone of days': 'Europe/Berlin' })
    await page.getByLabel(/Save unfinished work/).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved.').waitFor({ state: 'attached' })
    await page.getByText('Earlier ones stay on days of UTC.').waitFor()
    await admin.check('settings-saved')
    await page.reload()
    await expect.poll(() => page.getByLabel('Allowed models').inputValue()).toBe('openai/*, google/gemini')
    expect(await page.getByLabel('Budget per run (USD)').inputValue()).toBe('1.5')
    expect(await page.getByLabel('Tokens per day').inputValue()).toBe('')
    expect(await page.getByLabel(/Save unfinished work/).isChecked()).toBe(true)
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
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page
      .getByRole('row', { name: /Anthropic key/ })
      .getByText('Not set')
      .waitFor()
  })

  it('goes on when the service is killed in the middle of a job and starts again', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: 'Replace "workspace" with "project"' }).click()
    // All of its runs so far: the log comes a moment after the page.
    await ended(3)
    await fillIn({ 'Follow-up': 'Fix the broken links' })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.log').getByText('Fix the broken links').waitFor()
    await serving.end('SIGKILL')
    const again = await installation.serve({ PORT: new URL(serving.url).port })
    serving = { ...again, projectId: serving.projectId, key: serving.key }
    await ended(4)
    admin.complaints.length = 0
  })
})

describe('other people', () => {
  it('join by an invite, and a viewer sees everything and changes nothing', async () => {
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Invite people' }).click()
    await fillIn({ 'E-mail': 'vic@example.com' })
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.locator('dialog pre').innerText()
    await admin.check('invited')
    await page.getByRole('button', { name: 'Done' }).click()
    await admin.check('people')

    const viewer = await openWindow(browser, serving.url, { width: 390, colorScheme: 'dark' })
    await viewer.page.goto(link)
    await fillIn({ Name: 'Vic', Password: PASSWORD }, viewer.page)
    await viewer.check('invite')
    await viewer.page.getByRole('button', { name: 'Join' }).click()
    await viewer.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    for (const name of ['overview', 'jobs', 'readers', 'misses', 'unread', 'keys', 'settings']) {
      await viewer.page.goto(`/projects/${serving.projectId}/${name}`)
      await viewer.page.getByRole('heading', { level: 1 }).waitFor()
      await viewer.check(`viewer-${name}`)
      for (const verb of ['New job', 'Fix this', 'Create key', 'Merge', 'Revoke', 'Rotate', /^Set /, /^Replace /])
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
    await second.page.getByRole('link', { name: 'AI agents' }).click()
    await second.page.getByText('Your session has ended').waitFor()
    await fillIn({ 'E-mail': 'ada@example.com', Password: PASSWORD }, second.page)
    await second.page.getByRole('button', { name: 'Sign in' }).click()
    await second.page.getByRole('region', { name: 'AI agents' }).waitFor()
    expect(second.page.url()).toContain('range=7d')
    await second.context.close()
  })
})
