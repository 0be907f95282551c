import { describe, expect, it } from 'vitest'
import { ACP_PRESETS } from '../agents/acp/acp-settings.ts'
import { readConfig } from '../config.ts'
import { fromSent, toSent } from './thread-config.ts'

describe('settings that are sent to a thread', () => {
  const cases: Record<string, string>[] = [
    {},
    { DOCWRIGHT_TRUSTED_PROXIES: '172.64.0.0/13,2606:4700::/32', DOCWRIGHT_MODEL: 'openai/gpt-5', DOCWRIGHT_MODEL_PRICE: '3/15' },
    { DOCWRIGHT_ACP_COMMAND: '/opt/goose --acp' },
    ...Object.keys(ACP_PRESETS).map((name) => ({ DOCWRIGHT_ACP_AGENT: name })),
  ]
  it.each(cases)('arrive as they were, but for the trusted proxies: %o', (env) => {
    const config = readConfig(env)
    expect(fromSent(structuredClone(toSent(config)))).toEqual({ ...config, trustedProxies: [] })
  })
})
