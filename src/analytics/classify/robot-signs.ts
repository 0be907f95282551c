import { isbot } from 'isbot'

/** Old televisions, phones, consoles and readers: isbot takes the shape of their user agents (`CE-HTML/1.0;`, `dv(iPh6,1)`) for a robot's. */
const DEVICE =
  /CE-HTML|HbbTV|SMART-?TV|SmartHub|NetCast|NETTV|Maple|InettvBrowser|DTVNet|Viera|AQUOS|BRAVIA|GoogleTV|Web0S|ANTGalio|Espial|DLNADOC|Opera TV|Roku\/DVP|AppleTV|UCBrowser|UCWEB|\bMIDP\b|\bCLDC\b|Symbian|Series ?[346]0|BlackBerry|SonyEricsson|^Nokia|^SAMSUNG-|^SEC-|^LG[-/]|^MOT-|^SIE-|^HTC[-_]|^ZTE|^HUAWEI|^SAGEM|^Alcatel|^PHILIPS|^Panasonic|^SHARP|^Vodafone|^DoCoMo|^portalmmm|^KDDI|^J-PHONE|^SoftBank|UP\.(?:Browser|Link)|Obigo|Teleca|NetFront|Dolfin|\bBada\b|Maemo|MeeGo|hpwOS|webOS|Kindle|Nintendo|PlayStation|\bPSP\b|\bXbox\b|Windows CE|IEMobile|PalmOS|PalmSource|Opera Mini|Opera Mobi|nook browser/i

/** What a robot behind a device's user agent still says. Narrower than isbot, whose other words are names of phones (`Discovery`, `Catcher`). */
const ROBOT_ON_DEVICE =
  /(?<!cu)bots?(?![a-z])|bot[a-z]*\/|crawl|spider|slurp|seeker|compatible;(?! MSIE| Konqueror| NetFront| Opera)|https?:|www\.|@[a-z]|headless|lighthouse|fetch|preview|transcod|(?<!hdmi )monitor|validat|archiv|checker|scan\b|scanner|page ?speed|ptst/i

/** Browsers in a terminal, and small ones, whose whole user agent is a name and a version. */
const SMALL_BROWSER =
  /^(?:w3m|lynx|e?links|dillo|netsurf|avant browser|amaya|offbyone)\b|^mozilla\/\d\.\d \(compatible; (?:dillo|konqueror)\b/i

/** The model of an Android device stands between the version, or the language, and `Build/` or the end of the bracket. */
const ANDROID_MODEL =
  /(Android[^;()]*;(?: ?U;)?(?: ?[a-z]{2}(?:[-_][a-z]{2})?;)?)((?:[^;()/]|\([^()]*\))*?)( Build\/[^;)]*)?(?=[;)])/i

/** A robot that put its name where the model belongs. */
const ROBOT_AS_MODEL = /(?<!cu)bot\b|crawler|https?|www\.|@|\.(?:com|net|org|io|ai)\b|compatible/i

/** Programs with no browser in them: neither an engine nor an operating system nor a device is named. */
const BROWSER_WORD =
  /mozilla|opera|webkit|gecko|browser|windows|linux|mac ?os|android|iphone|ipad|\bios\b|darwin|dalvik|profile\/|wap/i

/** `compatible` is how robots introduce themselves since Internet Explorer, which did so first, left. A browser names its engine too. */
const COMPATIBLE = /^mozilla\/\d\.\d+ \(compatible; ?(?!u;|linux|windows|android)/i
const ENGINE =
  /webkit|gecko|khtml|presto|trident|msie|konqueror|opera|icab|omniweb|ibrowse|abrowse|avantgo|netfront|netpositive|webtv|lotus|hv3/i

/** `compatible` behind a whole browser: a robot that shows itself with its browser's user agent. */
const COMPATIBLE_BEHIND = /(?:safari|firefox|chrome)\/[\d.]+;? \(compatible; ?(?!msie)[a-z]/i

/** True when a user agent is a program's that nobody sits in front of. The registry has been asked before. */
export function isRobot(userAgent: string): boolean {
  if (!isbot(userAgent)) return isPlainProgram(userAgent)
  if (SMALL_BROWSER.test(userAgent)) return false
  const plain = withoutAndroidModel(userAgent)
  if (DEVICE.test(plain)) return ROBOT_ON_DEVICE.test(plain)
  return plain === userAgent || isbot(plain)
}

function isPlainProgram(userAgent: string): boolean {
  if (COMPATIBLE_BEHIND.test(userAgent)) return true
  const isSuspect = !BROWSER_WORD.test(userAgent) || (COMPATIBLE.test(userAgent) && !ENGINE.test(userAgent))
  return isSuspect && !SMALL_BROWSER.test(userAgent) && !DEVICE.test(userAgent)
}

function withoutAndroidModel(userAgent: string): string {
  return userAgent.replace(ANDROID_MODEL, (all, before: string, model: string) => (ROBOT_AS_MODEL.test(model) ? all : before))
}

/** The word with which an unlisted robot names itself: `FooBot` in `Mozilla/5.0 (compatible; FooBot/1.0; +https://foo.example)`. */
export function nameRobot(userAgent: string): string | null {
  const own = /[\w.-]*(?:bot|crawl|spider|fetch|scan|agent)[\w.-]*/i.exec(userAgent)?.[0]
  const first = /^(?!mozilla|opera)([a-z][\w.-]{1,39})(?:\/|$| \()/i.exec(userAgent)?.[1]
  const name = own ?? first ?? null
  return name !== null && name.length <= 40 ? name : null
}
