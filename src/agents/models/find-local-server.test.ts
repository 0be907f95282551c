import { expect, it } from 'vitest'
import { findLocalServer, howToUse } from './find-local-server.ts'

it('finds a server with models on its usual port, and says how to use it', async () => {
  const asked: string[] = []
  const server = await findLocalServer(async (url) => {
    const { href } = new URL(url as string)
    asked.push(href)
    if (href.includes(':11434/')) return Response.json({ data: [{ id: 'qwen3:8b' }] })
    throw new TypeError('nobody listens')
  })
  expect(server).toMatchObject({ name: 'Ollama', models: ['qwen3:8b'] })
  expect(howToUse(server!)).toContain('DOCWRIGHT_MODEL=compatible/qwen3:8b and DOCWRIGHT_MODEL_URL=http://127.0.0.1:11434/v1')
  expect(asked.every((url) => new URL(url).hostname === '127.0.0.1')).toBe(true)
})

it.each([
  ['is another service', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['has no models', () => Response.json({ data: [] })],
  ['refuses', () => Response.json({ error: 'no' }, { status: 401 })],
])('does not take what %s for one', async (_, answer) => {
  expect(await findLocalServer(async () => answer())).toBeNull()
})
