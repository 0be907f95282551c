import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium as playwright } from 'playwright-core'

/** A real Chromium from npm. It runs as any user, on a machine without its shared libraries, and calls nobody. */
export async function openBrowser(): Promise<Browser> {
  // Makes the package unpack the libraries that it brings along; it looks for this variable when it is loaded.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  // It unpacks itself into the folder for temporary files, under one name for all users: give it one of our own.
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'chromium')
  mkdirSync(cache, { recursive: true })
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = cache
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  return playwright.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    headless: true,
  })
}
