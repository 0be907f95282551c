import UserAgent from 'user-agents'
import { describe, expect, test } from 'vitest'
import { classify } from './classify.ts'
import { isRobot, nameRobot } from './robot-signs.ts'

const client = (userAgent: string) => classify({ method: 'GET', status: 200, address: '/', userAgent, headers: {} }).client

test('no current browser is called a robot', () => {
  const browsers = new Set(Array.from({ length: 3000 }, () => new UserAgent().toString()))
  expect([...browsers].filter((userAgent) => client(userAgent) !== 'human')).toEqual([])
})

describe('old televisions, phones and small browsers', () => {
  test.each([
    'Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (; Philips; ; ; ; ) CE-HTML/1.0 NETTV/3.2.1; en) Presto/2.6.33 Version/10.70',
    'Mozilla/5.0 (FreeBSD; U; Viera; ja-JP) AppleWebKit/535.1+ (KHTML, like Gecko) Viera/3.10.0 Chrome/14.0.835.202 Safari/535.1+',
    'Mozilla/5.0 (DTV) AppleWebKit/531.2+ (KHTML, like Gecko) Espial/6.1.5 AQUOSBrowser/2.0 (US01DTV;V;0001;0001)',
    'Opera/9.70 (Linux armv6l ; U; CE-HTML/1.0 NETTV/2.0.2; en) Presto/2.2.1',
    'HbbTV/1.1.1 (;;;;;) firetv-firefox-plugin 1.1.20',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.91 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 5.1; CUBOT NOTE S Build/LMY47I) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/55.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 2.3.5; en-us; Catcher Build/GRJ90) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
    'Mozilla/5.0 (Linux; Android 4.2.2; Discovery II Build/JDQ39) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/30.0 Mobile Safari/537.36',
    'UCWEB/2.0 (iPad; U; CPU OS 7_1 like Mac OS X; en; iPad3,6) U2/1.0.0 UCBrowser/9.3.1.344',
    'pf(42);la(en-US);re(AppleWebKit/534.31);dv(iPh6,2);pr(UCBrowser/10.0.2.497);ov(8_1_2);pi(640x1136);ss(640x1136);er(U);bt(GJ);up();re(AppleWebKit/534.31)',
    'Nokia6230i/2.0 (03.40) Profile/MIDP-2.0 Configuration/CLDC-1.1',
    'SonyEricssonT68/R201A',
    'BlackBerry7520/4.0.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/5.0.3.3 UP.Link/5.1.2.12 (Google WAP Proxy/1.0)',
    'Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)',
    'Mozilla/5.0 (compatible; Konqueror/3.3; Linux 2.6.8-gentoo-r3; X11;',
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)',
    'Mozilla/3.0 (compatible; NetPositive/2.1.1; BeOS)',
    'w3m/0.5.3',
    'Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1',
  ])('are people: %s', (userAgent) => {
    expect(client(userAgent)).toBe('human')
  })

  test.each([
    'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Foobot-Mobile/2.1; +http://foo.example/bot.html)',
    'DoCoMo/2.0 N905i(c100;TB;W24H16) (compatible; FooCrawler/2.1)',
    'Mozilla/5.0 (Linux; Android 6.0; Nexus 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.67 Mobile Safari/537.36 (compatible; Compass-Check/1.0)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0 Mobile Safari/537.36 (compatible; FooBot/2.1; +http://foo.example)',
    'Mozilla/5.0 (Linux; Android 10; FooBot) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ])('do not hide a robot: %s', (userAgent) => {
    expect(client(userAgent)).not.toBe('human')
  })
})

test.each(['FooReader', 'Foo/2', 'Mozilla/5.0 (compatible; Foo Bar 1)', 'Mozilla/5.0 (compatible; foo)'])(
  'a program without a browser in it is a robot: %s',
  (userAgent) => {
    expect(isRobot(userAgent)).toBe(true)
  },
)

test('an unlisted robot is called by its own name', () => {
  expect(nameRobot('Mozilla/5.0 (compatible; FooBot/1.0; +https://foo.example)')).toBe('FooBot')
  expect(nameRobot('Foo/2.1')).toBe('Foo')
  expect(nameRobot('Mozilla/5.0')).toBeNull()
})
