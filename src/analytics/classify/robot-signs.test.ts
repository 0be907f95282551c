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
    'AmigaVoyager/3.2 (AmigaOS/MC680x0)',
    // The names of phones, watches and televisions, and nothing else.
    'LG KF600',
    'Lenovo-E307',
    'iPhone12Pro',
    'Apple-iPhone6C2/1201.405',
    'Karbonn K222s WAP-Browser/1.0.0',
    'VIZIO V655-J09 ViziOS/1.4.512.847.1 WatchFree/24.06.13.2',
    'Roku4640X/DVP-7.70 (297.70E04154A)',
    'Cinnamon/1.0.0.0, GFHD200/gftv200-42 (Google Fiber, GFHD200, wired)',
    'Sonos;Play5;9b377073ea334637;;tpapi;3.81.91',
    // Words of isbot in the names of phones, and of builds in the names of robots.
    'Mozilla/5.0 (Linux; Android 7.0; M bot 54) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.96 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 6.0; VR BOT 552 PLUS) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 8.0.0; Pixel Build/OPR3.170623.008) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/62.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; CPH2655 Build/AP3A.240617.008) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 4.4.2; en-US; S4A+ Build/KOT49H) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
    'Dalvik/2.1.0 (Linux; U; Android 6.0; SMART_4G_Speedy_5inch Build/MRA58K)',
    // Apps in somebody's hand.
    '[FBAN/FB4A;FBAV/83.0.0.20.71;FBLC/it_IT;FBMF/MEDIACOM;FBPN/com.facebook.katana;FBDV/M-PPxB400;FBSV/6.0;]',
    'com.google.android.youtube/5.3.32(Linux; U; Android 4.0.3; ro_RO; R103 Build/IML74K) gzip',
    'ReutersNews/6.0.3 iPad14,4 iPadOS/17.5.1 CFNetwork/1.0 Darwin/23.5.0',
    'atc/1.0 watchOS/5.3 model/Watch2,3 hwp/t8002 build/16U569 (6; dt:133)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 11_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E216 Blackboard/3.7.0',
    // What programs add to a browser.
    'Mozilla/5.0 (Linux; U; Android 5.1; zh-cn; 1501 Build/LMY47D) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/4.1.0',
    'Mozilla/5.0 (Linux; Android 8.0; RNE-AL00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/57.0 Mobile Safari/537.36 MicroMessenger/7.0 Process/tools NetType/4G',
    'Mozilla/5.0 (Linux; U; Android 4.0.4; zh-cn; OKA16S Build/GRK39F) AppleWebKit/533.1 (KHTML, like Gecko) Mobile Safari/533.1 baiduboxapp/042_0.4_diordna_008_084/spla_01|7049',
    'Mozilla/5.0 (Windows NT 6.1; WOW64; rv:26.0) Gecko/20100101 Firefox/26.0 FirePHP/0.7.4',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 10_0 like Mac OS X) AppleWebKit/602.1.43 (KHTML, like Gecko) AppleNews/607 Version/2.0',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; chromeframe/25.0.1364.152; .NET CLR 2.0.50727)',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/7.0; .NET4.0E; GWX:DOWNLOADED)',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Embedded Web Browser from: http://bsalsa.com/; .NET CLR 2.0.50727)',
    'Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1',
  ])('are people: %s', (userAgent) => {
    expect(client(userAgent)).toBe('human')
  })

  test.each([
    'SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UP.Browser/6.2.3.3.c.1.101 (GUI) MMP/2.0 (compatible; Foobot-Mobile/2.1; +http://foo.example/bot.html)',
    'DoCoMo/2.0 N905i(c100;TB;W24H16) (compatible; FooCrawler/2.1)',
    'Mozilla/5.0 (Linux; Android 6.0; Nexus 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.67 Mobile Safari/537.36 (compatible; Compass-Check/1.0)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0 Mobile Safari/537.36 (compatible; FooBot/2.1; +http://foo.example)',
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; FooBot)',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT) FooNews/1.0',
    'Mozilla/4.0 (compatible; MSIE 5.01; FooAgent 2.0; Windows NT)',
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; FooInsights)',
    'BlackBerry9000/4.6.0.167 Profile/MIDP-2.0 Configuration/CLDC-1.1 VendorID/102 foo-agent',
    'Mozilla/5.0 (compatible; 008/0.83; http://www.80legs.example/webcrawler.html) Gecko/2008032620',
    'Foo-Ads-Preview Mozilla/5.0 (Linux; U; Android 6.0.1; generic) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; FooBot) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ])('do not hide a robot: %s', (userAgent) => {
    expect(client(userAgent)).not.toBe('human')
  })
})

test.each([
  'FooReader',
  'Foo/2',
  'Mozilla/5.0 (compatible; Foo Bar 1)',
  'Mozilla/5.0 (compatible; foo)',
  'Foo/1.0 ()',
  'kubectl/v1.12.0 (linux/amd64) kubernetes/0ed3388',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltopdf Safari/534.34',
])('a program that shows pages to nobody is a robot: %s', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true)
})

test('an unlisted robot is called by its own name', () => {
  expect(nameRobot('Mozilla/5.0 (compatible; FooBot/1.0; +https://foo.example)')).toBe('FooBot')
  expect(nameRobot('Foo/2.1')).toBe('Foo')
  expect(nameRobot('Mozilla/5.0')).toBeNull()
})
