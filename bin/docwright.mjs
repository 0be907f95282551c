#!/usr/bin/env node
// The `docwright` command. Plain JavaScript, because it must also run on a Node that is too old for the rest: it then hands
// over to the pinned Node that the set-up installed. (better-sqlite3 crashes on Node 20, and Node 20 cannot run TypeScript.)
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The first Node that runs TypeScript without a flag or a warning and has the crypto that Docwright uses. */
const NODE_VERSION_MIN = [24, 12]

/** For a service: without it Node lets short-lived memory grow to 128 MB before it looks for what can go. */
const MEMORY_OPTION = '--max-semi-space-size'

const command = fileURLToPath(import.meta.url)
const root = dirname(dirname(command))
const pinnedNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

if (!existsSync(join(root, 'node_modules', '.docwright-setup.json'))) {
  const done = spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs')], { stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

const options = process.argv[2] === 'serve' && !isChosen(MEMORY_OPTION) ? [`${MEMORY_OPTION}=4`] : []
const words = [...options, command, ...process.argv.slice(2)]

if (isNewEnough(process.versions.node)) {
  // The same process with the option, which cannot be set later. Windows has no such call, and a parent that talks to it would lose it.
  if (options.length > 0 && process.platform !== 'win32' && !process.send)
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...words])
  // Types are stripped and code is compiled once, by the set-up; every start afterwards is quicker and smaller.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'docwright'))
  await import('../src/main.ts')
} else if (existsSync(pinnedNode)) {
  const child = spawn(pinnedNode, words, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)))
} else {
  console.error(
    `Error: Docwright needs Node ${NODE_VERSION_MIN.join('.')} or newer; this is ${process.versions.node}, and npm has no pinned Node for ${process.platform}-${process.arch}.`,
  )
  console.error('Try: install Node 24 from nodejs.org or with your version manager, then run the command again.')
  process.exit(1)
}

function isChosen(option) {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((words) => words.includes(option))
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > NODE_VERSION_MIN[0] || (major === NODE_VERSION_MIN[0] && minor >= NODE_VERSION_MIN[1])
}
