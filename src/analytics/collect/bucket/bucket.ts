import { AwsClient } from 'aws4fetch'
import { Fault } from '../../../lib/fault.ts'
import { type ListAnswer, type StoredObject, readListAnswer } from './list-answer.ts'

/** Who asks which storage. */
export interface StorageSettings {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | null
  region: string
  /** Of another storage than that of AWS, without the bucket. */
  endpoint: string | null
}

/** A place in a bucket: `s3://logs/docs/` is the bucket `logs` and the prefix `docs/`. */
export interface BucketPlace {
  bucket: string
  prefix: string
}

export interface Bucket {
  /** All objects below the prefix, page by page. */
  list(): AsyncGenerator<StoredObject>
  /** The content of an object, as it is stored. */
  read(key: string): AsyncGenerator<Buffer>
}

/** A page has a thousand objects at most, each with a key of at most 1,024 bytes. */
const LIST_BYTES_MAX = 16 * 1024 * 1024
/** Tries of one request, with growing pauses, while the storage is busy or away. */
const RETRIES = 4

export function isBucketAddress(text: string): boolean {
  return text.startsWith('s3://')
}

export function readBucketAddress(text: string): BucketPlace {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/(.*))?$/s.exec(text) ?? []
  if (bucket === undefined)
    throw new Fault({ code: 'bucket_address_invalid', message: `${text} names no bucket.`, hint: 'Write s3://bucket/prefix.' })
  return { bucket, prefix }
}

/** Addresses have the bucket in their path: that works with every storage, and with bucket names that have dots. */
export function openBucket(settings: StorageSettings, { bucket, prefix }: BucketPlace): Bucket {
  const { region, endpoint, sessionToken, ...keys } = settings
  const client = new AwsClient({ ...keys, ...(sessionToken ? { sessionToken } : {}), region, service: 's3', retries: RETRIES })
  const root = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`

  async function ask(address: string, what: string): Promise<Response> {
    let answer: Response
    try {
      // An answer that leads elsewhere is for another region: signed for this one, the request would be refused there.
      answer = await client.fetch(address, { redirect: 'manual' })
    } catch (error) {
      throw unreadable(
        `${what} can't be read: ${(error as Error).cause instanceof Error ? ((error as Error).cause as Error).message : (error as Error).message}`,
      )
    }
    if (answer.status === 200) return answer
    const text = (await answer.text()).slice(0, 2_000)
    const code = /<Code>([\w.]{1,80})<\/Code>/.exec(text)?.[1] ?? 'no reason given'
    const actual = answer.headers.get('x-amz-bucket-region')
    throw unreadable(
      `${what} can't be read: ${answer.status}, ${code}`,
      actual !== null && actual !== region ? `Set AWS_REGION=${actual}: the bucket is there.` : undefined,
    )
  }

  async function listPage(token: string | null): Promise<ListAnswer> {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token === null ? {} : { 'continuation-token': token }) })
    // A space must be `%20`: that is what is signed.
    const answer = await ask(`${root}/?${query.toString().replaceAll('+', '%20')}`, `s3://${bucket}/${prefix}`)
    const text = await answer.text()
    if (text.length > LIST_BYTES_MAX) throw unreadable(`The list of s3://${bucket}/${prefix} is too long`)
    return readListAnswer(text)
  }

  return {
    async *list() {
      let token: string | null = null
      do {
        const { objects, next }: ListAnswer = await listPage(token)
        yield* objects
        token = next
      } while (token !== null)
    },
    async *read(key) {
      const answer = await ask(`${root}/${key.split('/').map(encodeURIComponent).join('/')}`, `s3://${bucket}/${key}`)
      for await (const piece of answer.body ?? []) yield Buffer.from(piece as Uint8Array)
    },
  }
}

function unreadable(
  message: string,
  hint = 'Check the bucket, AWS_REGION, AWS_ENDPOINT_URL_S3 and the keys (s3:ListBucket and s3:GetObject).',
): Fault {
  return new Fault({ code: 'bucket_unreadable', message: `${message}.`, hint })
}
