// `npm run beacon`: writes the short form of the browser script, which is committed. A test compares the two.
import { readFileSync, writeFileSync } from 'node:fs'
import { minify, transformWithOxc } from 'vite'

const SOURCE = new URL('../src/api/beacon/docwright.ts', import.meta.url).pathname
const TARGET = new URL('../src/api/beacon/docwright.min.js', import.meta.url).pathname

/** Every browser that has `sendBeacon` and `?.`: all since 2020. */
const BROWSERS = 'es2020'

export async function buildBeacon(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE, { target: BROWSERS, sourcemap: false })
  // In a function of its own, so that its names do not meet those of the page.
  const { code: short } = await minify('docwright.js', `(() => {${code}})()`, {
    compress: { target: BROWSERS },
    mangle: { toplevel: true },
    codegen: { removeWhitespace: true },
  })
  return `${short.trim()}\n`
}

if (process.argv[1] === import.meta.filename) writeFileSync(TARGET, await buildBeacon())
