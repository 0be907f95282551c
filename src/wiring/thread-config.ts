import { ACP_PRESETS, type AcpSettings } from '../agents/acp/acp-settings.ts'
import type { Config } from '../config.ts'

/** The settings as a thread can be sent them: presets of agent programs hold functions, and networks hold objects with methods. */
export type SentConfig = Omit<Config, 'trustedProxies' | 'acp'> & {
  readonly acp: (Omit<AcpSettings, 'preset'> & { readonly hasPreset: boolean }) | null
}

export function toSent(config: Config): SentConfig {
  const { trustedProxies: _, acp, ...plain } = config
  return { ...plain, acp: acp && { name: acp.name, command: acp.command, hasPreset: acp.preset !== null } }
}

/** As it was, but without the trusted proxies: only whoever answers requests needs those. */
export function fromSent({ acp, ...plain }: SentConfig): Config {
  const preset = acp?.hasPreset ? ACP_PRESETS[acp.name]! : null
  return { ...plain, trustedProxies: [], acp: acp && { name: acp.name, command: acp.command, preset } }
}
