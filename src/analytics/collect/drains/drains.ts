import { decodeAkamai } from './akamai.ts'
import { decodeCloudflare } from './cloudflare.ts'
import { decodeCloudfront } from './cloudfront.ts'
import type { DecodeDrain } from './drain.ts'
import { decodeFastly } from './fastly.ts'
import { decodeGcp } from './gcp.ts'
import { decodeNetlify } from './netlify.ts'
import { decodeVercel } from './vercel.ts'

/** By the last part of `POST /v1/analytics/{projectId}/drains/{vendor}`. */
export const DRAINS = {
  vercel: decodeVercel,
  netlify: decodeNetlify,
  cloudflare: decodeCloudflare,
  cloudfront: decodeCloudfront,
  fastly: decodeFastly,
  akamai: decodeAkamai,
  gcp: decodeGcp,
} as const satisfies Record<string, DecodeDrain>
