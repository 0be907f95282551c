/** The hosts from which assistants send people, with the name of the assistant. */
const ASSISTANTS: ReadonlyMap<string, string> = new Map([
  ['chatgpt.com', 'ChatGPT'],
  ['chat.openai.com', 'ChatGPT'],
  ['claude.ai', 'Claude'],
  ['perplexity.ai', 'Perplexity'],
  ['gemini.google.com', 'Gemini'],
  ['bard.google.com', 'Gemini'],
  ['notebooklm.google.com', 'NotebookLM'],
  ['copilot.microsoft.com', 'Copilot'],
  ['copilot.cloud.microsoft', 'Copilot'],
  ['m365.cloud.microsoft', 'Copilot'],
  ['chat.deepseek.com', 'DeepSeek'],
  ['chat.mistral.ai', 'Mistral'],
  ['grok.com', 'Grok'],
  ['x.ai', 'Grok'],
  ['meta.ai', 'Meta AI'],
  ['you.com', 'You.com'],
  ['phind.com', 'Phind'],
  ['poe.com', 'Poe'],
  ['duck.ai', 'Duck.ai'],
  ['kagi.com', 'Kagi'],
  ['chat.qwen.ai', 'Qwen'],
  ['kimi.com', 'Kimi'],
])

// oxlint-disable-next-line no-control-regex -- no host has such a character, and PostgreSQL cannot keep all of them.
const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.]+\]|[^/?#:[\u0000-\u0020\u007F]+)(?=[/?#:]|$)/i
const HOST_CHARACTERS_MAX = 253
/** Longer ones are cut: they carry ids and sessions rather than the name of a page. */
const PATH_CHARACTERS_MAX = 200

/** The assistant whose pages a host serves, if any. */
export function findAssistant(host: string): string | null {
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
