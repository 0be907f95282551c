import { type Browser, chromium as playwright } from 'playwright-core'

/** A real Chromium from npm. It runs as any user, on a machine without its shared libraries, and calls nobody. */
export async function openBrowser(): Promise<Browser> {
  // Makes the package unpack the libraries that it brings along; it looks for this variable when it is loaded.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return playwright.launch({
    executablePath: await chromium.executablePath(),
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
