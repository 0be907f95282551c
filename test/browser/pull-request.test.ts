import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltinHost } from '../../src/codehosts/builtin.ts'
import { fileAnchor } from '../../src/pull-requests/file-anchor.ts'
import { toPullRequestBody } from '../../src/jobs/pull-request-body.ts'
import { readChangedFiles } from '../../src/git/diff.ts'
import { PASSWORD, newVisitor } from '../support/people.ts'
import { openBrowser } from '../support/browser.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** Set to a folder to look at what a person sees. */
const SCREENSHOTS = process.env['SCREENSHOTS']

const LONG = 'A long line about the workspace that goes on and on, as lines of prose in Markdown files often do. '

let browser: Browser
let docs: TestService
let repository: TestRepository
let path: string

beforeAll(async () => {
  repository = createRepository({
    'docs/start.md': `# Start\n\nOpen the workspace.\n\n${LONG.repeat(4)}\n\n- one\n- two\n- three\n`,
    'docs/gone.md': 'Gone.\n',
    'docs/guides/old-name.md': 'The same text,\non several lines,\nso that it is found.\n',
    'docs/large.md': '',
  })
  docs = await startTestService({ repository: repository.url })
  path = await openRichPullRequest()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await docs.stop()
  repository.remove()
})

/** One of everything that the page can show. */
async function openRichPullRequest(): Promise<string> {
  const baseCommit = repository.git('rev-parse', 'HEAD')
  repository.git('checkout', '--quiet', '-b', 'docwright/job_01K9ZJ')
  repository.git('mv', 'docs/guides/old-name.md', 'docs/guides/new-name.md')
  repository.git('rm', '--quiet', 'docs/gone.md')
  repository.write({
    'docs/start.md': `# Start\n\nOpen the project.\n\n${LONG.repeat(4).replace('workspace', 'project')}\n\n- one\n- 2\n- three\n- four\n`,
    'docs/guides/a-page-with-a-name-that-is-much-longer-than-a-phone-is-wide-and-has-no-spaces.md': 'New & <b>bold</b>\n',
    'docs/image.png': '\0\u0001',
    'docs/large.md': Array.from({ length: 900 }, (_, index) => `Line ${index}\n`).join(''),
  })
  const headCommit = repository.commit('Replace "workspace" with "project"')
  repository.git('checkout', '--quiet', 'main')
  const { builtin } = docs.service.context
  const host = createBuiltinHost(builtin)
  const files = await readChangedFiles(builtin.git, `${repository.path}/.git`, baseCommit, headCommit)
  return host.openPullRequest({
    projectId: docs.projectId,
    repository: repository.url,
    head: 'docwright/job_01K9ZJ',
    base: 'main',
    title: 'Replace "workspace" with "project" everywhere',
    body: toPullRequestBody({
      jobId: 'job_01K9ZJ',
      turns: [
        { prompt: 'Replace "workspace" with "project"\n\n- also in `code`', askedBy: 'Ana', summary: 'Replaced it in 2 places.' },
        {
          prompt: 'Rename **old-name** too.',
          askedBy: 'Ana',
          summary:
            'Understood: *replace*. Done in 3 places:\n- docs/start.md\n\n```sh\nnpm run build\n```\nSee https://example.com/guide.',
        },
      ],
      files,
      fileLink: (file) => host.fileLink(repository.url, headCommit, file),
      checks: null,
    }),
    baseCommit,
    headCommit,
    isDraft: false,
    checks: {
      before: { 'broken-link': 3, 'heading-jump': 1 },
      after: { 'broken-link': 1, 'duplicate-h1': 1, 'heading-jump': 1 },
      added: [{ code: 'duplicate-h1', path: 'docs/start.md', line: 4, message: 'The page has a second title.' }],
    },
  })
}

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  view: 'unified' | 'split'
}

