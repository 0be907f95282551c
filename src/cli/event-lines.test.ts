import { describe, expect, it } from 'vitest'
import type { JobEventBody } from '../api/schemas/job-events.ts'
import { toElapsed, toLine } from './event-lines.ts'
import { createScreen } from './job-watch.ts'

const START = Date.UTC(2026, 0, 1)

function line(kind: string, data: object, after = 1234): string {
  return toLine({ seq: 1, at: new Date(START + after).toISOString(), kind, data } as JobEventBody, START)
}

describe('the line of an event', () => {
  it.each([
    ['message', { id: 'msg_1', prompt: 'Do\n this' }, '    1.2 s  message: Do this'],
    ['step', { name: 'agent', state: 'started', ms: null }, '    1.2 s  agent …'],
    ['step', { name: 'agent', state: 'done', ms: 65_000 }, '    1.2 s  agent done in 1 min 5 s'],
    ['step', { name: 'agent', state: 'skipped', ms: null }, '    1.2 s  agent was already done'],
    ['tool', { name: 'read', arguments: 'docs/a.md' }, '    1.2 s  tool read docs/a.md'],
    ['text', { text: 'Hello' }, '    1.2 s  Hello'],
    ['warning', { code: 'x', message: 'Careful.' }, '    1.2 s  warning: Careful.'],
    ['check', { problems: 3, added: 1, fixed: 2 }, '    1.2 s  check: 3 problems, 1 added, 2 fixed'],
    ['usage', { turns: 1, inputTokens: 0, outputTokens: 0, costUsd: 0 }, '    1.2 s  used 1 turn'],
    [
      'usage',
      { turns: 2, inputTokens: 10, outputTokens: 5, costUsd: 0.5 },
      '    1.2 s  used 2 turns, 10 tokens in, 5 out, $0.5000',
    ],
    ['status', { status: 'active', failure: null }, '    1.2 s  job is active'],
    ['status', { status: 'failed', failure: { code: 'x', message: 'No.', hint: 'Try.' } }, '    1.2 s  job is failed: No. Try.'],
    ['pull-request', { link: 'https://a/1', change: 'updated' }, '    1.2 s  pull request updated: https://a/1'],
    ['new-kind', {}, '    1.2 s  new-kind'],
  ])('of the kind %s with %j', (kind, data, expected) => {
    expect(line(kind, data)).toBe(expected)
  })

  it('is short, and cannot command the terminal', () => {
    const text = line('text', { text: `\u001b]0;title\u0007\u009b31m\r${'long '.repeat(100)}` })
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    expect(text.length).toBeLessThan(180)
    expect(text.endsWith('…')).toBe(true)
  })

  it.each([
    [-5, '0.0 s'],
    [400, '0.4 s'],
    [12_900, '12 s'],
    [185_000, '3 min 5 s'],
    [7_620_000, '2 h 7 min'],
  ])('has %d ms as %s', (milliseconds, expected) => {
    expect(toElapsed(milliseconds)).toBe(expected)
  })
})

describe('the screen', () => {
  const record = (isTerminal: boolean) => {
    let text = ''
    const screen = createScreen({ write: (part) => (text += part) }, isTerminal)
    screen.wait('1 s')
    screen.wait('2 s')
    screen.line('done')
    screen.wait('3 s')
    screen.close()
    return text
  }

  it('shows on a terminal that time goes on, and leaves nothing of it behind', () => {
    const shown = record(true)
    expect(shown).toContain('2 s  /')
    expect(shown).toContain('\r\u001b[Kdone\n')
    expect(shown.endsWith('\r\u001b[K')).toBe(true)
  })

  it('is only lines elsewhere', () => {
    expect(record(false)).toBe('done\n')
  })
})
