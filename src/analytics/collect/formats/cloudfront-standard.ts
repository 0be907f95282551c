import { decodeCloudfrontValue } from './percent-decode.ts'
import { createW3cFormat } from './w3c-columns.ts'

/**
 * CloudFront's standard log (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html):
 * columns between tabs, the user agent percent-encoded, the host in `x-host-header`.
 */
export const cloudfrontStandard = createW3cFormat({
  name: 'cloudfront-standard',
  separator: '\t',
  decode: decodeCloudfrontValue,
  isOwn: (fields) => fields.includes('x-edge-location') && fields.includes('cs-uri-stem'),
})
