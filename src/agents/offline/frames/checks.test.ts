import { describe, expect, test } from 'vitest'
import { answerOn } from '../testing/answer-on.ts'

describe('links', () => {
  test('repairs a link whose page has moved to the only folder with a page of that name', async () => {
    const files = {
      'docs/index.md': '[a](setup.md) [b](./setup.md#install)\n',
      'docs/guides/setup.md': '# Setup\n\n## Install\n',
    }
    const answer = await answerOn(files, 'Fix the broken links')
    expect(answer.files['docs/index.md']).toBe('[a](guides/setup.md) [b](./guides/setup.md#install)\n')
  })

  test('lists a link that could be two pages, and changes nothing', async () => {
    const files = { 'index.md': '[a](x/setup.md)\n', 'a/setup.md': '', 'b/setup.md': '' }
    const answer = await answerOn(files, 'fix links')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('`index.md` line 1: `x/setup.md` leads nowhere; it could be `a/setup.md` or `b/setup.md`')
  })

  test('prefers the page that shares the folder of the link', async () => {
    const files = { 'index.md': '[a](old/api/auth.md)\n', 'docs/api/auth.md': '', 'docs/guides/auth.md': '' }
    const answer = await answerOn(files, 'fix the links')
    expect(answer.files['index.md']).toBe('[a](docs/api/auth.md)\n')
  })

  test('lets a link lead directly to where a redirect leads', async () => {
    const files = {
      'docs.json': '{"navigation": ["start"], "redirects": [{"source": "/old", "destination": "/start"}]}',
      'index.mdx': '[a](/old)\n',
      'start.mdx': '',
    }
    const answer = await answerOn(files, 'repair the links')
    expect(answer.files['index.mdx']).toBe('[a](/start)\n')
  })

  test('repairs an image that has moved', async () => {
    const site = { 'index.md': '![a](logo.png)\n', 'images/logo.png': 'x' }
    const answer = await answerOn(site, 'fix the links')
    expect(answer.files['index.md']).toBe('![a](images/logo.png)\n')
  })

  test.each([
    ['a slip of the pen', '#instal-it', '#install-it'],
    ['another way to write dashes', '#install--it', '#install-it'],
    ['capitals', '#Install_It', '#install-it'],
  ])('repairs an anchor with %s', async (_, wrong, right) => {
    const answer = await answerOn({ 'a.md': `# A\n\n## Install it\n\n## Use it\n\n[x](${wrong})\n` }, 'Fix the links and anchors')
    expect(answer.files['a.md']).toContain(`[x](${right})`)
  })

  test('lists an anchor that is close to two headings', async () => {
    const answer = await answerOn({ 'a.md': '## Step 1\n\n## Step 2\n\n[x](#step-3)\n' }, 'fix anchors')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('no single similar one')
  })

  test('only reports when asked to check', async () => {
    const answer = await answerOn({ 'index.md': '[a](setup.md)\n', 'guides/setup.md': '' }, 'Check the links')
    expect(answer.changed).toEqual([])
    expect(answer.summary).toContain('can be repaired to `guides/setup.md`')
  })

  test('looks only at the pages that were named', async () => {
    const files = { 'a/index.md': '[a](setup.md)\n', 'b/index.md': '[a](setup.md)\n', 'guides/setup.md': '' }
    const answer = await answerOn(files, 'fix the links in a/')
    expect(answer.changed).toEqual(['a/index.md'])
  })

  test('changes nothing the second time', async () => {
    const files = { 'index.md': '[a](setup.md) [b](nowhere.md)\n', 'guides/setup.md': '' }
    const once = await answerOn(files, 'fix the links')
    expect((await answerOn(once.files, 'fix the links')).changed).toEqual([])
  })

  test.each([
    ['a letter', 'guides/webhok-endpoints.md', 'guides/webhook-endpoints.md'],
    ['two letters of a long name', 'guides/webhok-endpionts.md', 'guides/webhook-endpoints.md'],
    ['a letter of an image', 'images/securrity.png', 'images/security.png'],
  ])('repairs a link with a slip of %s', async (_, wrong, right) => {
    const files = { 'a.md': `[x](${wrong})\n`, 'guides/webhook-endpoints.md': '', 'images/security.png': 'x' }
    expect((await answerOn(files, 'fix the links')).files['a.md']).toBe(`[x](${right})\n`)
  })

  test.each([
    ['another number', 'api/release-1.md', ['api/release-2.md']],
    ['two names that are as close', 'api/report-c.md', ['api/report-a.md', 'api/report-b.md']],
    ['another folder', 'other/webhok.md', ['api/webhook.md']],
    ['a short name', 'api/key.md', ['api/keys.md']],
  ])('takes %s for no slip', async (_, wrong, pages) => {
    const files = { 'a.md': `[x](${wrong})\n`, ...Object.fromEntries(pages.map((page) => [page, ''])) }
    expect((await answerOn(files, 'fix the links')).changed).toEqual([])
  })

  test('writes the anchor of a heading of plain words as every generator does', async () => {
    const files = {
      'docs.json': '{"navigation": ["a"]}',
      'a.mdx': '## Install it\n\n## Ünï & more\n\n[x](#Install_It) [y](#üni-more)\n',
    }
    expect((await answerOn(files, 'fix the anchors')).files['a.mdx']).toContain('[x](#install-it) [y](#üni-more)')
  })
})
