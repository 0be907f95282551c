interface Assistant {
  name: string
  /** By the name that the registry of agents has for it. */
  operator: string
}

const CHATGPT = { name: 'ChatGPT', operator: 'OpenAI' }
const GEMINI = { name: 'Gemini', operator: 'Google' }
const COPILOT = { name: 'Copilot', operator: 'Microsoft' }
const GROK = { name: 'Grok', operator: 'xAI' }

/** The hosts from which assistants send people. */
const ASSISTANTS: ReadonlyMap<string, Assistant> = new Map([
  ['chatgpt.com', CHATGPT],
  ['chat.openai.com', CHATGPT],
  ['claude.ai', { name: 'Claude', operator: 'Anthropic' }],
  ['perplexity.ai', { name: 'Perplexity', operator: 'Perplexity' }],
  ['gemini.google.com', GEMINI],
  ['bard.google.com', GEMINI],
  ['notebooklm.google.com', { name: 'NotebookLM', operator: 'Google' }],
  ['copilot.microsoft.com', COPILOT],
  ['copilot.cloud.microsoft', COPILOT],
  ['m365.cloud.microsoft', COPILOT],
  ['chat.deepseek.com', { name: 'DeepSeek', operator: 'DeepSeek' }],
  ['chat.mistral.ai', { name: 'Mistral', operator: 'Mistral AI' }],
  ['grok.com', GROK],
  ['x.ai', GROK],
  ['meta.ai', { name: 'Meta AI', operator: 'Meta' }],
  ['you.com', { name: 'You.com', operator: 'You.com' }],
  ['phind.com', { name: 'Phind', operator: 'Phind' }],
  ['poe.com', { name: 'Poe', operator: 'Quora' }],
  ['duck.ai', { name: 'Duck.ai', operator: 'DuckDuckGo' }],
  ['kagi.com', { name: 'Kagi', operator: 'Kagi' }],
  ['chat.qwen.ai', { name: 'Qwen', operator: 'Alibaba' }],
  ['kimi.com', { name: 'Kimi', operator: 'Moonshot AI' }],
])

// oxlint-disable-next-line no-control-regex -- no host has such a character, and PostgreSQL cannot keep all of them.
const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:[\u0000-\u0020\u007F]+)(?=[/?#:]|$)/i
const HOST_CHARACTERS_MAX = 253
/** Longer ones are cut: they carry ids and sessions rather than the name of a page. */
const PATH_CHARACTERS_MAX = 200

/** The assistant whose pages a host serves, if any. */
export function findAssistant(host: string): string | null {
  return assistantOf(host)?.name ?? null
}

/** Who runs the assistant whose pages a host serves, if any. */
export function findAssistantOperator(host: string): string | null {
  return assistantOf(host)?.operator ?? null
}

function assistantOf(host: string): Assistant | null {
  return ASSISTANTS.get(host) ?? ASSISTANTS.get(host.replace(/^www\./, '')) ?? null
}

/** What a project says of its hosts: a log may not name the host that it is of. */
type IsOwnHost = (host: string) => boolean

/**
 * The page that sent the reader, as its host without `www.` and its path, if it says more than `/`; null when there is none or when it
 * is the site itself. Queries are left out: people's searches are in them. Assistants that open pages without a referrer name
 * themselves in `utm_source`.
 */
export function findReferrer(referrer: string | undefined, address: string, isOwnHost: IsOwnHost = () => false): string | null {
  const own = hostOf(address)
  const host = referrer === undefined ? null : hostOf(referrer)
  if (host !== null) return host === own || isOwnHost(host) ? null : host + pathOf(referrer!)
  const campaign = /[?&]utm_source=([a-z0-9.-]{1,253})(?:[&#]|$)/i.exec(address)?.[1]?.toLowerCase()
  return campaign !== undefined && findAssistant(campaign) !== null ? campaign : null
}

/** The host of what `findReferrer` found. */
export function hostOfReferrer(page: string): string {
  const slash = page.indexOf('/')
  return slash < 0 ? page : page.slice(0, slash)
}

/**
 * True when a reader came from elsewhere, false when from another page of the site, null when it can't be told: in a log that
 * doesn't name its own host, a referrer may be either.
 *
 * @param fetchSite What the browser says itself, in the header `sec-fetch-site`.
 */
export function findArrival(
  referrer: string | undefined,
  address: string,
  fetchSite?: string,
  isOwnHost: IsOwnHost = () => false,
): boolean | null {
  if (fetchSite === 'same-origin') return false
  if (fetchSite === 'none' || fetchSite === 'cross-site' || fetchSite === 'same-site') return true
  const host = referrer === undefined ? null : hostOf(referrer)
  if (host === null) return true
  if (isOwnHost(host)) return false
  const own = hostOf(address)
  return own === null ? null : host !== own
}

/** Empty for `/`, which is all that most browsers tell another site. */
function pathOf(referrer: string): string {
  const start = referrer.indexOf('/', referrer.indexOf('://') + 3)
  if (start < 0) return ''
  // oxlint-disable-next-line no-control-regex -- PostgreSQL can't keep all of them.
  const path = /^[^?#\u0000-\u0020\u007F]*/.exec(referrer.slice(start, start + PATH_CHARACTERS_MAX))![0].toWellFormed()
  return path === '/' ? '' : path
}

function hostOf(address: string): string | null {
  const host = HOST.exec(address)?.[1]
    ?.toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  return host === undefined || host === '' || host.length > HOST_CHARACTERS_MAX ? null : host.toWellFormed()
}
