import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser, unpackOnce } from '../support/browser.ts'

/** Shared libraries, small enough to unpack in a test. */
const ARCHIVE = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin', 'al2023.tar.br')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-fresh-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('fonts of the browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** The widths of a narrow and a wide word, and their height, in CSS pixels. */
  async function measure(family: string): Promise<{ text: string; narrow: number; wide: number; height: number }> {
    const page = await browser.newPage()
    await page.setContent(`<p style="font: 20px ${family}"><span>iiii</span> <span>MMMM</span></p>`)
    const text = await page.locator('p').innerText()
    const [narrow, wide] = await Promise.all([0, 1].map((index) => page.locator('span').nth(index).boundingBox()))
    await page.close()
    return { text, narrow: narrow?.width ?? 0, wide: wide?.width ?? 0, height: wide?.height ?? 0 }
  }

  it.each(['monospace', 'sans-serif', 'serif', 'system-ui'])('%s lays out text', async (family) => {
    const { text, narrow, wide, height } = await measure(family)
    expect(text).toBe('iiii MMMM')
    expect(Math.min(narrow, wide)).toBeGreaterThan(4)
    expect(height).toBeGreaterThanOrEqual(20)
  })

  it.each(['monospace', "ui-monospace, 'SF Mono', Menlo, Consolas, monospace"])(
    '%s is as wide for i as for M',
    async (family) => {
      const { narrow, wide } = await measure(family)
      expect(narrow).toBeGreaterThan(0)
      expect(narrow).toBe(wide)
    },
  )

  it.each(['sans-serif', 'serif', 'system-ui'])('%s is narrower for i than for M', async (family) => {
    const { narrow, wide } = await measure(family)
    expect(narrow).toBeLessThan(wide)
  })

  it('come from the packages of the tests, not from the machine', async () => {
    const page = await browser.newPage()
    await page.setContent('<p style="font-family: DejaVu Sans, Liberation Sans, Arial, sans-serif">words<code>words</code></p>')
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    expect(fonts.map((font) => font.familyName).sort()).toEqual(['Open Sans', 'Source Code Pro'])
    await page.close()
  })
})

describe('the browser', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('leaves nothing in the home folder or among the temporary files', async () => {
    for (const name of ['HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME']) {
      mkdirSync(join(folder, name))
      vi.stubEnv(name, join(folder, name))
    }
    const browser = await openBrowser()
    const page = await browser.newPage()
    await page.setContent('<p>words</p>')
    await browser.close()
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()).toEqual([
      'HOME',
      'TMPDIR',
      'XDG_CACHE_HOME',
      'XDG_CONFIG_HOME',
    ])
  })

  it('is whole for everyone who unpacks it at the same time', async () => {
    const alone = sizes(await unpackOnce([ARCHIVE], join(folder, 'alone')))
    const together = [1, 2, 3].map(async () => sizes(await unpackOnce([ARCHIVE], join(folder, 'together'))))
    expect(alone.length).toBeGreaterThan(5)
    for (const one of await Promise.all(together)) expect(one).toEqual(alone)
    expect(readdirSync(folder).sort()).toEqual(['alone', 'together'])
  })
})

function sizes(unpacked: string): [string, number][] {
  return readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, statSync(join(unpacked, name)).size])
}
