import { caddyJson } from './caddy-json.ts'
import { cloudfrontRealtime } from './cloudfront-realtime.ts'
import { cloudfrontStandard } from './cloudfront-standard.ts'
import { combined } from './combined.ts'
import { common } from './common.ts'
import { elb } from './elb.ts'
import type { LogFormat } from './log-format.ts'
import { ltsv } from './ltsv.ts'
import { nginxJson } from './nginx-json.ts'
import { PATTERN_FORMATS } from './pattern-formats.ts'
import { squid } from './squid.ts'
import { traefikCommon } from './traefik-common.ts'
import { traefikJson } from './traefik-json.ts'
import { vhost } from './vhost.ts'
import { w3c } from './w3c.ts'

/** Every format, the more particular before the more general: a Traefik line is also a combined line with more behind it. */
export const LOG_FORMATS: readonly LogFormat[] = [
  traefikCommon,
  combined,
  common,
  vhost,
  caddyJson,
  traefikJson,
  nginxJson,
  cloudfrontStandard,
  cloudfrontRealtime,
  w3c,
  elb,
  ltsv,
  squid,
  ...PATTERN_FORMATS,
]

export function findFormat(name: string): LogFormat | null {
  return LOG_FORMATS.find((format) => format.name === name) ?? null
}
