import { describe, expect, it } from 'vitest'
import { createClassifier } from '../classify/classifier.ts'
import type { ViewEvent } from './event.ts'
import { createIgnores } from './ignored.ts'
import { USUAL_RULES, normalise } from './normalise.ts'

const NOW = Date.UTC(2026, 10, 17, 12)
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const ignores = createIgnores({
  hosts: ['docs.example.com', '*.example.org'],
  ignoredPaths: ['/drafts/**', '/*/print', '/secret'],
  ignoredAddresses: ['203.0.113.0/24', '2001:db8::7'],
})

function verdictOf(event: ViewEvent): string {
  const rules = { ...USUAL_RULES, ignores, classifier: createClassifier() }
  const sighting = normalise(rules, { userAgent: CHROME, ...event }, NOW)
  if ('refused' in sighting) return sighting.reason
  return sighting.verdict.class === 'excluded' ? sighting.verdict.reason : sighting.verdict.class
}

describe('what a project ignores', () => {
  it.each([
    ['https://docs.example.com/a', 'human'],
    ['https://DOCS.example.com:8443/a', 'human'],
    ['https://en.example.org/a', 'human'],
    ['https://example.org/a', 'other-host'],
    ['https://docs.example.com.evil.test/a', 'other-host'],
    ['https://user@staging.example.com/a', 'other-host'],
  ])('are other hosts: %s', (url, verdict) => {
    expect(verdictOf({ url })).toBe(verdict)
  })

  it('is never what a source does not say', () => {
    expect(verdictOf({ path: '/a' })).toBe('human')
    expect(verdictOf({ path: '/a', headers: { Host: 'staging.example.com' } })).toBe('other-host')
  })

  it.each([
    ['203.0.113.200', 'ignored-address'],
    ['::ffff:203.0.113.200', 'ignored-address'],
    ['2001:db8:0::7', 'ignored-address'],
    ['203.0.114.1', 'human'],
    ['not an address', 'human'],
  ])('are addresses: %s', (ip, verdict) => {
    expect(verdictOf({ path: '/a', ip })).toBe(verdict)
  })

  it.each([
    ['/drafts', 'ignored-path'],
    ['/drafts/', 'ignored-path'],
    ['/drafts/a/b.md', 'ignored-path'],
    ['/draftsman', 'human'],
    ['/guide/print', 'ignored-path'],
    ['/guide/a/print', 'human'],
    ['/secret.html', 'ignored-path'],
    ['/a/secret', 'human'],
  ])('are pages: %s', (path, verdict) => {
    expect(verdictOf({ path })).toBe(verdict)
  })

  it('comes behind what is no view in any case, and keeps missing pages from the list of those', () => {
    expect(verdictOf({ path: '/drafts/a.css' })).toBe('asset')
    expect(verdictOf({ path: '/drafts/a', status: 404 })).toBe('ignored-path')
    expect(verdictOf({ path: '/drafts/a', status: 500 })).toBe('error')
    expect(verdictOf({ path: '/drafts/a', userAgent: 'GPTBot/1.2' })).toBe('ignored-path')
  })
})

describe('the time of an event', () => {
  it.each([
    ['seconds', NOW / 1000 - 3600],
    ['seconds with a fraction', NOW / 1000 - 3599.75],
    ['milliseconds', NOW - 3_600_000],
    ['a date-time', '2026-11-17T12:00:00+01:00'],
  ])('may be in %s', (_, time) => {
    const sighting = normalise({ ...USUAL_RULES, classifier: createClassifier() }, { path: '/a', time }, NOW)
    expect(Math.floor((sighting as { time: number }).time / 1000)).toBe(NOW / 1000 - 3600)
  })
})
