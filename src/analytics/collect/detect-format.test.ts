import { describe, expect, test } from 'vitest'
import { generateLog } from '../../../bench/generate-log.ts'
import { detectFormat } from './detect-format.ts'

const CLF = '203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "GET /a HTTP/1.1" 200 512'
const COMBINED = `${CLF} "-" "UA/1"`
const GARBAGE = '203.0.113.9 - - [17/Nov/2026:10:05:03 +0000] "\\x16\\x03\\x01" 400 157 "-" "-"'
const NGINX_JSON = '{"time_iso8601":"2026-11-17T10:05:03+00:00","request_uri":"/a","status":"200"}'
const CADDY_JSON = '{"ts":1794909903.5,"request":{"method":"GET","uri":"/a","headers":{}},"status":200}'

describe('detectFormat', () => {
  test.each([
    ['combined', [COMBINED]],
    ['common', [CLF]],
    ['vhost', [`docs.example.com:443 ${COMBINED}`]],
    ['traefik-common', [`${COMBINED} 12 "docs@docker" "http://10.0.0.5:80" 8ms`]],
    ['nginx-json', [NGINX_JSON]],
    ['caddy-json', ['{"level":"info","ts":1.5,"msg":"started"}', CADDY_JSON, CADDY_JSON]],
    [
      'traefik-json',
      [
        '{"RequestPath":"/","RequestMethod":"GET","DownstreamStatus":200,"StartUTC":"2026-11-17T10:05:03Z","time":"2026-11-17T10:05:03Z"}',
      ],
    ],
    [
      'w3c',
      [
        '#Software: Microsoft Internet Information Services 10.0',
        '#Version: 1.0',
        '#Date: 2026-11-17 10:05:03',
        '#Fields: date time cs-method cs-uri-stem sc-status',
        '2026-11-17 10:05:03 GET / 200',
      ],
    ],
    [
      'cloudfront-standard',
      [
        '#Version: 1.0',
        '#Fields: date time x-edge-location cs-method cs-uri-stem sc-status',
        '2026-11-17\t10:05:03\tFRA2\tGET\t/\t200',
      ],
    ],
    [
      'elb',
      [
        '2026-11-17T10:05:03.945958Z my-elb 203.0.113.9:2817 10.0.0.1:80 0.1 0.1 0.1 200 200 0 29 "GET http://a.example:80/ HTTP/1.1" "curl/7" - -',
      ],
    ],
  ])('finds %s', (name, lines) => {
    expect(detectFormat(lines).format?.name).toBe(name)
  })

  test('finds the format of a log with oddities in it', () => {
    expect(detectFormat([...generateLog(500, 7)].map((line) => line.text)).format?.name).toBe('combined')
  })

  test('finds the format of a log of which nobody but scanners asked', () => {
    expect(detectFormat([GARBAGE, GARBAGE, '']).format?.name).toBe('combined')
  })

  test('finds a W3C log that has no entries yet', () => {
    expect(detectFormat(['#Fields: date time cs-uri-stem sc-status']).format?.name).toBe('w3c')
  })

  test.each([
    ['two formats in equal parts', [COMBINED, NGINX_JSON, COMBINED, NGINX_JSON]],
    ['prose', ['Dear diary,', 'today I wrote no log.']],
    ['nothing', []],
  ])('does not decide on %s, and says what it tried', (_, lines) => {
    const detected = detectFormat(lines)
    expect(detected.format).toBeNull()
    expect(detected).toHaveProperty('tried')
    if (detected.format === null) {
      expect(detected.tried.map((candidate) => candidate.name)).toContain('combined')
      expect(detected.tried.every((candidate) => candidate.share < 0.6)).toBe(true)
    }
  })
})
