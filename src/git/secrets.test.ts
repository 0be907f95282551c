import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateKey } from '../keys/format.ts'
import { findSecret } from './secrets.ts'

/** Put together here, so that no scanner takes this file for a leak. */
const random = 'Zk3mQ8vR1xW6tYb0NcJ5hL2sPd9fGaUe7iKoXyTqVn4BwCrHgSjMzDuA'
const upper = 'Z3Q8R1W6T0J5L2P9X4K7'

describe('a secret in new lines', () => {
  it.each([
    ['an access key of AWS', `AKIA${upper.slice(0, 16)}`],
    ['a token of GitHub', `token: ghp_${random.slice(0, 36)}`],
    ['a token of GitHub', `github_pat_${random}`],
    ['a token of GitLab', `glpat-${random.slice(0, 20)}`],
    ['a token of Slack', `xoxb-${random.slice(0, 40)}`],
    ['a key of Stripe', `sk_live_${random.slice(0, 24)}`],
    ['a key of Google', `AIza${random.slice(0, 35)}`],
    ['a key of a model', `sk-ant-${random.slice(0, 40)}`],
    ['a token of npm', `npm_${random.slice(0, 36)}`],
    ['a password or key', `"api_key": "${random.slice(0, 40)}"`],
    ['a password or key', `DB_PASSWORD='${random.slice(0, 32)}'`],
  ])('is recognised as %s', (name, line) => expect(findSecret(['Text.', line])).toBe(name))

  it('is recognised when it is a key of Docwright, by its checksum', () => {
    for (let round = 0; round < 50; round++) {
      const key = generateKey('admin')
      expect(findSecret([`Use ${key}.`])).toBe('a key of Docwright')
      expect(findSecret([key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')])).toBeNull()
      // Site keys are public.
      expect(findSecret([generateKey('site')])).toBeNull()
    }
  })

  it('is recognised when it is a private key, also on one line', () => {
    const start = '-----BEGIN OPENSSH PRIVATE KEY-----'
    const body = randomBytes(48).toString('base64')
    expect(findSecret([start, body])).toBe('a private key')
    expect(findSecret([`key = "${start}\\n${body}\\n"`])).toBe('a private key')
    expect(findSecret([start, '...', '-----END OPENSSH PRIVATE KEY-----'])).toBeNull()
    expect(findSecret([`Files that start with \`${start}\` are keys.`, 'Keep them to yourself.'])).toBeNull()
  })

  it('is recognised when the service laid it out', () => {
    expect(findSecret(['a canary-1 b'], ['canary-1'])).toBe('a secret of the service')
    expect(findSecret(['a'], [''])).toBeNull()
  })

  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'ghp_1234567890abcdefghijklmnopqrstuvwxyz',
    'sk_live_your_key_here_your_key_here',
    'export DOCWRIGHT_KEY=dw_…',
    'password: "correct-horse-battery-staple-again"',
    'token = "${{ secrets.GITHUB_TOKEN }}"',
    'api_key: "YOUR_API_KEY_GOES_HERE_PLEASE_123"',
    'secret: "docs/guides/authentication/secrets.md"',
    'The SHA-256 is 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.',
    'integrity: "sha512-abcdefghijklmnop"',
    'See https://example.com/a/Zk3mQ8vR1xW6tYb0NcJ5hL2sPd9fGaUe7iKo.',
  ])('is not %s', (line) => expect(findSecret([line])).toBeNull())

  it('is looked for in little time, whatever the line', () => {
    const start = process.hrtime.bigint()
    for (const line of [
      'password='.repeat(100_000),
      `"${'a'.repeat(1_000_000)}`,
      'sk-ant-'.repeat(100_000),
      '-----BEGIN '.repeat(90_000),
    ])
      findSecret([line])
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(2_000)
  })

  it('is in no prose', () => {
    fc.assert(fc.property(fc.lorem({ maxCount: 200 }), (text) => findSecret([text]) === null))
  })
})
