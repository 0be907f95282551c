import { isbot } from 'isbot'
import { isRobotOnDevice, namesDevice, withoutProductNames } from './device-signs.ts'

/** Browsers in a terminal, and small ones, whose whole user agent is a name and a version. */
const SMALL_BROWSER =
  /^(?:w3m|lynx|e?links|dillo|netsurf|avant browser|amaya|offbyone|amigavoyager|ibrowse|aweb|cyberdog|palmscape|xiino|konqueror|sleipnir|lotus-notes|ice browser)\b|^mozilla\/\d\.\d \(compatible; (?:dillo|konqueror|netpositive|antfresco)\b/i

/** Programs with no browser in them: neither an engine nor an operating system nor a device is named. */
const BROWSER_WORD =
  /mozilla|opera|webkit|gecko|browser|windows|linux|mac ?os|android|iphone|ipad|\bios\b|darwin|dalvik|profile\/|wap/i

/** `compatible` is how robots introduce themselves since Internet Explorer, which did so first, left. A browser names its engine too. */
const COMPATIBLE = /^mozilla\/\d\.\d+ \(compatible; ?(?!u;|linux|windows|android)/i
const ENGINE =
  /webkit|gecko|khtml|presto|trident|msie|konqueror|opera|icab|omniweb|ibrowse|abrowse|avantgo|netfront|netpositive|webtv|lotus|hv3/i

/** `compatible` behind a whole browser: a robot that shows itself with its browser's user agent. */
const COMPATIBLE_BEHIND = /(?:safari|firefox|chrome)\/[\d.]+;? \(compatible; ?(?!msie)[a-z]/i

/** Programs that take pictures of pages with the engine of a browser. */
const CAMERA = /wkhtmlto(?:pdf|image)|web-?(?:thumb|snapr|screenie)|screen-?shot/i

/** A command on a computer names the system (`kubectl/v1.12.0 (linux/amd64)`), but nothing that could show a page. */
const COMMAND = /^(?!mozilla|opera|dalvik)(?!.*(?:webkit|gecko|browser|x11|android|mobile|build\/))[\w.-]+\/v?\d\S* .*\blinux\b/i

/** True when a user agent is a program's that nobody sits in front of. The registry has been asked before. */
export function isRobot(userAgent: string): boolean {
  if (!isbot(userAgent)) return isPlainProgram(userAgent)
  if (SMALL_BROWSER.test(userAgent)) return false
  const plain = withoutProductNames(userAgent)
  if (namesDevice(plain)) return isRobotOnDevice(plain)
  return plain === userAgent || isbot(plain) || isPlainProgram(plain)
}

function isPlainProgram(userAgent: string): boolean {
  if (COMPATIBLE_BEHIND.test(userAgent) || CAMERA.test(userAgent)) return true
  const isSuspect =
    !BROWSER_WORD.test(userAgent) || COMMAND.test(userAgent) || (COMPATIBLE.test(userAgent) && !ENGINE.test(userAgent))
  return isSuspect && !SMALL_BROWSER.test(userAgent) && !namesDevice(userAgent)
}

/** The word with which an unlisted robot names itself: `FooBot` in `Mozilla/5.0 (compatible; FooBot/1.0; +https://foo.example)`. */
export function nameRobot(userAgent: string): string | null {
  const own = /[\w.-]*(?:bot|crawl|spider|fetch|scan|agent)[\w.-]*/i.exec(userAgent)?.[0]
  const first = /^(?!mozilla|opera)([a-z][\w.-]{1,39})(?:\/|$| \()/i.exec(userAgent)?.[1]
  const name = own ?? first ?? null
  return name !== null && name.length <= 40 ? name : null
}
