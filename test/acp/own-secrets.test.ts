import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { findSecret } from '../../src/git/secrets.ts'
import type { Job } from '../../src/jobs/job.ts'
import { type Context, openContext } from '../../src/wiring/context.ts'
import { workerDeps } from '../../src/wiring/worker-deps.ts'

let folder: string
let context: Context
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-secret-'))
})
afterEach(async () => {
  await context.close()
  rmSync(folder, { recursive: true })
})

const open = async (env: Record<string, string> = {}) => {
  context = await openContext(readConfig({ DOCWRIGHT_DATA: folder, DOCWRIGHT_LOG: 'silent', ...env }))
  return workerDeps(context)
}
const job = { projectId: 'none' } as Job

describe('the secret that other secrets are derived from', () => {
  it.each(['hex', 'HEX', 'base64', 'base64url'] as const)('gets neither into a change nor into a log as %s', async (how) => {
    const deps = await open()
    const text = readFileSync(join(folder, 'server-secret'), 'utf8').trim()
    const bytes = Buffer.from(text, 'hex')
    const written = how === 'HEX' ? text.toUpperCase() : bytes.toString(how)
    expect(findSecret([`A line with ${written} in it`], await deps.canariesFor(job))).toBe('a secret of the service')
    expect(deps.hide(`A line with ${written} in it`)).not.toContain(written.slice(0, 30))
  })

  it('gets neither into a change nor into a log when the operator chose it', async () => {
    const secret = 'chosen by an operator, long enough'
    const deps = await open({ DOCWRIGHT_SECRET: secret })
    for (const written of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]) {
      expect(findSecret([written], await deps.canariesFor(job))).toBe('a secret of the service')
      expect(deps.hide(written)).not.toContain(written)
    }
  })
})