async function open({ width, colorScheme, view }: Look): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${docs.url}${path}?view=${view}`)
  if (SCREENSHOTS)
    await page.screenshot({ path: `${SCREENSHOTS}/pull-request-${view}-${width}-${colorScheme}.png`, fullPage: true })
  return { page, complaints }
}

/** The lowest contrast of a text with what is behind it, for each of the places that have colours of their own. */
const CONTRASTS = `(selectors) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const toRgb = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data] }
  const behind = (element) => { for (let at = element; at; at = at.parentElement) { const rgb = toRgb(getComputedStyle(at).backgroundColor); if (rgb[3] === 255) return rgb } return [255, 255, 255] }
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
  return Object.fromEntries(selectors.map((selector) => {
    const element = document.querySelector(selector)
    if (!element) return [selector, 0]
    const [one, other] = [light(toRgb(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a)
    return [selector, (one + 0.05) / (other + 0.05)]
  }))
}`

const LOOKS: Look[] = [1200, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['unified', 'split'] as const).map((view) => ({ width, colorScheme, view })),
  ),
)

describe('the page of a pull request', () => {
  it.each(LOOKS)('can be read at $width px, $colorScheme, $view', async (look) => {
    const { page, complaints } = await open(look)
    expect(complaints).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    expect(await page.locator(`table.${look.view} mark`).first().innerText()).toBe('workspace')
    const contrasts = await page.evaluate<Record<string, number>>(
      `(${CONTRASTS})(${JSON.stringify(['h1', '.meta', '.badge', '.text a', 'blockquote', '.plus', '.minus', '.views a', 'summary .faint', '.diff .number', '.diff .add mark', '.diff .remove mark', '.diff .add', '.hunk td', '.note', '.counts thead th'])})`,
    )
    for (const [selector, contrast] of Object.entries(contrasts)) expect([selector, contrast >= 4.5]).toEqual([selector, true])
    await page.close()
  })

  it('has headings in order, names for its regions, and captions for its tables', async () => {
    const { page } = await open(LOOKS[0]!)
    const levels = await page.evaluate<number[]>(
      `[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((one) => Number(one.tagName[1]))`,
    )
    expect(levels[0]).toBe(1)
    levels.slice(1).forEach((level, index) => expect(level - levels[index]!).toBeLessThanOrEqual(1))
    expect(await page.getByRole('navigation').count()).toBe(2)
    expect(await page.locator('table').count()).toBe(await page.locator('table > caption').count())
    expect(await page.getByRole('region', { name: 'Changes in docs/start.md' }).count()).toBe(1)
    const ids = await page.evaluate<string[]>(`[...document.querySelectorAll('[id]')].map((one) => one.id)`)
    expect(new Set(ids).size).toBe(ids.length)
    await page.close()
  })

  it('works with the keyboard, and unfolds a large file when somebody goes to it', async () => {
    const { page } = await open(LOOKS[0]!)
    const large = page.locator('details', { has: page.locator('h3', { hasText: 'docs/large.md' }) })
    expect(await large.getAttribute('open')).toBeNull()
    await large.locator('summary').focus()
    await page.keyboard.press('Enter')
    expect(await large.getAttribute('open')).not.toBeNull()
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Changed files' }).getByRole('link', { name: 'docs/large.md' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**#${fileAnchor('docs/large.md')}`)
    expect(await large.getAttribute('open')).not.toBeNull()
    await page.getByRole('link', { name: 'Side by side' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**?view=split#changes')
    expect(await page.locator('table.split').count()).toBeGreaterThan(0)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('lets an editor merge with a button, and says why it cannot, %s', async (colorScheme) => {
    const editor = await newVisitor(docs, 'editor')
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, colorScheme })
    const page = await context.newPage()
    await page.goto(`${docs.url}/health`)
    const body = JSON.stringify({ email: editor.email, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    expect(
      await page.evaluate(
        `fetch('/v1/session', ${JSON.stringify({ method: 'POST', headers, body })}).then((answer) => answer.status)`,
      ),
    ).toBe(200)
    expect(await page.evaluate('document.cookie')).toBe('')
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const head = `change-${colorScheme}`
    const baseCommit = repository.git('rev-parse', 'main')
    repository.git('checkout', '--quiet', '-b', head)
    repository.write({ [`docs/${colorScheme}.md`]: 'New.\n' })
    const headCommit = repository.commit('Add a page')
    repository.git('checkout', '--quiet', 'main')
    const link = await createBuiltinHost(docs.service.context.builtin).openPullRequest({
      projectId: docs.projectId,
      repository: repository.url,
      head,
      base: 'main',
      title: 'Add a page',
      body: 'A page.',
      baseCommit,
      headCommit,
    })
    await page.goto(docs.url + link)
    const contrasts = await page.evaluate<Record<string, number>>(
      `(${CONTRASTS})(${JSON.stringify(['.actions .main', '.actions form:last-child button'])})`,
    )
    for (const [selector, contrast] of Object.entries(contrasts)) expect([selector, contrast >= 4.5]).toEqual([selector, true])
    expect(complaints).toEqual([])

    repository.write({ 'docs/mine.md': 'Not committed\n' })
    repository.git('add', 'docs/mine.md')
    await page.getByRole('button', { name: 'Merge' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('main is checked out')
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/pull-request-refused-${colorScheme}.png` })
    repository.git('rm', '--quiet', '--force', 'docs/mine.md')
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.locator('.badge.merged').waitFor()
    expect(page.url()).toBe(docs.url + link)
    expect(await page.getByRole('button').count()).toBe(0)
    await context.close()
  })
})
