import { readFile, readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface DashboardFile {
  type: string
  body: Buffer
  /** Null where it would not be smaller. */
  gzipped: Buffer | null
}

/** One build of the pages, in memory: some hundred kilobytes. */
interface DashboardBuild {
  index: DashboardFile
  /** By name. */
  assets: Map<string, DashboardFile>
}

export interface DashboardFiles {
  /** Null when the pages were not built. */
  read(): Promise<DashboardBuild | null>
}

/** The built pages. Read when they are first asked for, and again after another build. */
export function createDashboardFiles(folder: string): DashboardFiles {
  let known: { builtAt: number; build: Promise<DashboardBuild> } | null = null
  return {
    read: async () => {
      const found = await stat(join(folder, 'index.html')).catch(() => null)
      if (!found) return null
      if (known?.builtAt !== found.mtimeMs) known = { builtAt: found.mtimeMs, build: readBuild(folder) }
      return known.build.catch((error: unknown) => {
        known = null
        throw error
      })
    },
  }
}

async function readBuild(folder: string): Promise<DashboardBuild> {
  const assets = join(folder, 'assets')
  const names = await readdir(assets).catch(() => [])
  const files = await Promise.all(names.map(async (name) => [name, await readOne(join(assets, name))] as const))
  return { index: await readOne(join(folder, 'index.html')), assets: new Map(files) }
}

async function readOne(path: string): Promise<DashboardFile> {
  const body = await readFile(path)
  const gzipped = await compress(body, { level: 9 })
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    gzipped: gzipped.length < body.length ? gzipped : null,
  }
}
