import { Type } from 'typebox'
import { NO_NUL } from '../../lib/well-formed.ts'
import { Enum, ProjectParams } from './parts.ts'

export const DrainParams = Type.Object({
  ...ProjectParams.properties,
  vendor: Enum(['vercel', 'netlify', 'cloudflare', 'cloudfront', 'fastly', 'akamai', 'gcp'], { description: 'The sender.' }),
})
/** Each vendor's own format. It is read record by record, so that one that is wrong costs no other. */
export const DrainRecords = Type.Unknown({ description: 'Log records, as the vendor delivers them.' })
export const DrainLines = Type.String({ description: 'The same, one record per line.' })
export const DrainAnswer = Type.Object(
  {
    success: Type.Optional(Type.Boolean()),
    requestId: Type.Optional(Type.String({ description: 'Firehose: the id of the delivery.' })),
    timestamp: Type.Optional(Type.Integer({ description: 'Firehose: when it was answered, in milliseconds since 1970.' })),
  },
  { description: 'What the sender expects: `success`, or for Firehose the other two.' },
)
/** Amazon Data Firehose reads errors in this form only. */
export const FirehoseError = Type.Object(
  { requestId: Type.String(), timestamp: Type.Integer(), errorMessage: Type.String() },
  { description: 'The answer to `cloudfront`, in the format of Amazon Data Firehose.' },
)

export const CollectParams = Type.Object({ siteKey: Type.String({ description: 'A site key of the project, `dws_…`.' }) })
export const BeaconBody = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 4096, pattern: NO_NUL, description: 'The address of the page.' }),
    referrer: Type.Optional(Type.String({ maxLength: 4096, pattern: NO_NUL, description: 'Where the reader came from.' })),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 599, description: 'The status of the page, if the browser knows it.' }),
    ),
  },
  { description: 'One view of a page, as `/docwright.js` sends it.' },
)
