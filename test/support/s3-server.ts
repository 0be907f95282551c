import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StorageSettings } from '../../src/analytics/collect/bucket/bucket.ts'

/** A storage with one bucket, which takes signed requests only. */
export interface TestBucket {
  settings: StorageSettings
  name: string
  put(key: string, content: string | Buffer): void
  /** The keys of the objects that were fetched, in this order. */
  fetched: string[]
  /** Answers so many requests with 503 first. */
  fail(requests: number): void
  close(): Promise<void>
}

const PAGE = 3
const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const REGION = 'eu-test-1'

export async function startBucket(name = 'logs'): Promise<TestBucket> {
  const objects = new Map<string, { content: Buffer; at: number }>()
  const fetched: string[] = []
  let failures = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://storage')
    const key = decodeURIComponent(url.pathname.slice(name.length + 2))
    if (failures > 0) {
      failures--
      return send(response, 503, '<Error><Code>SlowDown</Code></Error>')
    }
    if (!isSigned(request, url)) return send(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (!url.pathname.startsWith(`/${name}/`)) return send(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (key === '') return send(response, 200, list(url.searchParams))
    const object = objects.get(key)
    if (!object) return send(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    fetched.push(key)
    send(response, 200, object.content)
  })

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, PAGE)
    const entries = page.map((key) => {
      const { content, at } = objects.get(key)!
      const etag = `&quot;${createHash('md5').update(content).digest('hex')}&quot;`
      const time = new Date(at).toISOString()
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${time}</LastModified><ETag>${etag}</ETag><Size>${content.length}</Size></Contents>`
    })
    const next = keys.length > PAGE ? `<NextContinuationToken>${escapeXml(page.at(-1)!)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${next}${entries.join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { ...KEYS, sessionToken: null, region: REGION, endpoint },
    name,
    fetched,
    put: (key, content) => void objects.set(key, { content: Buffer.from(content), at: Date.UTC(2026, 0, 1) + objects.size }),
    fail: (requests) => void (failures = requests),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signature version 4, from docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html; no code in common with the client. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const [, date, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (region !== REGION || !names!.split(';').includes('host')) return false
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...names!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, digest].join('\n')
  const key = [date!, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${KEYS.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

function send(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
