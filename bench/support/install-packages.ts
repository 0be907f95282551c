import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the packages of a folder of the bench, once. No script of theirs is run. */
export function installPackages(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return
  const words = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  const done = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0) throw new Error(`npm could not install the packages of ${folder}.`)
}
