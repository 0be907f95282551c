import type { Browser, BrowserContext } from 'playwright-core'
import type { JobDiff } from '../../client/index.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { createDocumentation, fillProject } from '../support/busy-project.ts'
import { openWindow, signUp } from '../support/dashboard-window.ts'
import type { TestRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

// A test here visits some thirty pages, one after the other. A page that hangs still fails after the seconds of one wait.
vi.setConfig({ testTimeout: 240_000 })

let browser: Browser
let docs: TestService
let repository: TestRepository
let lost: { projectId: string }
let empty: { projectId: string }
let signedIn: BrowserContext

beforeAll(async () => {
  repository = createDocumentation()
  docs = await startTestService({ repository: repository.url })
  await fillProject(docs, { pages: 10_000, jobs: 1000 })
  empty = await docs.newProject()
  lost = await docs.newProject('file:///nowhere/at/all.git')
  browser = await openBrowser()
  signedIn = await signUp(browser, docs)
})
afterAll(async () => {
  await browser?.close()
  await docs?.stop()
  repository?.remove()
})

/** Each width and each scheme; contrast doesn't depend on the width, nor the layout on the colours. */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const

const DIFF: JobDiff = {
  files: [{ path: 'guides/install.mdx', status: 'modified', additions: 2, deletions: 2 }],
  diff: [
    'diff --git a/guides/install.mdx b/guides/install.mdx',
    '--- a/guides/install.mdx',
    '+++ b/guides/install.mdx',
    '@@ -1,6 +1,6 @@ # Install',
    ' # Install',
    ' ',
    '-Read the [introduction](/intro) before you install anything on your machine.',
    '+Read the [introduction](/guides/introduction) before you install anything on your machine.',
    ' ',
    '-See [limits](/limits).',
    '+See [limits](/reference/rate-limits).',
    ' Then run the command.',
    '',
  ].join('\n'),
  isTruncated: false,
  commit: 'f'.repeat(40),
}

describe('every page of the dashboard', () => {
  it.each(LOOKS)('can be read and used at $width px, $colorScheme, full and empty', async (look) => {
    const window = await openWindow(browser, docs.url, { ...look, context: signedIn })
    const { page } = window
    await page.goto('/projects')
    const visit = async (path: string, name: string) => {
      await window.go(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0)
      await window.check(name)
    }
    for (const [kind, { projectId }] of [
      ['full', docs],
      ['empty', empty],
    ] as const)
      for (const name of ['overview', 'jobs', 'readers', 'misses', 'unread', 'keys', 'settings', 'audit'])
        await visit(`/projects/${projectId}/${name}`, `${kind}-${name}`)
    for (const tab of ['agents', 'operators', 'referrers', 'breakdown', 'visitors', 'left-out'])
      await visit(`/projects/${docs.projectId}/readers?tab=${tab}`, `full-readers-${tab}`)
    await visit(`/projects/${docs.projectId}/readers?agent=GPTBot`, 'full-readers-agent')
    await visit(`/projects/${docs.projectId}/unread?class=human`, 'full-unread-by-people')
    await window.go(`/projects/${lost.projectId}/unread`)
    await page.getByRole('alert').getByText("The repository can't be found").waitFor()
    window.complaints.length = 0
    await window.check('error-unread')
    for (const name of ['projects', 'projects/new', 'people', 'account', `projects/${docs.projectId}/nothing`].slice(0, 4))
      await visit(`/${name}`, name.replace('/', '-'))
    await window.go('/projects/new')
    await page.getByLabel('Name', { exact: true }).fill('Handbook')
    await page.getByLabel('Repository').fill('https://github.com/acme/handbook')
    await page.getByLabel('Code host token').fill('github_pat_123')
    await page.getByLabel('Agent', { exact: true }).selectOption('model')
    await page.getByLabel('Model', { exact: true }).fill('anthropic/claude-sonnet-4-5')
    await page.getByLabel('Anthropic key').fill('sk-ant-123')
    await window.check('projects-new-model')
    await window.go(`/projects/${docs.projectId}/jobs`)
    await page
      .getByRole('link', { name: /Explain every error code/ })
      .first()
      .click()
    await page.locator('.log').waitFor()
    await window.check('full-job')
    // Nobody works on these jobs: what one of them changed is told to the page instead.
    await page.route('**/diff', (route) => route.fulfill({ json: DIFF }))
    await window.go(`/projects/${docs.projectId}/jobs?status=needs_review`)
    await page.getByRole('link', { name: 'Fix the broken links' }).first().click()
    await page.getByRole('radio', { name: 'Side by side' }).waitFor()
    await window.check('full-job-done')
    await page.locator('.diff-head').scrollIntoViewIfNeeded()
    await window.check('full-job-unified')
    await page.getByRole('radio', { name: 'Side by side' }).check()
    await window.check('full-job-side-by-side')
    await window.go(`/projects/${docs.projectId}/jobs`)
    await page.getByRole('button', { name: 'New job' }).click()
    await window.check('new-job')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await window.check('palette')
    await page.keyboard.press('Escape')
    await window.go(`/projects/${docs.projectId}/readers`)
    for (const name of ['Share', 'Add note']) {
      await page.getByRole('button', { name, exact: true }).click()
      await window.check(name.toLowerCase().replace(' ', '-'))
      await page.keyboard.press('Escape')
    }
    if (look.width < 600) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await window.check('menu')
    }
    await window.context.close()
  })

  it.each(LOOKS)('says what is wrong at $width px, $colorScheme', async (look) => {
    const window = await openWindow(browser, docs.url, { ...look, context: signedIn })
    const { page, complaints } = window
    for (const pattern of ['**/v1/analytics/**', '**/v1/projects/*/*', '**/v1/users'])
      await page.route(pattern, (route) => route.abort())
    await page.goto('/projects')
    for (const name of ['readers', 'misses', 'unread', 'keys', 'settings']) {
      await window.go(`/projects/${docs.projectId}/${name}`)
      await page.getByRole('alert').first().waitFor()
      complaints.length = 0
      await window.check(`error-${name}`)
    }
    await window.go('/people')
    await page.getByRole('alert').first().waitFor()
    complaints.length = 0
    await window.check('error-people')
    await page.goto(`/projects/${docs.projectId}/nothing`)
    await page.getByText('Not found').first().waitFor({ state: 'attached' })
    complaints.length = 0
    await window.context.close()
  })

  it.each(LOOKS)('lets people in at $width px, $colorScheme', async (look) => {
    const window = await openWindow(browser, docs.url, look)
    for (const [path, name, title] of [
      ['/sign-in', 'sign-in', 'Sign in'],
      ['/sign-in?error=email_taken', 'sign-in-error', 'Sign in'],
      ['/setup#wrong', 'set-up-wrong', 'This link no longer works'],
      ['/invite#wrong', 'invite-wrong', 'This invite no longer works'],
    ] as const) {
      await window.page.goto('about:blank')
      await window.page.goto(path)
      await window.page.getByRole('heading', { level: 1, name: title }).waitFor()
      window.complaints.length = 0
      await window.check(name)
    }
    await window.context.close()
  })

  it('says what is wrong when the service cannot answer, and goes on when it can', async () => {
    const { page, context, check, complaints } = await openWindow(browser, docs.url, { context: signedIn })
    await page.route('**/v2/agent/**', (route) => route.abort())
    await page.goto(`/projects/${docs.projectId}/jobs`)
    await page.getByRole('alert').getByText('The service can’t be reached').waitFor()
    complaints.length = 0
    await check('error')
    await page.unroute('**/v2/agent/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Jobs' }).waitFor()
    await context.close()
  })
})

