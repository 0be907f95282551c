import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Files } from '../docs-jobs/clean-site.ts'

/** The documentation of packages that Docwright is made with anyway: real pages, as their authors wrote them. */
const PACKAGES: Record<string, string> = { fastify: 'docs', undici: 'docs', pino: 'docs' }

const OWN_SITES = join(import.meta.dirname, 'sites')
const ROOT = join(import.meta.dirname, '..', '..')

/** The files of a site: of a package, or one of our own beside this file. */
export function readBenchSite(name: string): Files {
  const folder = PACKAGES[name]
  const root = folder === undefined ? join(OWN_SITES, name) : join(ROOT, 'node_modules', name)
  const top = folder === undefined ? root : join(root, folder)
  if (!existsSync(top)) throw new Error(`There is no site \`${name}\`.`)
  const entries = readdirSync(top, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.sort().map((path) => [relative(root, path), readFileSync(path, 'utf8')]))
}
