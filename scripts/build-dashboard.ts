// `npm run dashboard`: builds the pages and says how large they are. Ends with 1 when a first visit would load too much.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const FOLDER = join(import.meta.dirname, '..', 'dashboard')

/** All that a browser can load of the dashboard, compressed: issue 6 sets it. */
const BYTES_MAX = 100_000

export interface PartSize {
  name: string
  bytes: number
  gzipBytes: number
}

export async function buildDashboard(): Promise<PartSize[]> {
  await build({ configFile: join(FOLDER, 'vite.config.ts') })
  const dist = join(FOLDER, 'dist')
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = readFileSync(path)
      return { name: path.slice(dist.length + 1), bytes: content.length, gzipBytes: gzipSync(content).length }
    })
    .sort((one, other) => other.gzipBytes - one.gzipBytes)
}

if (process.argv[1] === import.meta.filename) {
  const parts = await buildDashboard()
  const total = parts.reduce((sum, part) => sum + part.gzipBytes, 0)
  const line = (name: string, bytes: number) => console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`)
  for (const part of parts) line(part.name, part.gzipBytes)
  line(`all, compressed (at most ${BYTES_MAX / 1000} kB)`, total)
  if (total > BYTES_MAX) {
    console.error('Error: the dashboard is too large.\nTry: leave a dependency out, or load it later.')
    process.exitCode = 1
  }
}
