import { Fault } from '../../lib/fault.ts'
import { type ModelProvider } from '../../lib/model-providers.ts'
import { KEY_VARIABLES, type ModelSettings, modelName } from './model-settings.ts'

const TIMEOUT_MS = 10_000

/** Where each provider's interface is, and how it wants the key. The same addresses as in the packages that call the models. */
export const PROVIDERS: Readonly<Record<ModelProvider, { url: string; headers(key: string): Record<string, string> }>> = {
  anthropic: {
    url: 'https://api.anthropic.com/v1',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  openai: { url: 'https://api.openai.com/v1', headers: (key) => ({ authorization: `Bearer ${key}` }) },
  google: { url: 'https://generativelanguage.googleapis.com/v1beta', headers: (key) => ({ 'x-goog-api-key': key }) },
  compatible: { url: '', headers: (key): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` }) },
}

/**
 * Finds out whether the model can be used, without using it: the list of models costs nothing and needs the key. Null when all is well.
 * A provider that has no such list is taken at its word.
 */
export async function checkModelAccess(settings: ModelSettings, send: typeof fetch): Promise<Fault | null> {
  const { provider, name, key } = settings
  const variables = KEY_VARIABLES[provider].join(' or ')
  if (key === null && provider !== 'compatible')
    return new Fault({ code: 'model_key_missing', message: `there is no key for ${provider}`, hint: `set ${variables}` })
  const { url, headers } = PROVIDERS[provider]
  const answer = await send(`${settings.url ?? url}/models`, {
    headers: headers(key ?? ''),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (!answer)
    return new Fault({
      code: 'model_unreachable',
      message: `${provider} cannot be reached`,
      hint: 'check the network and DOCWRIGHT_MODEL_URL',
    })
  if (answer.status === 401 || answer.status === 403 || (provider === 'google' && answer.status === 400))
    return new Fault({
      code: 'model_key_refused',
      message: `${provider} refused the key (${answer.status})`,
      hint: `set ${variables} to a key that is valid`,
    })
  const names = answer.ok ? readNames(await answer.json().catch(() => null)) : []
  // A list may be one page of several, or have other names for the same model, so that it proves nothing unless it is short and whole.
  if (names.length > 0 && provider === 'compatible' && !names.some((one) => one === name || one.startsWith(`${name}:`)))
    return new Fault({
      code: 'model_not_found',
      message: `the server has no model ${modelName(settings)}`,
      hint: `set DOCWRIGHT_MODEL to one of ${names.slice(0, 10).join(', ')}`,
    })
  return null
}

/** The names on a list of models. */
export function readNames(body: unknown): string[] {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data.map((one: { id?: unknown } | null) => one?.id).filter((id) => typeof id === 'string') : []
}
