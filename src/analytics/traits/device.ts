/** Stored with the views. */
export type Device = 'desktop' | 'phone' | 'tablet' | 'other'

/** Televisions, consoles, watches and cars. Asked first: many of them name Android or a phone's browser, too. */
const NO_COMPUTER =
  /smart-?tv|\btv\b|googletv|appletv|hbbtv|bravia|aquos|netcast|web0s|\baft[a-z]{1,4}\b|crkey|\broku|viera|playstation|xbox|nintendo|watch|tesla|\bcar\b/i
const TABLET = /ipad|tablet(?! pc)|playbook|kindle|\bnook\b/i
/** Browsers on phones with Android also say `Mobile`; apps don't. */
const ANDROID = /android|\bsilk\//i
const PHONE = /mobile|phone|ipod|blackberry|\bbb10\b|opera mini|symbian|midp|\bwap\b/i
const DESKTOP = /windows|macintosh|mac os x|x11|linux|cros|freebsd|openbsd|netbsd/i

/** What a user agent says it runs on. Since 2019 an iPad says that it's a Mac, and counts as one. */
function findDevice(userAgent: string): Device {
  if (NO_COMPUTER.test(userAgent)) return 'other'
  if (TABLET.test(userAgent)) return 'tablet'
  if (PHONE.test(userAgent)) return 'phone'
  if (ANDROID.test(userAgent)) return /^mozilla/i.test(userAgent) ? 'tablet' : 'phone'
  return DESKTOP.test(userAgent) ? 'desktop' : 'other'
}

/**
 * In the order in which they are looked for: nearly every browser also calls itself Chrome, Safari or both, and only the one that
 * nobody else names is itself.
 */
const BROWSERS = [
  [
    'In-app browser',
    /\bFB(?:AN|AV)\/|instagram|linkedinapp|micromessenger|\bline\/|snapchat|pinterest\/|twitter|tiktok|musical_ly|bytedance/i,
  ],
  ['Edge', /\bedg(?:e|a|ios)?\//i],
  ['Samsung Internet', /samsungbrowser/i],
  ['Opera', /\bopr\/|\bopt\/|\bopios\/|\bopera\b/i],
  ['Yandex Browser', /yabrowser/i],
  ['Vivaldi', /vivaldi/i],
  ['UC Browser', /ucbrowser|ucweb/i],
  ['DuckDuckGo', /duckduckgo|\bddg\//i],
  ['Brave', /\bbrave\b/i],
  ['Firefox', /firefox|\bfxios\//i],
  ['Internet Explorer', /\bmsie |trident\//i],
  ['Google app', /\bgsa\//i],
  ['Chrome', /\b(?:chrome|chromium|crios)\//i],
  ['Safari', /\bsafari\/|\bios\/|applewebkit/i],
] as const

/** Stored with the views. */
export type Browser = (typeof BROWSERS)[number][0] | 'other'

function findBrowser(userAgent: string): Browser {
  return BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'other'
}

/** What a person reads with. */
export interface Machine {
  device: Device
  browser: Browser
}

export function findMachine(userAgent: string): Machine {
  return { device: findDevice(userAgent), browser: findBrowser(userAgent) }
}
