import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../src/api/api-deps.ts'
import { createApp } from '../../src/api/app.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const SCRIPT = `console.log('${'x'.repeat(2000)}')\n`

let docs: TestService
let app: App
let folder: string

beforeAll(async () => {
  docs = await startTestService()
  folder = mkdtempSync(join(tmpdir(), 'docwright-pages-'))
  const { context } = docs.service
  app = createApp({
    ...context,
    leaving: new AbortController().signal,
    draining: new AbortController().signal,
    baseUrl: () => docs.url,
    dashboardFolder: folder,
  })
})
beforeEach(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Docwright</title>')
  writeFileSync(join(folder, 'assets', 'main-abc.js'), SCRIPT)
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})
afterAll(async () => {
  await app.close()
  await docs.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the pages of the dashboard', () => {
  it.each([
    '/',
    '/sign-in',
    '/setup',
    '/invite',
    '/recover',
    '/projects',
    '/projects/new',
    '/projects/prj_x/keys',
    '/projects/prj_x/jobs',
    '/projects/prj_x/jobs/job_x',
    '/projects/prj_x/readers',
    '/projects/prj_x/misses',
    '/projects/prj_x/settings',
    '/people',
    '/account',
  ])('%s is the one document, with a policy that lets nothing else in', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<title>Docwright</title>')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
  })

  it('have files that are kept for ever, compressed for who takes it', async () => {
    const plain = await get('/assets/main-abc.js')
    expect(plain.body).toBe(SCRIPT)
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    const zipped = await get('/assets/main-abc.js', { 'accept-encoding': 'br, gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(SCRIPT)
    expect((await get('/assets/main-abc.js', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    '/assets/none.js',
    '/assets/..%2Fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/',
    '/secret.txt',
    '/projects/x/other',
  ])('%s is a 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it('are those of the newest build, without a restart', async () => {
    await get('/')
    writeFileSync(join(folder, 'index.html'), '<title>Newer</title>')
    utimesSync(join(folder, 'index.html'), 2_000_000_000, 2_000_000_000)
    writeFileSync(join(folder, 'assets', 'main-def.js'), 'newer')
    expect((await get('/')).body).toContain('Newer')
    expect((await get('/assets/main-def.js')).body).toBe('newer')
  })

  it('say how to build them when they are not there', async () => {
    rmSync(join(folder, 'index.html'))
    const answer = await get('/projects')
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm run dashboard')
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('take no other method', async () => {
    expect((await app.inject({ method: 'POST', url: '/sign-in' })).statusCode).toBe(405)
  })
})
