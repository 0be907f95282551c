import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

/** A real Chromium from npm. It runs as any user, on a machine without its shared libraries or fonts, and calls no one. */
export async function openBrowser(): Promise<Browser> {
  const folder = await unpackChromium()
  return playwright.launch({
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      // The package's own file names a fixed folder in /tmp. Where that folder is missing, no text is laid out at all.
      FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf'),
      // Not even root can write here, so the browser can't leave anything in a home folder or find anything there.
      HOME: '/dev/null',
    },
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

/** Each version of the package has a folder of its own, so an update never starts the browser of the one before. */
function unpackChromium(): Promise<string> {
  const home = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const archives = ['chromium.br', 'al2023.tar.br', 'swiftshader.tar.br'].map((name) => join(home, 'bin', name))
  return unpackOnce(archives, join(CACHE, `chromium-${version}`))
}

/**
 * Unpacks archives of the browser into a folder, unless it is there.
 *
 * Test files run in parallel. Each process therefore unpacks into a folder of its own, and the first one to finish moves it to
 * its place, so no process starts a half-written program.
 */
export async function unpackOnce(archives: readonly string[], folder: string): Promise<string> {
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  try {
    await Promise.all(archives.map((archive) => inflateInto(fresh, archive)))
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** The package unpacks into the folder for temporary files. It looks that up before its first wait. */
function inflateInto(folder: string, archive: string): Promise<string> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return inflate(archive)
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
