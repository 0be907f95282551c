import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltinHost } from '../../src/codehosts/builtin.ts'
import type { PullRequestRequest } from '../../src/codehosts/code-host.ts'
import { closePullRequest } from '../../src/pull-requests/close-pull-request.ts'
import { mergePullRequest } from '../../src/pull-requests/merge-pull-request.ts'
import { findPullRequestBySecret } from '../../src/pull-requests/pull-request-store.ts'
import { type TestRepository, createRepository } from '../support/repository.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

/** Would do something as HTML, in an attribute, or as the start of a tag. */
const NASTY = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&`

/** Everything that the page itself is made of. A tag or an attribute that came with a text is none of these. */
const TAG =
  /^<\/?(?:!doctype html|html|head|meta|title|link|body|main|section|nav|details|summary|div|table|caption|colgroup|col|thead|tbody|tr|th|td|h[1-6]|p|ul|ol|li|blockquote|pre|code|em|strong|a|span|time|mark|br|hr)(?: (?:lang|charset|name|content|rel|href|class|id|role|tabindex|scope|colspan|datetime|start|open|aria-[a-z]+)(?:="[^"<>]*")?)*>$/

/** The tags of a page, without its style sheet. */
function foreignTags(page: string): string[] {
  const [, style = ''] = /(<style>[^<]*<\/style>)/.exec(page) ?? []
  return (page.replace(style, '').match(/<[^>]*>?/g) ?? []).filter((tag) => !TAG.test(tag))
}

let docs: TestService
let repository: TestRepository
let count = 0

beforeAll(async () => {
  repository = createRepository({ 'docs/a.md': 'one\ntwo\n', 'docs/b.md': 'b\n' })
  docs = await startTestService({ repository: repository.url })
})
afterAll(async () => {
  await docs.stop()
  repository.remove()
})

/** Commits files on a new branch and opens its pull request; the path of its page. */
async function open(files: Record<string, string>, more: Partial<PullRequestRequest> = {}): Promise<string> {
  const head = more.head ?? `change-${++count}`
  const baseCommit = repository.git('rev-parse', 'main')
  repository.git('checkout', '--quiet', '-b', head)
  repository.write(files)
  const headCommit = repository.commit(more.title ?? 'Change')
  repository.git('checkout', '--quiet', 'main')
  return createBuiltinHost(docs.service.context.builtin).openPullRequest({
    projectId: docs.projectId,
    repository: repository.url,
    head,
    base: 'main',
    title: 'A title',
    body: 'A *body*',
    baseCommit,
    headCommit,
    ...more,
  })
}

const see = (path: string) => docs.request(path, { key: null })
const idOf = async (path: string) =>
  (await findPullRequestBySecret(docs.service.context.builtin.database, path.split('/').at(-1)!))!.id

describe('GET /pull-requests/{secret}', () => {
  describe('200', () => {
    it('shows title, state, text, commits, files and lines', async () => {
      const page = await see(await open({ 'docs/a.md': 'one\nTWO\n', 'docs/new.md': 'new\n' }))
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('cache-control')).toBe('private, no-store')
      expect(page.text).toContain('<title>A title · Docwright</title>')
      expect(page.text).toContain('<span class="badge open">open</span>')
      expect(page.text).toContain('<p>A <em>body</em></p>')
      expect(page.text).toContain('1 commit</h2>')
      expect(page.text).toContain('2 files changed <span class="plus">+2</span> <span class="minus">−1</span>')
      for (const [, anchor] of page.text.matchAll(/href="#(file-\w+)"/g)) expect(page.text).toContain(`<div id="${anchor}"`)
    })

    it('has a view with both sides; anything else is the usual one', async () => {
      const path = await open({ 'docs/a.md': 'one\n2\n' })
      expect((await see(`${path}?view=split`)).text).toContain('<table class="diff split">')
      for (const query of ['', '?view=unified', '?view=x', '?view=split&view=split', '?view[]=split'])
        expect((await see(path + query)).text).toContain('<table class="diff unified">')
    })

    it.each(['unified', 'split'])('lets nothing out of its place, in the %s view', async (view) => {
      const name = NASTY.replaceAll('/', '')
      const path = await open(
        { [`docs/${name}.md`]: `${NASTY}\n`, 'docs/a.md': `${NASTY} one\n` },
        {
          title: NASTY,
          body: `${NASTY}\n\n# ${NASTY}\n\n> ${NASTY}\n\n- ${NASTY}\n\n[x](javascript:alert(1)) [${NASTY}](https://e.com/"onmouseover="alert(1))\n\n\`${NASTY}\``,
          checks: {
            before: { [NASTY]: 1 },
            after: { [NASTY]: 2 },
            added: [{ code: NASTY, path: NASTY, line: 1, message: NASTY }],
          },
        },
      )
      const page = await see(`${path}?view=${view}`)
      expect(page.status).toBe(200)
      expect(foreignTags(page.text)).toEqual([])
      expect(page.text).not.toMatch(/href="(?!https?:|#|\?|data:image\/svg)/)
      expect(page.text.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(10)
      expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-[^']+';/)
    })

    it('escapes branch names, which other tools may have made', async () => {
      const path = await open({ 'docs/a.md': 'x\n' }, { head: `a<b>"x"'&` })
      expect((await see(path)).text).toContain('<code>a&lt;b&gt;&quot;x&quot;&#39;&amp;</code> into')
    })

    it('shows the checks', async () => {
      const checks = {
        before: { 'broken-link': 3, 'heading-jump': 1 },
        after: { 'broken-link': 1, 'duplicate-h1': 1, 'heading-jump': 1 },
        added: [{ code: 'duplicate-h1', path: 'docs/a.md', line: 4, message: 'A second title.' }],
      }
      const { text } = await see(await open({ 'docs/a.md': 'y\n' }, { checks }))
      expect(text).toContain('<th scope="row">broken-link</th><td>3</td><td>1</td><td><span class="plus">2 fewer</span></td>')
      expect(text).toContain('<th scope="row">duplicate-h1</th><td>0</td><td>1</td><td><span class="minus">1 more</span></td>')
      expect(text).toContain('<th scope="row">heading-jump</th><td>1</td><td>1</td><td><span class="faint">none</span></td>')
      expect(text).toContain('<li><code>docs/a.md:4</code> A second title.</li>')
      const none = await see(await open({ 'docs/a.md': 'z\n' }, { checks: { before: {}, after: {}, added: [] } }))
      expect(none.text).toContain('No problems before, and none after.')
    })

    it('tells drafts, merged and closed ones apart', async () => {
      const { builtin } = docs.service.context
      const draft = await open({ 'docs/b.md': 'draft\n' }, { isDraft: true })
      expect((await see(draft)).text).toContain('<span class="badge draft">draft</span>')
      await closePullRequest(builtin, await idOf(draft), 'test')
      expect((await see(draft)).text).toMatch(/<span class="badge closed">closed<\/span>.*closed <time/)
      const path = await open({ 'docs/b.md': 'merged\n' })
      repository.git('checkout', '--quiet', '--detach')
      const { mergeCommit } = await mergePullRequest(builtin, await idOf(path), { expectedHead: null, actor: 'test' })
      repository.git('checkout', '--quiet', 'main')
      const { text } = await see(path)
      expect(text).toContain('<span class="badge merged">merged</span>')
      expect(text).toContain(`as <code>${mergeCommit!.slice(0, 10)}</code>`)
      expect(text).toContain('<td>merged</td>')
    })

    it('shows what fits of a change that is too large, and says so', async () => {
      const lines = Array.from({ length: 60_000 }, (_, index) => `Line ${index} with some words in it, so that it is long.\n`)
      const page = await see(await open({ 'a-large.md': lines.join(''), 'b-small.md': 'small\n' }))
      expect(page.status).toBe(200)
      expect(page.text).toContain('too large for this page')
      expect(page.text).toContain('+60000')
      expect(page.text).toContain('>b-small.md</a>')
      expect(page.text).toContain('Not shown: the whole change is too large')
    })

    it('is there without its changes once the repository lost the commits', async () => {
      const path = await open({ 'docs/a.md': 'lost\n' }, { headCommit: 'f'.repeat(40) })
      expect((await see(path)).text).toContain('does not have these commits any more')
    })

    it('is there after the mirror was lost', async () => {
      const path = await open({ 'docs/a.md': 'found again\n' })
      rmSync(join(docs.service.context.folder.path, 'mirrors'), { recursive: true, force: true })
      expect((await see(path)).text).toContain('found again')
    })
  })

  describe('404', () => {
    it.each(['x', 'x'.repeat(400), '%00', '..%2F..%2Fetc'])('for the secret %j', async (secret) => {
      const answer = await see(`/pull-requests/${secret}`)
      expect(answer.status).toBe(404)
    })
  })
})
