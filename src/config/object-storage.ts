import type { StorageSettings } from '../analytics/collect/bucket/bucket.ts'
import type { Environment } from './environment.ts'

/**
 * Buckets that logs are read from, by the variables that the tools of AWS and of those compatible with them use (docs.aws.amazon.com/sdkref,
 * "Environment variables"); null without keys.
 */
export function readObjectStorage(env: Environment): StorageSettings | null {
  const accessKeyId = env.text('AWS_ACCESS_KEY_ID')
  const secretAccessKey = env.text('AWS_SECRET_ACCESS_KEY')
  if (accessKeyId === null || secretAccessKey === null) return null
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: env.text('AWS_SESSION_TOKEN'),
    region: env.text('AWS_REGION') ?? env.text('AWS_DEFAULT_REGION') ?? 'us-east-1',
    endpoint: env.webUrl('AWS_ENDPOINT_URL_S3') ?? env.webUrl('AWS_ENDPOINT_URL'),
  }
}
