import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOG_FORMATS } from './log-formats.ts'
import { nginxJson } from './nginx-json.ts'

const PAGE = readFileSync(new URL('../../../../docs/log-formats.md', import.meta.url), 'utf8')

const HEADERS = { accept: 'text/markdown', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }

/** What a server puts in the place of a variable or of a directive of the documented format. */
const VALUES: Record<string, string> = {
  $time_iso8601: '2026-11-17T11:05:03+01:00',
  '%{%Y-%m-%dT%H:%M:%S%z}t': '2026-11-17T11:05:03+0100',
  $remote_addr: '203.0.113.9',
  '%a': '203.0.113.9',
  $scheme: 'https',
  $host: 'docs.example.com',
  '%{Host}i': 'docs.example.com',
  $request_method: 'GET',
  $request_uri: '/a?b=c',
  '%r': 'GET /a?b=c HTTP/2.0',
  $status: '200',
  '%>s': '200',
  $http_user_agent: 'a \\"quoted\\" agent',
  '%{User-Agent}i': 'a \\"quoted\\" agent',
}

function header(name: string): string {
  return HEADERS[name.toLowerCase().replaceAll('_', '-') as keyof typeof HEADERS] ?? ''
}

describe('docs/log-formats.md', () => {
  test('names every format', () => {
    for (const { name } of LOG_FORMATS) expect(PAGE).toContain(`\`${name}\``)
  })

  test('has a format for nginx that is read with all its headers', () => {
    const format = /log_format docwright escape=json\n([^;]*);/.exec(PAGE)![1]!
    const text = [...format.matchAll(/'([^']*)'/g)].map(([, part]) => part).join('')
    const line = text.replace(/\$\w+/g, (variable) => VALUES[variable] ?? header(variable.replace('$http_', '')))
    expect(nginxJson.parse(line)).toEqual({
      time: Date.UTC(2026, 10, 17, 10, 5, 3),
      url: 'https://docs.example.com/a?b=c',
      method: 'GET',
      status: 200,
      userAgent: 'a "quoted" agent',
      ip: '203.0.113.9',
      headers: HEADERS,
    })
  })

  test('has a format for Apache that is read with all its headers', () => {
    const format = /^LogFormat "(.*)" docwright$/m.exec(PAGE)![1]!.replaceAll('\\"', '"')
    const line = format.replace(/%(?:\{[^}]*\}[it]|>?[a-z])/g, (directive) => {
      return VALUES[directive] ?? (header(/\{(.*)\}i/.exec(directive)?.[1] ?? '') || '-')
    })
    expect(nginxJson.parse(line)).toMatchObject({
      time: Date.UTC(2026, 10, 17, 10, 5, 3),
      url: 'http://docs.example.com/a?b=c',
      method: 'GET',
      status: 200,
      userAgent: 'a "quoted" agent',
      headers: HEADERS,
    })
  })
})
