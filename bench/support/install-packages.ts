import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the packages of a folder of the bench, once. No script of theirs is run. */
export function installPackages(folder: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  if (Object.keys(dependencies).every((name) => existsSync(join(folder, 'node_modules', name)))) return
  const words = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  const done = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0) throw new Error(`npm could not install the packages of ${folder}.`)
}
