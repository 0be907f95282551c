import { describe, expect, test } from 'vitest'
import { HEAD_BYTES, type ImportedLog, digest, identifyLog, matchLog } from './file-identity.ts'
import { TAIL_BYTES } from './read-log.ts'

const lines = (...texts: string[]): Buffer => Buffer.from(texts.map((text) => `${text}\n`).join(''))

function remember(content: Buffer, id = 'log'): ImportedLog {
  const identity = identifyLog(content.subarray(0, HEAD_BYTES))!
  const tail = content.subarray(Math.max(0, content.length - TAIL_BYTES))
  return { id, ...identity, position: { byte: content.length, isMidLine: false, directives: [] }, tailHash: digest(tail) }
}

async function match(content: Buffer, ...known: ImportedLog[]): Promise<string | undefined> {
  const readTail = (byte: number): Promise<Buffer | null> =>
    Promise.resolve(byte > content.length ? null : content.subarray(Math.max(0, byte - TAIL_BYTES), byte))
  return (await matchLog(content.subarray(0, HEAD_BYTES), known, readTail))?.id
}

describe('identifyLog', () => {
  test('has none for a log without a whole entry', () => {
    expect(identifyLog(Buffer.from(''))).toBeNull()
    expect(identifyLog(Buffer.from('half a li'))).toBeNull()
    expect(identifyLog(lines('#Version: 1.0', '#Fields: date time', ''))).toBeNull()
  })

  test('takes the key from the first entry, since headers are the same in every log', () => {
    const key = identifyLog(lines('first', 'second'))!.key
    expect(identifyLog(lines('#Version: 1.0', '', 'first', 'other'))!.key).toBe(key)
    expect(identifyLog(Buffer.from('first\r\nsecond\r\n'))!.key).toBe(key)
    expect(identifyLog(Buffer.from('first'), true)!.key).toBe(key)
    expect(identifyLog(lines('second', 'first'))!.key).not.toBe(key)
  })

  test('identifies a log whose first line is longer than all that is looked at', () => {
    expect(identifyLog(Buffer.alloc(HEAD_BYTES, 'a'))!.marks).toHaveLength(1)
  })

  test('stays small for a large log', () => {
    const head = lines(...Array.from({ length: 5000 }, (_, index) => `entry ${index}`)).subarray(0, HEAD_BYTES)
    expect(identifyLog(head)!.marks.length).toBeLessThan(32)
  })
})

describe('matchLog', () => {
  test('knows a log that is the same, that has grown, and that is an older copy', async () => {
    const known = remember(lines('a', 'b', 'c'))
    expect(await match(lines('a', 'b', 'c'), known)).toBe('log')
    expect(await match(lines('a', 'b', 'c', 'd'), known)).toBe('log')
    expect(await match(lines('a', 'b'), known)).toBe('log')
    expect(await match(Buffer.from('a\nb\nc\nhalf'), known)).toBe('log')
  })

  test('tells apart logs that share their first lines', async () => {
    const known = remember(lines('health check', 'b', 'c'))
    expect(await match(lines('health check', 'x', 'y'), known)).toBeUndefined()
    expect(await match(lines('health check', 'b', 'y'), known)).toBeUndefined()
    expect(await match(lines('health check', 'b', 'y', 'and many more than were known before'), known)).toBeUndefined()
  })

  test('chooses the right one of several logs with the same first line, and the one that was read furthest', async () => {
    const one = remember(lines('health check', 'one'), 'one')
    const two = remember(lines('health check', 'two'), 'two')
    const more = remember(lines('health check', 'two', 'more'), 'more')
    expect(await match(lines('health check', 'two', 'x'), one, two)).toBe('two')
    expect(await match(lines('health check', 'two', 'more', 'x'), two, one, more)).toBe('more')
  })

  test('tells apart logs that share all that is looked at, by what is before the place that was reached', async () => {
    const shared = Array.from({ length: 2000 }, (_, index) => `a line of about fifty bytes with the number ${index}`)
    const known = remember(lines(...shared, 'one', 'and more'))
    expect(await match(lines(...shared, 'one', 'and more', 'x'), known)).toBe('log')
    expect(await match(lines(...shared, 'two', 'and more', 'x'), known)).toBeUndefined()
  })

  test('trusts the first content of what cannot be read twice', async () => {
    const known = remember(lines('a', 'b'))
    expect((await matchLog(lines('a', 'b', 'c'), [known], null))?.id).toBe('log')
  })
})
