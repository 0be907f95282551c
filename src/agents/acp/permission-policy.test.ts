import { describe, expect, test } from 'vitest'
import { decidePermission } from './permission-policy.ts'

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' as const },
  { optionId: 'once', name: 'Once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'No', kind: 'reject_once' as const },
]
type Call = Parameters<typeof decidePermission>[0]['toolCall']
const ask = (toolCall: Omit<Call, 'toolCallId'>, offered: typeof options = options) =>
  decidePermission({ sessionId: 's', toolCall: { toolCallId: 'c', ...toolCall }, options: offered }, '/workspace')

describe('permissions', () => {
  test.each<Omit<Call, 'toolCallId'>>([
    { kind: 'edit', locations: [{ path: '/workspace/docs/a.md' }] },
    { kind: 'edit', locations: [{ path: 'docs/a.md' }] },
    { kind: 'edit', rawInput: { file_path: '/workspace/a.md' } },
    { kind: 'edit', content: [{ type: 'diff', path: '/workspace/a.md', newText: 'x' }] },
    { kind: 'move', rawInput: { from: 'a.md', to: 'b.md' } },
    { kind: 'delete', locations: [{ path: '/workspace/a.md' }] },
    { kind: 'search' },
    { kind: 'read', locations: [{ path: '/workspace' }] },
  ])('are given for files inside the workspace, for once: %j', (call) => {
    expect(ask(call)).toEqual({ isAllowed: true, response: { outcome: { outcome: 'selected', optionId: 'once' } } })
  })

  test.each<Omit<Call, 'toolCallId'>>([
    { kind: 'edit', locations: [{ path: '/etc/passwd' }] },
    { kind: 'edit', locations: [{ path: '/workspace/../etc/passwd' }] },
    { kind: 'edit', locations: [{ path: '/workspace-of-others/a.md' }] },
    { kind: 'edit', locations: [{ path: '/workspace/a.md' }], rawInput: { path: '/etc/passwd' } },
    { kind: 'edit', locations: [{ path: '/workspace/a.md' }, { path: '../b.md' }] },
    { kind: 'edit' },
    { kind: 'delete', locations: [] },
    { kind: 'execute', rawInput: { command: 'ls' } },
    { kind: 'fetch', rawInput: { url: 'https://example.com' } },
    { kind: 'other', locations: [{ path: '/workspace/a.md' }] },
    { locations: [{ path: '/workspace/a.md' }] },
  ])('are refused for anything else: %j', (call) => {
    expect(ask(call)).toEqual({ isAllowed: false, response: { outcome: { outcome: 'selected', optionId: 'no' } } })
  })

  test('are never given for good, and cancelled where there is no way to refuse', () => {
    const call = { kind: 'edit' as const, locations: [{ path: '/workspace/a.md' }] }
    expect(ask(call, [options[0]!]).response).toEqual({ outcome: { outcome: 'cancelled' } })
    expect(ask({ kind: 'execute' }, [options[1]!]).response).toEqual({ outcome: { outcome: 'cancelled' } })
  })
})
