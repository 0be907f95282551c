import type { Kind, Token } from '../registry-entry.ts'

export interface Program {
  agent: string
  kind: Kind
  tokens: Token[]
}

const first = (text: string): Token => ({ text, isAtStart: true })
/** For names that are ordinary words. */
const firstWithVersion = (text: string): Token => ({ text, isAtStart: true, hasVersion: true })

/** HTTP libraries, by the user agent that they send when a program sets none. Whose program it is cannot be known. */
const LIBRARIES: Program[] = Object.entries({
  curl: [first('curl'), 'libcurl', 'PycURL'],
  Wget: [first('Wget'), first('Wget2')],
  got: [first('got'), 'sindresorhus/got'],
  colly: ['colly', 'gocolly'],
  axios: ['axios'],
  'node-fetch': ['node-fetch'],
  undici: [first('undici')],
  'Node.js': [first('node'), first('Node.js')],
  Deno: [firstWithVersion('Deno')],
  Bun: [firstWithVersion('Bun')],
  superagent: ['node-superagent', first('superagent')],
  'Python requests': ['python-requests'],
  'Python urllib': ['Python-urllib', 'urllib3', firstWithVersion('Python')],
  aiohttp: ['aiohttp'],
  httpx: ['python-httpx', first('httpx')],
  'Go net/http': ['Go-http-client', first('Go 1.1 package http')],
  Resty: ['go-resty'],
  req: [firstWithVersion('req')],
  Java: [firstWithVersion('Java'), 'Java-http-client', 'HttpURLConnection'],
  'Apache HttpClient': ['Apache-HttpClient', 'Apache-HttpAsyncClient', 'Jakarta Commons-HttpClient', 'Commons-HttpClient'],
  OkHttp: ['okhttp'],
  'Jersey client': [firstWithVersion('Jersey')],
  Ktor: ['ktor-client'],
  'Reactor Netty': ['ReactorNetty'],
  reqwest: [first('reqwest')],
  hyper: [firstWithVersion('hyper')],
  ureq: [first('ureq')],
  libwww: ['libwww-perl', 'lwp-request', 'lwp-trivial', 'LWP::Simple', 'WWW-Mechanize'],
  'PHP client': ['GuzzleHttp', 'Guzzle', firstWithVersion('PHP'), 'Symfony HttpClient', 'PHP-Curl-Class', 'Zend_Http_Client'],
  'Ruby client': [
    firstWithVersion('Ruby'),
    first('Faraday'),
    'rest-client',
    'Typhoeus',
    'http.rb',
    'Mechanize',
    first('HTTParty'),
  ],
  'Dart client': [firstWithVersion('Dart')],
  '.NET client': ['RestSharp', 'Flurl', first('dotnet')],
  PowerShell: ['WindowsPowerShell', 'PowerShell'],
  WinHTTP: ['WinHttp', 'WinHttp.WinHttpRequest', 'WinINet'],
  HTTPie: ['HTTPie', firstWithVersion('xh')],
  Postman: ['PostmanRuntime'],
  Insomnia: [firstWithVersion('insomnia')],
  'Elixir client': [first('hackney'), firstWithVersion('Tesla'), firstWithVersion('Mint'), firstWithVersion('Finch')],
  'Lua client': ['lua-resty-http', first('LuaSocket')],
  'C++ client': ['cpp-httplib', 'cpprestsdk'],
  aria2: [first('aria2')],
  Scrapy: ['Scrapy'],
  HTTrack: ['HTTrack'],
  trafilatura: ['trafilatura'],
}).map(([agent, tokens]) => ({ agent, kind: 'tool', tokens }))

/** What builds and checks documentation; some of it with the user agent of a browser in front. */
const DOCUMENTATION_TOOLS: Program[] = Object.entries({
  Sphinx: [{ text: 'Sphinx', hasVersion: true }],
  MkDocs: ['mkdocs'],
  Docusaurus: ['docusaurus'],
  Antora: [firstWithVersion('Antora')],
  Hugo: [firstWithVersion('Hugo')],
  Jekyll: ['jekyll'],
  Doxygen: ['doxygen'],
  pandoc: [first('pandoc')],
  LinkChecker: ['LinkChecker'],
  lychee: [firstWithVersion('lychee')],
  muffet: [first('muffet')],
  linkinator: ['linkinator'],
  htmltest: ['htmltest'],
  'HTML-Proofer': ['HTML Proofer', 'html-proofer', 'HTMLProofer'],
  'markdown-link-check': ['markdown-link-check'],
  'broken-link-checker': ['broken-link-checker'],
  'W3C link checker': ['W3C-checklink'],
}).map(([agent, tokens]) => ({ agent, kind: 'tool', tokens }))

/** Browsers without a person in front of them. */
const DRIVEN_BROWSERS: Program[] = Object.entries({
  'Headless Chrome': ['HeadlessChrome', 'Headless Chrome', 'HeadlessEdg'],
  'Headless Firefox': ['HeadlessFirefox'],
  PhantomJS: ['PhantomJS', 'SlimerJS', 'CasperJS'],
  Puppeteer: ['Puppeteer'],
  Playwright: ['Playwright'],
  Selenium: ['Selenium', 'WebDriver'],
  Cypress: [{ text: 'Cypress', hasVersion: true }],
  jsdom: ['jsdom'],
  HtmlUnit: ['HtmlUnit'],
  Splash: ['splash Version', { text: 'Splash', hasVersion: true }],
  Lightpanda: ['Lightpanda'],
  Zombie: ['Zombie.js'],
}).map(([agent, tokens]) => ({ agent, kind: 'headless', tokens }))

export const PROGRAMS: readonly Program[] = [...LIBRARIES, ...DOCUMENTATION_TOOLS, ...DRIVEN_BROWSERS]
