import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

describe('the log', () => {
  it('holds no key and no password, in whichever field or message they stand', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const key = 'dw_0123456789abcdefghijABCDEFGHIJ0123456789x'
    log.info(
      { headers: { authorization: `Bearer ${key}` }, deep: [{ text: `key=${key}` }] },
      `used ${key} and dws_0123456789abcdefghij`,
    )
    log.error({ err: new Error(`clone https://me:hunter2@example.com/x failed with ${key}`) }, 'failed')
    const text = lines.join('')
    expect(text).not.toMatch(/0123456789abc|hunter2/)
    expect(text).toContain('dw_[redacted]')
    expect(text).toContain('dws_[redacted]')
    expect(text).toContain('https://[redacted]@example.com/x')
  })

  it('is one JSON object per line', () => {
    const lines: string[] = []
    createLog('info', { write: (line) => void lines.push(line) }).info({ a: 'x\ny' }, 'hello')
    expect(JSON.parse(lines[0]!)).toMatchObject({ a: 'x\ny', msg: 'hello', time: expect.stringMatching(/^\d{4}-/) })
  })
})
