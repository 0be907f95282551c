import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATA_BYTES_MAX, type JobEvent, RUN_EVENTS_MAX, admit, fromAgent, writeData } from './events.ts'

const text = (content: string): JobEvent => ({ kind: 'text', data: { text: content } })

describe('the data of an event', () => {
  it('is kept as it is while it is small', () => {
    expect(writeData({ text: 'a\u0000b "c" ü 🦜' })).toBe(JSON.stringify({ text: 'a\u0000b "c" ü 🦜' }))
  })

  it('is cut with a mark when it is large, as late as possible', () => {
    const data = writeData({ id: 'msg_1', prompt: 'x'.repeat(100_000) })
    expect(Buffer.byteLength(data)).toBe(DATA_BYTES_MAX)
    expect(JSON.parse(data)).toMatchObject({ id: 'msg_1', prompt: expect.stringMatching(/^x+… \[cut\]$/) })
  })

  it('is never larger than allowed and always readable, whatever it holds', () => {
    const content = fc
      .tuple(fc.string({ unit: 'binary', maxLength: 50 }), fc.integer({ min: 1, max: 5000 }))
      .map(([part, times]) => part.repeat(times).slice(0, 60_000))
    fc.assert(
      fc.property(content, content, (code, message) => {
        const data = writeData({ code, message })
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(DATA_BYTES_MAX)
        expect(Object.keys(JSON.parse(data) as object)).toEqual(['code', 'message'])
        expect(data).not.toMatch(/\\ud[89ab]/)
      }),
      { numRuns: 50 },
    )
  })

  it('holds no key and no password, also where it is cut', () => {
    const key = 'dw_0123456789abcdefghijABCDEFGHIJ0123456789x'
    const status = writeData({
      status: 'failed',
      failure: { code: 'x', message: `clone https://me:hunter2@example.com/x`, hint: key },
    })
    expect(status).not.toMatch(/hunter2|0123456789abc/)
    for (let before = 8120; before < 8200; before++)
      expect(writeData({ text: `${'x'.repeat(before)} ${key}` })).not.toContain('0123')
  })

  it('has the arguments of a tool on one short line', () => {
    const event = fromAgent({ kind: 'tool', data: { name: 'edit', arguments: `docs/a.md\n\n${'long '.repeat(1000)}` } })
    const { arguments: words } = event.data as { arguments: string }
    expect(words).toMatch(/^docs\/a\.md long long .*… \[cut\]$/)
    expect(words.length).toBeLessThan(320)
  })
})

describe('the events of a run', () => {
  it('end with one warning, and with the status', () => {
    const status: JobEvent = { kind: 'status', data: { status: 'completed', failure: null } }
    expect(admit(0, [text('a'), status])).toEqual([text('a'), status])
    const admitted = admit(RUN_EVENTS_MAX - 1, [text('last'), text('more'), text('and more'), status])
    expect(admitted.map((event) => event.kind)).toEqual(['text', 'warning', 'status'])
    expect(admit(RUN_EVENTS_MAX + 1, [text('more'), status])).toEqual([status])
  })
})
