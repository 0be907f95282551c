import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asTyped } from './as-typed.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HINT = 'Try: docwright project list.'
const has = (path: string) => path === '/usr/local/bin/docwright' || path.endsWith('node_modules/.bin/docwright')

describe('a command that is printed', () => {
  it('stays as it is where docwright is on the search path', () => {
    expect(asTyped(HINT, '/usr/bin:/usr/local/bin', '/tmp', has)).toBe(HINT)
  })

  it('starts with npx in the checkout, also when npm lent its own folder to this process', () => {
    expect(asTyped(HINT, `${ROOT}/node_modules/.bin:/usr/bin`, join(ROOT, 'docs'), has)).toBe('Try: npx docwright project list.')
  })

  it('has the whole path in any other folder', () => {
    expect(asTyped(HINT, '/usr/bin', '/tmp', has)).toBe(`Try: ${ROOT}/bin/docwright.mjs project list.`)
  })

  it('is told from names, paths and addresses', () => {
    const text = 'docwright/job_1, https://docwright/x, bin/docwright serve, docwright.json, Docwright serves; `docwright --help`'
    expect(asTyped(text, '', ROOT, has)).toBe(text.replace('`docwright', '`npx docwright'))
  })
})
