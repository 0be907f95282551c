import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readServerSentEvents } from './server-sent-events.ts'

async function read(chunks: Uint8Array[]) {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events = []
  for await (const event of readServerSentEvents(body, () => undefined)) events.push(event)
  return events
}

describe('a stream of events', () => {
  const text = [
    'retry: 1000\n\n',
    ': comment\n\n',
    'id: 1\nevent: text\ndata: {"a":"ü🦜"}\n\n',
    'id: 2\r\nevent: step\r\ndata: one\r\ndata:two\r\n\r\n',
    'data\rid:3\r\r',
    'event: end\ndata: {}\n\n',
    'id: 9\nevent: text\ndata: broken off',
  ].join('')
  const expected = [
    { id: '1', event: 'text', data: '{"a":"ü🦜"}' },
    { id: '2', event: 'step', data: 'one\ntwo' },
    { id: '3', event: 'message', data: '' },
    { id: null, event: 'end', data: '{}' },
  ]

  it('is read by the rules of the standard', async () => {
    expect(await read([new TextEncoder().encode(text)])).toEqual(expected)
  })

  it('is the same however it is cut into pieces', async () => {
    const bytes = new TextEncoder().encode(text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 30 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end))
        expect(await read(chunks)).toEqual(expected)
      }),
    )
  })
})
