// `node scripts/guide-images.mjs`: takes the pictures of the guide anew, from what the browser tests see.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const TESTS = ['test/browser/dashboard.test.ts', 'test/browser/dashboard-looks.test.ts']

/** The picture in docs/images/, and the name under which a test took it. */
const IMAGES = {
  overview: 'full-overview-1440-light',
  start: 'overview-empty-1280-light',
  jobs: 'full-jobs-1440-light',
  job: 'job-1280-light',
  preview: 'job-preview-1280-light',
  keys: 'keys-1280-light',
  'new-project': 'projects-new-model-1440-light',
  secrets: 'settings-1280-light',
  'side-by-side': 'job-side-by-side-1280-light',
  readers: 'full-readers-1440-light',
  agent: 'full-readers-agent-1024-dark',
  'fix-this': 'fix-this-1280-light',
  misses: 'misses-1280-light',
  unread: 'full-unread-1440-light',
  share: 'share-1440-light',
  phone: 'full-overview-390-light',
}

const folder = mkdtempSync(join(tmpdir(), 'docwright-images-'))
try {
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, SCREENSHOTS: folder }
  execFileSync('vitest', ['run', ...TESTS], { cwd: ROOT, env, stdio: 'inherit' })
  for (const [name, taken] of Object.entries(IMAGES))
    copyFileSync(join(folder, `${taken}.png`), join(ROOT, 'docs/images', `${name}.png`))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
