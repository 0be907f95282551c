import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/api/app.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

const TOKEN = 'a-token-that-only-prometheus-has'

let docs: TestService
let open: TestService

beforeAll(async () => {
  ;[docs, open] = await Promise.all([startTestService({ env: { DOCWRIGHT_METRICS_TOKEN: TOKEN } }), startTestService()])
})
afterAll(() => Promise.all([docs.stop(), open.stop()]))

const read = (service: TestService, headers: Record<string, string> = {}) => service.request('/metrics', { key: null, headers })

describe('GET /metrics', () => {
  describe('200', () => {
    it('goes to whoever has the token, and to this machine when there is none', async () => {
      expect((await read(docs, { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
      const answer = await read(open)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    })

    it('counts requests by route, stored views, and jobs that wait, without an id of anything', async () => {
      const { projectId } = open
      const job = await open.request(`/v2/agent/${projectId}/job`, { json: { prompt: 'x' } })
      await open.request(`/v1/analytics/${projectId}/events`, { json: [{ path: '/a', userAgent: 'curl/8' }, { path: '/b' }] })
      const { text } = await read(open)
      expect(text).toContain(
        'docwright_http_request_seconds_count{method="POST",route="/v2/agent/:projectId/job",status="201"} 1',
      )
      expect(text).toContain('docwright_views_received_total{source="server"} 2')
      expect(text).toMatch(/^docwright_jobs_waiting 1$/m)
      expect(text).toMatch(/^docwright_jobs_running 0$/m)
      expect(text).not.toContain(projectId)
      expect(text).not.toContain(job.body.id)
    })

    it('does not say that nothing waits while the database cannot be asked', async () => {
      const text = await createMetrics().read(null)
      expect(text).toMatch(/^docwright_jobs_waiting nan$/im)
      expect(text).toContain('docwright_job_run_seconds')
    })

    it('is all that a worker serves, with /health and /ready', async () => {
      const signal = new AbortController().signal
      const app = createApp({ ...open.service.context, leaving: signal, draining: signal, baseUrl: () => open.url }, 'probes')
      const statuses = ['/metrics', '/health', '/ready', `/v1/analytics/${open.projectId}/views`].map(
        async (url) => (await app.inject({ url })).statusCode,
      )
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404])
      await app.close()
    })
  })

  describe('404', () => {
    it.each([{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }, { authorization: `bearer ${TOKEN}` }])(
      'is the answer to everyone else: %o',
      async (headers) => {
        const missing = await docs.request('/nothing-here', { key: null })
        const answer = await read(docs, headers as Record<string, string>)
        expect(answer.status).toBe(404)
        expect({ ...answer.body, instance: '', requestId: '' }).toEqual({ ...missing.body, instance: '', requestId: '' })
      },
    )

    it('is the answer to another machine behind a trusted proxy when there is no token', async () => {
      expect((await read(open, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
    })
  })
})
