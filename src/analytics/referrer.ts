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

/** The assistant whose pages a host serves, if any. */
export function findAssistant(host: string): string | null {
  return ASSISTANTS.get(host) ?? ASSISTANTS.get(host.replace(/^www\./, '')) ?? null
}

/**
 * The host that sent the reader, without `www.`; null when there is none or when it is the site itself. Assistants that open pages
 * without a referrer name themselves in `utm_source`.
 */
export function findReferrer(referrer: string | undefined, address: string): string | null {
  const own = hostOf(address)
  const host = referrer === undefined ? null : hostOf(referrer)
  if (host !== null) return host === own ? null : host
  const campaign = /[?&]utm_source=([a-z0-9.-]{1,253})(?:[&#]|$)/i.exec(address)?.[1]?.toLowerCase()
  return campaign !== undefined && findAssistant(campaign) !== null ? campaign : null
}

function hostOf(address: string): string | null {
  const host = HOST.exec(address)?.[1]
    ?.toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  return host === undefined || host === '' || host.length > HOST_CHARACTERS_MAX ? null : host.toWellFormed()
}
