/** Televisions, boxes, consoles, loudspeakers and readers, which isbot takes for robots by the shape of their user agents (`CE-HTML/1.0;`). */
const HOME_DEVICE =
  /CE-HTML|HbbTV|Hybridcast|SMART-?TV|SmartHub|NetCast|NETTV|Maple|InettvBrowser|DTVNet|Viera|AQUOS|BRAVIA|GoogleTV|Web0S|ANTGalio|Espial|DLNADOC|Opera TV|\bOMI\/\d|ViziOS|KreaTV|\bRoku|Apple ?TV|\bCrKey\b|;tpapi;|Kindle|nook browser|Nintendo|XBMC|Kodi|PlayStation|\bPSP\b|\bXbox\b|SEGASATURN/i

/** Boxes for television say `(Maker, Model, Wired)`, as the certification for YouTube asks. */
const BOX = /\([^(),]+,[^(),]+, ?(?:wired|wireless)\)/i

/** Phones from before Android and the iPhone, and the browsers and systems that only they had. */
const OLD_PHONE =
  /UCBrowser|UCWEB|\bMIDP\b|\bCLDC\b|Symbian|Series ?[346]0|BlackBerry|SonyEricsson|UP\.(?:Browser|Link)|Obigo|Teleca|NetFront|Dolfin|\bBada\b|Maemo|MeeGo|hpwOS|webOS|Windows CE|IEMobile|PalmOS|Palm OS|PalmSource|Opera Mini|Opera Mobi|MAUI|WAP[-_ ]?Browser|\bWAP[12]\.|\bBREW\b|UNTRUSTED\/1/i

/** Old phones gave the name of their maker and the model, and often nothing else (`LG KF600`, `Lenovo-E307`). */
const MAKER_AND_MODEL =
  /^(?:Nokia|SAMSUNG[- ]|SEC-|LGE?[-/ ]|MOT-|SIE-|HTC[-_ ]|ZTE|HUAWEI|SAGEM|Alcatel|PHILIPS|Panasonic|SHARP|Vodafone|DoCoMo|portalmmm|KDDI|J-PHONE|SoftBank|Lenovo[- ]|ASUS-|ACER-|AMOI-|BIRD[-. ]|HAIER-|KWC-|AUDIOVOX-|Spice |Karbonn |TIANYU-)/i

/** The system of a phone or a watch, or the model in Apple's spelling, outside of a browser: an app in somebody's hand. */
const APP_ON_PHONE =
  /^(?!.*mozilla).*(?:(?<![a-z])Android(?![a-z])|i(?:Phone|Pad|Pod)|watch ?OS|\bWatch\d,\d|(?<![a-z])(?:iOS|tvOS)(?![a-z])|\bmac ?OS(?: X)?,\d)/i

/** The window of Facebook's apps names the phone that it is on. */
const FACEBOOK_WINDOW = /\bFBAN\/\w+;.*\bFBDV\//i

/** Chinese phones with Android in the form that their operators asked for. */
const OPERATOR_FORM = /Linux\/[\d.+]+ Android\/[\d.]+ Release\//i

/** Programs on the computer could write into the brackets of Internet Explorer, and hundreds did. What follows the brackets is no part of it. */
const INTERNET_EXPLORER = /^mozilla\/[45]\.0 +\(compatible; +MSIE \d+\.\d+;.*Windows.*\)\s*$/i

const DEVICES = [HOME_DEVICE, BOX, OLD_PHONE, MAKER_AND_MODEL, APP_ON_PHONE, FACEBOOK_WINDOW, OPERATOR_FORM, INTERNET_EXPLORER]

/** What a robot behind a device's user agent still says. Narrower than isbot, whose other words are names of phones (`Discovery`, `Catcher`). */
const ROBOT_ON_DEVICE =
  /(?<!cu)bots?(?![a-z])|bot[a-z]*\/|crawl|spider|slurp|seeker|compatible;(?! +MSIE| App| Konqueror| NetFront| Opera| OSS\/)|https?:|www\.|@[a-z]|headless|lighthouse|fetch|preview|transcod|(?<!hdmi )monitor|validat|archiv|checker|analy[sz]er|httpstatus|insights|(?<=[a-z])agent\b|-agent$|scan\b|scanner|page ?speed|ptst/i

/**
 * What people's programs add to the user agent of a whole browser, and isbot takes for a robot: the browser and the app of Sogou, the
 * search bar of Google, extensions, Chrome in a frame of Internet Explorer, the part of WeChat that shows pages, Baidu's apps (which
 * write the phone backwards), the phone's data in Instagram's, readers of news, and a component for Delphi and a program for televisions with their makers' addresses.
 */
const ADDITION =
  /\bSogou(?:MSE|MobileBrowser|Search)\b|\bGoogle(?:Toolbar| Earth)\b|\bFirePHP\b|;? ?\bchromeframe\/[\d.]+|\bmsn Optimized\w*|\bProcess\/tools\w*|\bAndroidDownloadManager\b|\bQQ-URL-Manager\b|\bOpera News\b|(?<=Gecko\) )(?:Version\/[\d.]+ )?(?:(?:Apple)?News|NetNewsWire|QuiteRSS)\/\d|\bGooglePlayStore\b|\bJavaFX\/\d+|\b\w+\/[\d._]+_diordna_\S*|\bAndroid \(\d+\/[\d.]+; \d+dpi;[^)]*|(?:from: ?)?http:\/\/(?:www\.)?(?:bsalsa\.com|xbmc\.org|kodi\.tv)\/?| \(\)$/gi

/** The name of an app, which is an address backwards: `com.google.android.youtube`. */
const APP_NAME = /(?<![\w.@/-])(?:air\.com\.\w+|com\.[a-z]\w*(?:\.\w+)+)/gi

/** The model of an Android device stands between the version, or the language, and `Build/` or the end of the bracket. */
const ANDROID_MODEL =
  /(Android[^;()]*;(?: ?U;)?(?: ?[a-z]{2}(?:[-_][a-z]{2})?;)?)((?:[^;()/]|\([^()]*\))*?)( Build\/[^;)]*)?(?=[;)])/i

/** A robot that put its name where the model belongs. There are phones by the name of `M bot 54`, `VR BOT 552` and `CUBOT`. */
const ROBOT_AS_MODEL = /(?<!cu)(?<!\b[a-z]{1,2} )bot\b|crawler|https?|www\.|@(?!tab)|\.(?:com|net|org|io|ai)\b|compatible/i

/** True when a user agent names a device that people hold or look at, or an app on it. */
export function namesDevice(userAgent: string): boolean {
  return DEVICES.some((device) => device.test(userAgent))
}

/** True when the user agent of a device says that a robot borrowed it. */
export function isRobotOnDevice(userAgent: string): boolean {
  return ROBOT_ON_DEVICE.test(userAgent)
}

/** The user agent without the words in it that are the names of phones, of apps and of additions to browsers. */
export function withoutProductNames(userAgent: string): string {
  return userAgent
    .replace(ADDITION, ' App')
    .replace(APP_NAME, 'App')
    .replace(ANDROID_MODEL, (all, before: string, model: string) => (ROBOT_AS_MODEL.test(model) ? all : before))
}
