import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type KeyServer, startKeyServer } from '../../test/support/key-server.ts'
import { newSigner, signRequest } from '../../test/support/sign-request.ts'
import { runCommandLine } from './command-line.ts'

function capture(stream: NodeJS.WriteStream) {
  const write = vi.spyOn(stream, 'write').mockReturnValue(true)
  return () => write.mock.calls.map(([text]) => String(text)).join('')
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('explains a request step by step', async () => {
  const output = capture(process.stdout)
  const words = ['classify', '--user-agent', 'axios/1.8.4', '--accept', 'text/markdown, text/html, */*', '--path', '/guide']
  expect(await runCommandLine(words)).toBe(0)
  expect(output()).toMatch(
    /Claude Code[\s\S]*counted as ai[\s\S]*3\. +registry[\s\S]*markdown +Does it ask for Markdown\? +Its `Accept` header/,
  )
})

test('judges a line of an access log, and prints JSON', async () => {
  const output = capture(process.stdout)
  const line = '8.8.8.8 - - [10/Oct/2026:13:55:36 +0000] "GET /a.md HTTP/1.1" 404 12 "-" "Mozilla/5.0 (compatible; GPTBot/1.2)"'
  expect(await runCommandLine(['classify', '--json', line])).toBe(0)
  expect(JSON.parse(output())).toMatchObject({
    class: 'ignored',
    countsAs: null,
    reason: 'error',
    agent: 'GPTBot',
    evidence: 'spoofed',
    surface: 'markdown',
  })
})

test('takes headers by name', async () => {
  const output = capture(process.stdout)
  const words = [
    'classify',
    '--json',
    '--user-agent',
    'Mozilla/5.0',
    '--header',
    'Signature-Agent="https://chatgpt.com"',
    '--header',
    'X-A=b=c',
  ]
  expect(await runCommandLine(words)).toBe(0)
  expect(JSON.parse(output())).toMatchObject({ class: 'ai', countsAs: 'ai', agent: 'ChatGPT Agent', evidence: 'declared' })
})

describe('with --verify', () => {
  const signer = newSigner()
  const url = 'https://docs.example.com/guide'
  let keys: KeyServer

  beforeAll(async () => {
    keys = await startKeyServer(signer)
  })
  afterAll(() => keys.stop())
  afterEach(() => vi.unstubAllEnvs())

  const explainSigned = async (path: string, directories: string) => {
    vi.stubEnv('DOCWRIGHT_SIGNATURE_DIRECTORIES', directories)
    const headers = signRequest(signer, { url, agent: 'chatgpt.com', createdAt: Date.now() })
    const words = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}=${value}`])
    const output = capture(process.stdout)
    expect(await runCommandLine(['classify', '--json', '--verify', '--user-agent', 'curl/8', '--path', path, ...words])).toBe(0)
    return JSON.parse(output().trim().split('\n').at(-1)!)
  }

  test('says whether the signature of a request holds, and why not', async () => {
    const found = await explainSigned(url, `off,chatgpt.com=${keys.url}`)
    expect(found).toMatchObject({ agent: 'ChatGPT Agent', evidence: 'verified-signature' })
    const other = await explainSigned('https://other.example/', `off,chatgpt.com=${keys.url}`)
    expect(other).toMatchObject({ agent: 'ChatGPT Agent', evidence: 'declared' })
    expect(JSON.stringify(other.steps)).toContain('its signature is not for this request')
  })

  test('asks nobody who is not to be asked', async () => {
    keys.asked.length = 0
    const found = await explainSigned(url, 'off')
    expect(found.evidence).toBe('declared')
    expect(JSON.stringify(found.steps)).toContain('no such key of chatgpt.com is known')
    expect(keys.asked).toEqual([])
  })
})

test.each([
  ['a signature to verify without a URL', ['--verify', '--path', '/guide']],
  ['a header without a value', ['--header', 'accept']],
  ['a status that is no number', ['--status', 'fine']],
  ['a line of another format', ['not a log line']],
])('refuses %s', async (_, words) => {
  const errors = capture(process.stderr)
  expect(await runCommandLine(['classify', ...words])).toBe(1)
  expect(errors()).toMatch(/^Error: [\s\S]*\nTry: /)
})
