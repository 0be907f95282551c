import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { toTerminalLine } from './terminal-line.ts'

const at = '2026-11-16T05:12:33.123Z'
const plain = (entry: object) => stripVTControlCharacters(toTerminalLine(`${JSON.stringify(entry)}\n`))

describe('a log line on a terminal', () => {
  it('has the time, the level, the message, its cause and the details', () => {
    expect(plain({ level: 40, time: at, projectId: 'prj_1', err: { message: 'no route' }, msg: 'fetch failed' })).toBe(
      '05:12:33  warning  fetch failed: no route  projectId=prj_1\n',
    )
    expect(plain({ level: 30, time: at, msg: 'stopping' })).toBe('05:12:33  info     stopping\n')
  })

  it('is left out for requests that went well, and only for those', () => {
    expect(plain({ level: 30, time: at, status: 204, msg: 'request' })).toBe('')
    expect(plain({ level: 30, time: at, reqId: 'req_1', method: 'GET', status: 500, msg: 'request' })).toBe(
      '05:12:33  info     request  method=GET status=500\n',
    )
  })

  it('is passed on as it is when it is not JSON', () => {
    expect(toTerminalLine('(node:1) Warning\n')).toBe('(node:1) Warning\n')
  })
})