describe('long lists', () => {
  it('has 1,000 jobs and 10,000 pages, a page of them at a time', async () => {
    const { page, context } = await openWindow(browser, docs.url, { context: signedIn })
    await page.goto(`/projects/${docs.projectId}/jobs?status=needs_review`)
    const jobs = page.getByRole('region', { name: 'Jobs' }).locator('tbody tr')
    await expect.poll(() => jobs.count()).toBe(50)
    for (let turn = 0; turn < 3; turn++) await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('151–200').waitFor()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText('101–150').waitFor()

    await page.goto(`/projects/${docs.projectId}/readers?range=all&offset=9950&sort=path`)
    await page.getByText('9,951–10,000').waitFor()
    expect(await page.getByRole('region', { name: 'Pages' }).locator('tbody tr').count()).toBe(50)
    await page.getByLabel('Page', { exact: true }).fill('/guides/*')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('region', { name: 'Pages' }).locator('tbody tr').count()).toBe(10)
    await context.close()
  })

  it('shows what others wrote as text', async () => {
    const { page, context, complaints } = await openWindow(browser, docs.url, { context: signedIn })
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
    await page.goto(`/projects/${docs.projectId}/misses`)
    await page.getByText('/guides/<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('without a mouse', () => {
  it('goes to the content first, through the dialog of a new key, and back to where it came from', async () => {
    const { page, context } = await openWindow(browser, docs.url, { context: signedIn })
    await page.goto(`/projects/${docs.projectId}/keys`)
    // All of it: what is drawn anew when the keys arrive loses the focus.
    await page.getByRole('button', { name: 'Rotate' }).first().waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await page.getByRole('button', { name: 'Create key' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Create key')
    await page.getByRole('link', { name: 'Readers' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Readers')
    await context.close()
  })
})
