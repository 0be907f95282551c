import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { newVisitor } from '../support/people.ts'
import { type TestService, startTestService } from '../support/test-service.ts'

describe.each(ENGINES)('notes on the chart on %s', (engine) => {
  let docs: TestService
  let notes: string

  beforeAll(async () => {
    docs = await startTestService({ engine })
    notes = `/v1/analytics/${docs.projectId}/notes`
  })
  afterAll(() => docs.stop())

  const add = (json: object) => docs.request(notes, { json })

  it('201, 200 and 204: are listed by day, and can be deleted', async () => {
    const later = await add({ day: '2026-03-02', text: ' Release 2.0 ' })
    expect(later).toMatchObject({ status: 201, body: { day: '2026-03-02', text: 'Release 2.0', createdBy: 'the key “Test”' } })
    const earlier = await add({ day: '2026-03-01', text: 'Launch' })
    expect((await docs.request(notes)).body).toEqual({ notes: [earlier.body, later.body] })
    expect((await docs.request(`${notes}/${later.body.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await docs.request(`${notes}/${later.body.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await docs.request(notes)).body).toEqual({ notes: [earlier.body] })
  })

  it.each([
    { day: '2026-02-30', text: 'x' },
    { day: '1.3.2026', text: 'x' },
    { day: '2026-03-01', text: ' ' },
    { day: '2026-03-01', text: 'x'.repeat(201) },
    {},
  ])('400: are not %j', async (json) => {
    expect((await add(json)).status).toBe(400)
  })

  it('403 and 404: belong to those who may write, and to one project', async () => {
    const viewer = await newVisitor(docs, 'viewer')
    expect((await viewer.request(notes, { json: { day: '2026-03-01', text: 'x' } })).status).toBe(403)
    expect((await viewer.request(notes)).status).toBe(200)
    const other = await docs.newProject()
    const theirs = await docs.request(`/v1/analytics/${other.projectId}/notes`, {
      key: other.key,
      json: { day: '2026-03-01', text: 'x' },
    })
    expect((await docs.request(`${notes}/${theirs.body.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await docs.request(`/v1/analytics/${other.projectId}/notes`)).status).toBe(404)
  })
})
