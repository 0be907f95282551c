import { describe, expect, it } from 'vitest'
import { findCampaign } from './campaign.ts'
import { findMachine } from './device.ts'
import { findLanguage } from './language.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('what a person reads with', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'desktop', 'Chrome'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, 'desktop', 'Edge'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 OPR/126.0.0.0`, 'desktop', 'Opera'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Firefox'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'desktop', 'Chrome'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'desktop',
      'Safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'phone',
      'Safari',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1',
      'phone',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      'tablet',
      'Safari',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`, 'phone', 'Chrome'],
    [`Mozilla/5.0 (Linux; Android 13; SM-X200) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'tablet', 'Chrome'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'phone',
      'Samsung Internet',
    ],
    [`Mozilla/5.0 (Linux; Android 9; BRAVIA 4K VH2) ${WEBKIT} Chrome/118.0.0.0 Safari/537.36`, 'other', 'Chrome'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 [FBAN/FBIOS;FBAV/480.0]',
      'phone',
      'In-app browser',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'desktop', 'Internet Explorer'],
    ['Mozilla/5.0 (PlayStation 5 3.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15', 'other', 'Safari'],
    ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; Tablet PC 2.0)', 'desktop', 'Internet Explorer'],
    ['Dalvik/1.6.0 (Linux; U; Android 4.1.2; GT-S5282 Build/JZO54K)', 'phone', 'other'],
    ['Lynx/2.9.2 libwww-FM/2.14', 'other', 'other'],
  ])('%s', (userAgent, device, browser) => {
    expect(findMachine(userAgent)).toEqual({ device, browser })
  })
})

describe('the language', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['EN', 'en'],
    ['fil-PH', 'fil'],
    ['zh_CN', 'zh'],
    ['*', null],
    ['xx', null],
    ['english', null],
    ['', null],
    [undefined, null],
  ])('%s is %s', (header, language) => {
    expect(findLanguage(header)).toBe(language)
  })
})

describe('a campaign', () => {
  it('is what the tags of the address say', () => {
    expect(findCampaign('/a?x=1&utm_source=news%20letter&utm_medium=email&utm_campaign=Spring+2026#utm_source=no')).toEqual({
      source: 'news letter',
      medium: 'email',
      campaign: 'Spring 2026',
    })
    const none = { source: null, medium: null, campaign: null }
    for (const address of ['/a', '/utm_source=x', '/a?utm_source=', '/a?utm_source=%00', '/a#?utm_source'])
      expect(findCampaign(address), address).toEqual(none)
    expect(findCampaign(`/a?utm_campaign=${'x'.repeat(500)}`).campaign).toHaveLength(100)
    expect(findCampaign('/a?utm_campaign=%ED%A0%80').campaign).toBe('\uFFFD\uFFFD\uFFFD')
  })
})
